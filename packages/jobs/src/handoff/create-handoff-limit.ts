import { firstGuessMs, refuseFull } from '../limit/refuse-full.ts';

/** Limits the renders of this process that are on their way to workers. */
export interface HandoffLimit {
  /** Number that all workers can render concurrently. */
  slots: number;
  /** @throws RenderError `queue_full` */
  check(account: string): void;
  /**
   * The same, and takes a place. Returns the function that releases it. @throws RenderError
   * `queue_full`
   */
  enter(account: string): () => void;
}

/** Creates a {@link HandoffLimit}: as many as workers can render, and `maxWaiting` more. */
export function createHandoffLimit(
  maxWaiting: number,
  now: () => number = () => performance.now(),
): HandoffLimit {
  const held = new Map<string, number>();
  let all = 0;
  let usualMs = firstGuessMs;

  const check = ({ slots: concurrency }: HandoffLimit, account: string) => {
    if (all < concurrency) return;
    const ownWaiting = (held.get(account) ?? 0) - concurrency;
    refuseFull({ waiting: all - concurrency, ownWaiting, maxWaiting, concurrency, usualMs });
  };
  return {
    slots: 0,
    check(account) {
      check(this, account);
    },
    enter(account) {
      check(this, account);
      const beganMs = now();
      all += 1;
      held.set(account, (held.get(account) ?? 0) + 1);
      return () => {
        all -= 1;
        const left = (held.get(account) ?? 1) - 1;
        if (left === 0) held.delete(account);
        else held.set(account, left);
        usualMs += (now() - beganMs - usualMs) / 8;
      };
    },
  };
}
