import { RenderError } from '@tintype/contract';

export interface Abandonment {
  /** Time a disconnected client may take to return. */
  graceMs: number;
  /** Returns whether a repeated request is waiting. */
  isAwaited(): boolean;
}

/** Delays the signal of a job whose client may come back for the reply. */
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
