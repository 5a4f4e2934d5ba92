import { RenderError } from '@tintype/contract';

/** An account may take so many times what it leaves free: alone it gets four fifths of a queue. */
const shareOfFree = 4;

const [minRetryS, maxRetryS] = [1, 60];

/** First estimate of a render's duration, for the Retry-After of a rejected request. */
export const firstGuessMs = 1_000;

/** State of a queue, as one account finds it. */
export interface QueueState {
  waiting: number;
  /** Waiting renders of the account; undefined without an account. */
  ownWaiting: number | undefined;
  maxWaiting: number;
  concurrency: number;
  /** Average duration of a render. */
  usualMs: number;
}

/** @throws RenderError `queue_full` if the queue, or the account's share of it, is full */
export function refuseFull(state: QueueState): void {
  const { waiting, ownWaiting, maxWaiting, concurrency, usualMs } = state;
  const free = maxWaiting - waiting;
  if (free > 0 && (ownWaiting === undefined || ownWaiting < shareOfFree * free)) return;
  const seconds = Math.ceil(((waiting + 1) * usualMs) / Math.max(1, concurrency) / 1000);
  const retryAfterS = Math.min(maxRetryS, Math.max(minRetryS, seconds));
  const who = free > 0 ? `${ownWaiting} renders of this account` : `${waiting} renders`;
  const message = `${who} are waiting already; try again in ${retryAfterS} s.`;
  throw new RenderError('queue_full', message, { retryAfterS });
}
