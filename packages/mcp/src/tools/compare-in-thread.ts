import { RenderError } from '@tintype/contract';
import { ownFile, startThread } from '@tintype/core/process';
import type { Comparison } from '@tintype/jobs';
import type { CompareAnswer, CompareJob } from './compare-worker.ts';
import type { CallLimiter } from './create-call-limiter.ts';
import type { FoundFile } from './tool.ts';

/** Compares two images in a new thread, as it takes seconds of processor time. */
export async function compareInThread(job: CompareJob, signal?: AbortSignal): Promise<Comparison> {
  signal?.throwIfAborted();
  const dependent = { name: '@tintype/mcp', url: import.meta.url };
  const thread = startThread(ownFile('tools/compare-worker', dependent), { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<CompareAnswer>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  thread.once('message', resolve).once('error', reject);
  thread.once('exit', () => reject(new RenderError('internal')));
  try {
    const answer = await promise;
    if ('comparison' in answer) return answer.comparison;
    throw new RenderError(answer.code, answer.message);
  } finally {
    signal?.removeEventListener('abort', abort);
    await thread.terminate();
  }
}

/** Compares two files, which are read once the limiter admits the comparison, to bound memory. */
export function compareFiles(
  limiter: CallLimiter,
  owner: string,
  files: Record<'before' | 'after', Pick<FoundFile, 'read'>>,
  maxPixels: number,
  signal: AbortSignal,
): Promise<Comparison> {
  const work = async () => {
    const [before, after] = [await files.before.read(), await files.after.read()];
    return compareInThread({ before, after, maxPixels }, signal);
  };
  return limiter(owner, work, signal);
}
