import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';

/** How long a trace is waited for once its render has ended: a page is looked at for a second, and packing takes another. */
const boundMs = 3000;

/**
 * What ends a render comes before what is written about it.
 * @returns the error that the work rejects with a moment later, where that one has a trace, and the one that came first where it has none
 */
export async function withItsTrace(work: Promise<unknown>, error: unknown): Promise<unknown> {
  const { code } = RenderError.from(error);
  if (code === 'cancelled' || code === 'shutting_down') return error;
  const late = new AbortController();
  const own = work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const told = await Promise.race([
    own,
    delay(boundMs, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return told instanceof RenderError && told.trace ? told : error;
}
