import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import type { RenderContext } from '../types.ts';

/** Maximum time for a trace after its render, in ms: inspecting and packing take 1 s each. */
const boundMs = 3000;

/** Settles as the work does, or at the deadline; then with the trace of the failure, if any. */
export async function raceTraced<T>(
  { deadline, trace }: Pick<RenderContext, 'deadline' | 'trace'>,
  work: Promise<T>,
): Promise<T> {
  return deadline.race(work).catch(async (error: unknown) => {
    throw trace ? await withItsTrace(work, error) : error;
  });
}

/** Waits for the trace of an error, unless the caller has left. Its own errors are ignored. */
async function withItsTrace(work: Promise<unknown>, error: unknown): Promise<unknown> {
  const { code } = RenderError.from(error);
  if (code === 'cancelled' || code === 'shutting_down') return error;
  const late = new AbortController();
  const own = work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const settled = await Promise.race([
    own,
    delay(boundMs, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return settled instanceof RenderError && settled.trace ? settled : error;
}
