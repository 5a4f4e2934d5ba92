import { RenderError } from '@tintype/contract';

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

/** As in the queue of one process: alone, an account gets four fifths of it. */
const shareOfFree = 4;

/** First estimate of a render's duration, for the Retry-After of a rejected request. */
const firstGuessMs = 1_000;
const [minRetryS, maxRetryS] = [1, 60];

/** Creates a {@link HandoffLimit}: as many as workers can render, and `maxWaiting` more. */
export function createHandoffLimit(
  maxWaiting: number,
  now: () => number = () => performance.now(),
): HandoffLimit {
  const held = new Map<string, number>();
  let all = 0;
  let usualMs = firstGuessMs;

  const check = (room: HandoffLimit, account: string) => {
    const waiting = Math.max(0, all - room.slots);
    const free = maxWaiting - waiting;
    const own = held.get(account) ?? 0;
    if (all < room.slots) return;
    const isShareFull = own - room.slots >= shareOfFree * free;
    if (free > 0 && !isShareFull) return;
    const seconds = Math.ceil(((waiting + 1) * usualMs) / Math.max(1, room.slots) / 1000);
    const retryAfterS = Math.min(maxRetryS, Math.max(minRetryS, seconds));
    const who = free > 0 ? `${own} renders of this account` : `${waiting} renders`;
    const message = `${who} are waiting already; try again in ${retryAfterS} s.`;
    throw new RenderError('queue_full', message, { retryAfterS });
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
