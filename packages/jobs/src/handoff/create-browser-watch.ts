import type { HandoffWorkerOptions } from './handoff-worker-options.ts';

/** Availability of a worker's browsers. */
export interface BrowserOutlook {
  /** True if one may provide a page. */
  isAble: boolean;
  /** None could for a while, and none is asked to find that out again. */
  isAway: boolean;
}

/** See {@link createBrowserWatch}. */
export interface BrowserWatch {
  look(): BrowserOutlook;
  /** No browser gave a page: for a moment, none is asked for one. */
  rest(): void;
}

/**
 * Creates a watch over the browsers of a worker. They are away if no check within a time in ms
 * found one that may provide a page.
 */
export function createBrowserWatch(
  { mayRender = () => true }: Pick<HandoffWorkerOptions, 'mayRender'>,
  { restMs, awayMs }: { restMs: number; awayMs: number },
): BrowserWatch {
  let restUntilMs = -Infinity;
  let awaySinceMs = Infinity;
  return {
    look() {
      const nowMs = performance.now();
      const mayGive = mayRender();
      awaySinceMs = mayGive ? Infinity : Math.min(awaySinceMs, nowMs);
      return { isAble: mayGive && nowMs >= restUntilMs, isAway: nowMs - awaySinceMs >= awayMs };
    },
    rest: () => void (restUntilMs = performance.now() + restMs),
  };
}
