import { RenderError } from '@tintype/contract';

/**
 * Settles as `work` does, or rejects when the signal aborts, whichever comes first. The work goes
 * on.
 */
export async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  work.catch(() => {});
  if (signal.aborted) throw RenderError.from(signal.reason, signal);
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(RenderError.from(signal.reason, signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
