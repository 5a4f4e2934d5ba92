import { RenderError } from '@tintype/contract/errors';
import { comparedTypeOfBoth } from '@tintype/contract/read';
import { isOutOfMemory, ownFile, startThread } from '@tintype/core/process';
import { checkIgnored, checkOptions } from './check-options.ts';
import type { CompareAnswer, CompareJob } from './compare-worker.ts';
import type { ComparedFile, CompareOptions, Comparison, ImageComparison } from './comparison.ts';

/** Maximum length of a text in bytes. */
const maxTextBytes = 20_000_000;

/** Maximum memory for objects: images are not part of it. */
const maxHeapMb = 1024;

/** Maximum time: a regular expression can take forever. */
const boundMs = 60_000;

/**
 * Compares two results of one kind: images by pixels and regions, PDFs page by page, texts by
 * lines. It works in a thread of its own.
 * @throws RenderError `invalid_request` for files that cannot be compared, or are too large;
 *   `invalid_parameter` for an invalid option; `timeout` after 60 s; `unsupported` for PDFs if the
 *   package `@hyzyla/pdfium`, which is optional, is not installed
 * @example
 * const comparison = await compare(
 *   await renderer.render({ kind: 'screenshot', format: 'png', url: 'https://example.com/a' }),
 *   await renderer.render({ kind: 'screenshot', format: 'png', url: 'https://example.com/b' }),
 * );
 * console.log(comparison.same, comparison.changed);
 */
export async function compare(
  before: ComparedFile,
  after: ComparedFile,
  { signal, ...options }: CompareOptions = {},
): Promise<Comparison> {
  checkOptions(options);
  for (const file of [before, after]) checkIgnored(file);
  refuseOthers(before, after);
  signal?.throwIfAborted();
  const dependent = { name: '@tintype/compare', url: import.meta.url };
  const job: CompareJob = { before: fileOf(before), after: fileOf(after), options };
  const thread = startThread(ownFile('compare-worker', dependent), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<CompareAnswer>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => {
    reject(new RenderError('timeout', `The comparison took more than ${boundMs / 1000} s.`));
  }, boundMs);
  thread.once('message', resolve).once('error', (error) => reject(withoutMemory(error)));
  thread.once('exit', () => reject(new RenderError('internal')));
  try {
    const answer = await promise;
    if ('comparison' in answer) return answer.comparison;
    throw new RenderError(answer.code, answer.message);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    // Until native code returns, the thread has its memory: a caller must not start another one.
    await thread.terminate();
  }
}

/** Does what {@link compare} does, for two images. */
export async function compareImages(
  before: Uint8Array,
  after: Uint8Array,
  options?: CompareOptions,
): Promise<ImageComparison> {
  const image = (body: Uint8Array): ComparedFile => ({ body, mediaType: 'image/*' });
  return (await compare(image(before), image(after), options)) as ImageComparison;
}

function withoutMemory(error: unknown): unknown {
  if (!isOutOfMemory(error)) return error;
  const message = 'The files take too much memory to compare.';
  return new RenderError('invalid_request', message, { cause: error });
}

/** A result has more properties, not all of which can be sent to a thread. */
function fileOf({ body, mediaType, receipt, ignored = receipt?.ignored }: ComparedFile) {
  return { body, mediaType, ...(ignored && { ignored }) };
}

function refuseOthers(before: ComparedFile, after: ComparedFile): void {
  for (const { body } of [before, after]) {
    if (!(body instanceof Uint8Array)) {
      throw new RenderError('invalid_request', 'The body of a compared file must be a Uint8Array.');
    }
  }
  if (comparedTypeOfBoth(before.mediaType, after.mediaType) !== 'text') return;
  const bytes = Math.max(before.body.byteLength, after.body.byteLength);
  if (bytes <= maxTextBytes) return;
  throw new RenderError(
    'invalid_request',
    `Texts of at most ${maxTextBytes} bytes can be compared; got ${bytes}.`,
  );
}
