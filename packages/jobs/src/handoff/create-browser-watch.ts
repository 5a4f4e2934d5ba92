import type { HandoffWorkerOptions } from './handoff-worker-options.ts';

/** What a worker may expect of its browsers. */
export interface BrowserOutlook {
  /** One may give a page. */
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
 * Makes a watch over the browsers of a worker. They are away when all looks of so many milliseconds
 * found that none may give a page.
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
