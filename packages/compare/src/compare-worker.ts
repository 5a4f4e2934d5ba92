import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@tintype/contract';
import { RenderError } from '@tintype/contract/errors';
import { comparedTypeOf } from '@tintype/contract/light';
import { lowerThreadPriority } from '@tintype/core/process';
import type { ComparedFile, CompareOptions, Comparison } from './comparison.ts';

/** A comparison to make. */
export interface CompareJob {
  before: ComparedFile;
  after: ComparedFile;
  options: Omit<CompareOptions, 'signal'>;
}

export type CompareAnswer = { comparison: Comparison } | { code: ErrorCode; message: string };

// The thread that responds to requests takes precedence.
lowerThreadPriority(10);

const answer = await compare(workerData as CompareJob).then(
  (comparison): CompareAnswer => ({ comparison }),
  (cause: unknown): CompareAnswer => {
    const { code, message } = RenderError.from(cause);
    return { code, message };
  },
);
parentPort?.postMessage(answer);

async function compare({ before, after, options }: CompareJob): Promise<Comparison> {
  const type = comparedTypeOf(before.mediaType);
  if (type === 'image') {
    const { compareImages } = await import('./image/compare-images.ts');
    return compareImages(before.body, after.body, {
      ...options,
      ignored: { before: before.ignored ?? [], after: after.ignored ?? [] },
    });
  }
  if (type === 'pdf') {
    const { comparePdfs } = await import('./pdf/compare-pdfs.ts');
    return comparePdfs(before.body, after.body, options);
  }
  const { compareTexts } = await import('./text/compare-texts.ts');
  return compareTexts(textOf(before, 'earlier'), textOf(after, 'later'), {
    ...options,
    isJson: isJson(before) && isJson(after),
  });
}

function isJson({ mediaType }: ComparedFile): boolean {
  return /[/+]json\b/i.test(mediaType);
}

function textOf({ body, mediaType }: ComparedFile, which: string): string {
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(mediaType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch (cause) {
    const message = `The ${which} file is no text in ${charset}.`;
    throw new RenderError('invalid_request', message, { cause });
  }
}
