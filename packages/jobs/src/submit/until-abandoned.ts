import { RenderError } from '@tintype/contract';

/** When a job is abandoned. */
export interface Abandonment {
  /** Time a disconnected client may take to return. */
  graceMs: number;
  /** Returns whether a repeated request is waiting. */
  isAwaited(): boolean;
}

/**
 * The same signal for a job that can be asked for again: a client that has gone away may come back
 * for the answer.
 */
export function untilAbandoned(
  signal: AbortSignal,
  { graceMs, isAwaited }: Abandonment,
): AbortSignal {
  const controller = new AbortController();
  const pass = () => {
    const reason: unknown = signal.reason;
    const isGone = reason instanceof RenderError && reason.code === 'cancelled';
    if (!isGone) controller.abort(reason);
    else setTimeout(() => isAwaited() || controller.abort(reason), graceMs).unref();
  };
  if (signal.aborted) pass();
  else signal.addEventListener('abort', pass, { once: true });
  return controller.signal;
}
