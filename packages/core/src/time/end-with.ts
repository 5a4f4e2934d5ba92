import { RenderError } from '@tintype/contract';
import type { Deadline } from './deadline.ts';

/**
 * Ends a deadline as soon as a signal aborts, with the reason of the signal.
 * @returns what parts the two again
 */
export function endWith(deadline: Pick<Deadline, 'fail'>, signal: AbortSignal): () => void {
  const end = () => deadline.fail(RenderError.from(signal.reason, signal));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}
