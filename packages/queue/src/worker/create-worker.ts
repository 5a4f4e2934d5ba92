import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import { createPoller, type Account, type RequestClaim } from '@tintype/store';
import { workOnClaim, type WorkerParts } from './work-on-claim.ts';
import type { WorkerOptions } from './worker-options.ts';

/** Renders what was accepted for later, in the background. */
export interface Worker {
  start(): void;
  /**
   * Takes nothing new. What has not ended after `graceMs` (default 0) goes back into the queue, to be begun again by whoever comes next; that
   * does not count as a try.
   */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** Something was accepted: looks at once instead of at the next poll. */
  wake(): void;
  /** Requests under way here. */
  readonly running: number;
}

const minPauseMs = 5;

/**
 * Makes a worker. Several may work on one store, in one process or in many: each request is done by one of them at a time, and what a dead
 * one leaves behind is done by the next.
 *
 * A crash of page or browser is tried again, three times in all; an error of the page itself ends the request at once. Every end is
 * written in one transaction with its callback.
 *
 * @throws RangeError for a concurrency that is no integer from 1
 * @example
 * const worker = createWorker({ store, plans, perform, deliveryFor, wakeDeliverer, concurrency: 4, now: Date.now });
 * worker.start();
 */
export function createWorker(options: WorkerOptions): Worker {
  const { store, plans, concurrency, now, onWarning, pollMs = 1_000 } = options;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be an integer from 1; got ${String(concurrency)}.`);
  }
  const parts: WorkerParts = { leaseMs: 30_000, retryDelaysMs: [2_000, 10_000], ...options };
  const jobs = new Set<Promise<void>>();
  const busy = new Map<string, { running: number; limit: number }>();
  let ending = new AbortController();
  let stopping = new AbortController();

  const begin = (claim: RequestClaim, account: Account | undefined) => {
    const { accountId } = claim.request;
    const limit = (account && plans[account.plan].concurrency) ?? Infinity;
    const share = busy.get(accountId) ?? { running: 0, limit };
    Object.assign(share, { running: share.running + 1, limit });
    busy.set(accountId, share);
    const job = workOnClaim(claim, account, parts, stopping.signal).finally(() => {
      jobs.delete(job);
      share.running -= 1;
      if (share.running === 0) busy.delete(accountId);
      poller.wake();
    });
    jobs.add(job);
  };

  const isFull = (accountId: string) => {
    const share = busy.get(accountId);
    return share !== undefined && share.running >= share.limit;
  };

  const take = async (claim: RequestClaim) => {
    const { accountId, id } = claim.request;
    try {
      const account = await store.accounts.get(accountId);
      // More of one account at once than its plan allows would keep the places from others.
      if (ending.signal.aborted || isFull(accountId)) await store.requests.putBack(claim);
      else begin(claim, account);
    } catch (error) {
      onWarning?.(
        `Request ${id} could not be begun; it is tried again when its lease ends.`,
        error,
      );
    }
  };

  /** Claims what there is room for. Gives how long to wait before the next look. */
  const look = async (): Promise<number> => {
    const free = concurrency - jobs.size;
    if (free <= 0) return pollMs;
    const full = [...busy.keys()].filter(isFull);
    const claims = await store.requests.claim({
      leaseMs: parts.leaseMs,
      limit: free,
      excludeAccounts: full,
    });
    for (const claim of claims) await take(claim);
    if (claims.length > 0) return minPauseMs;
    const dueAt = await store.requests.nextDueAt();
    // What is due and was not given is an account's that has its fill: an end of one of its renders wakes us.
    if (dueAt === undefined || dueAt <= now()) return pollMs;
    return Math.min(pollMs, Math.max(minPauseMs, dueAt - now()));
  };

  const poller = createPoller({
    look,
    onTrouble: (error) =>
      onWarning?.('The requests that wait could not be read; they are tried again.', error),
  });

  return {
    start() {
      if (stopping.signal.aborted) stopping = new AbortController();
      if (ending.signal.aborted) ending = new AbortController();
      poller.start();
    },
    async stop({ graceMs = 0 } = {}) {
      ending.abort();
      await poller.stop();
      const isDone = Promise.all(jobs);
      if (graceMs > 0 && jobs.size > 0) {
        const early = new AbortController();
        const { signal } = early;
        await Promise.race([isDone, delay(graceMs, undefined, { signal }).catch(() => {})]);
        early.abort();
      }
      stopping.abort(new RenderError('shutting_down'));
      await isDone;
    },
    wake: poller.wake,
    get running() {
      return jobs.size;
    },
  };
}
