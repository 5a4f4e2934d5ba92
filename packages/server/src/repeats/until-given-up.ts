import { RenderError } from '@tintype/contract';

/** How {@link untilGivenUp} decides. */
export interface GivingUp {
  /** How long whoever has gone away may take to come back. */
  graceMs: number;
  /** Whether somebody has asked for it again. */
  isAwaited(): boolean;
}

/** The same signal for a request that can be asked for again: a client that has gone away may come back for the answer. */
export function untilGivenUp(signal: AbortSignal, { graceMs, isAwaited }: GivingUp): AbortSignal {
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
