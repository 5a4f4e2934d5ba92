import { accountConcurrency } from '../limit/account-shares.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import { createPoller, type Account, type RequestClaim } from '@tintype/store';
import { attemptClaim } from './attempt-claim.ts';
import type { WorkerParts, WorkerOptions } from './worker-options.ts';
import { createExcludedNames } from './create-excluded-names.ts';

/** Works off the queue, in the background. */
export interface Worker {
  start(): void;
  /** Stops claiming. Work unfinished after `graceMs` (default 0) is queued again, uncounted. */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** A job was queued: looks at once instead of at the next poll. */
  wake(): void;
  /** Jobs under way here. */
  readonly running: number;
}

const minPauseMs = 5;

/** Claimed jobs waiting per slot, recordings apart: the accounts to choose from. */
const waitingForSlot = 2;

interface ClaimedJob {
  readonly accountId: string;
  readonly records: boolean;
  /** Number of jobs of its account that may run concurrently. */
  readonly limit: number;
  hasStarted: boolean;
  /** Its result cannot be kept. */
  isHeld: boolean;
}

/**
 * Creates a worker. Several may share a store; each job is done by one at a time, and those of a
 * dead worker by the next. Jobs are claimed ahead, one of each account and recordings apart, so that
 * `execute` can choose the next. Crashes are retried, three attempts in all; an error of the page
 * ends the job. Each end is written in one transaction with its webhook. A result that cannot be
 * stored is held for a while, then its job is queued again, for a day.
 * @throws RangeError for a concurrency that is no integer from 1
 * @example
 * const worker = createWorker({
 *   store,
 *   plans,
 *   execute: jobs.execute,
 *   settle: jobs.settle,
 *   concurrency: 4,
 *   now: Date.now,
 * });
 * worker.start();
 */
export function createWorker(options: WorkerOptions): Worker {
  const { store, plans, concurrency, now, onWarning, pollMs = 1_000 } = options;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be an integer from 1; got ${String(concurrency)}.`);
  }
  const parts: WorkerParts = {
    leaseMs: 30_000,
    retryDelaysMs: [2_000, 10_000],
    holdMs: 120_000,
    leftOutMs: 60_000,
    ...options,
  };
  const jobs = new Map<ClaimedJob, Promise<void>>();
  const leftOut = createExcludedNames(parts.leftOutMs);
  let ending = new AbortController();
  let stopping = new AbortController();

  const start = (claim: RequestClaim, account: Account | undefined) => {
    const { accountId, records } = claim.request;
    const job: ClaimedJob = {
      accountId,
      records,
      limit: account ? accountConcurrency(account, plans, concurrency) : 1,
      hasStarted: false,
      isHeld: false,
    };
    const onHeld = () => void (job.isHeld = true);
    const onSlot = () => {
      job.hasStarted = true;
      poller.wake();
    };
    const attempt = { claim, account, onSlot, onHeld, onUnknownKind: leftOut.add };
    const work = attemptClaim(attempt, parts, stopping.signal).finally(() => {
      jobs.delete(job);
      poller.wake();
    });
    jobs.set(job, work);
  };

  const take = async (claim: RequestClaim) => {
    const { accountId, id } = claim.request;
    try {
      const account = await store.accounts.get(accountId);
      if (ending.signal.aborted) await store.requests.putBack(claim);
      else start(claim, account);
    } catch (error) {
      onWarning?.(
        `Request ${id} could not be started; it is tried again when its lease ends.`,
        error,
      );
    }
  };

  /** Claims one job of each account that has none waiting here, and returns their number. */
  const claim = async (records: boolean): Promise<number> => {
    const running = new Map<string, number>();
    const excluded = new Set<string>();
    let waiting = 0;
    for (const job of jobs.keys()) {
      // Its lease may have ended while the store was away: it would be claimed once more, here.
      if (job.isHeld) excluded.add(job.accountId);
      if (!job.hasStarted) {
        if (job.records !== records) continue;
        waiting += 1;
        excluded.add(job.accountId);
      } else {
        const count = (running.get(job.accountId) ?? 0) + 1;
        running.set(job.accountId, count);
        if (count >= job.limit) excluded.add(job.accountId);
      }
    }
    const free = waitingForSlot * concurrency - waiting;
    if (free <= 0) return 0;
    const claims = await store.requests.claim({
      leaseMs: parts.leaseMs,
      limit: free,
      perAccount: 1,
      excludeAccounts: [...excluded],
      records,
      excludeKinds: leftOut.names(),
    });
    for (const one of claims) await take(one);
    return claims.length;
  };

  /** Claims jobs for the free slots. Returns how long to wait before the next check. */
  const look = async (): Promise<number> => {
    await options.endBatches?.();
    await store.capacity.checkDisk();
    // More of them would take more and more memory.
    if ([...jobs.keys()].filter(({ isHeld }) => isHeld).length >= concurrency) return pollMs;
    if (options.mayRender?.() === false) return pollMs;
    let claimed = 0;
    // Recorders are fewer than slots: jobs that wait for one must not keep others from being claimed.
    for (const records of [true, false]) claimed += await claim(records);
    if (claimed > 0) return minPauseMs;
    const dueAt = await store.requests.nextDueAt();
    // What is due and was not given is an account's that has its fill: an end of one of its renders
    // wakes us.
    if (dueAt === undefined || dueAt <= now()) return pollMs;
    return Math.min(pollMs, Math.max(minPauseMs, dueAt - now()));
  };

  const poller = createPoller({
    look,
    onTrouble: (error) =>
      onWarning?.('The queue cannot be worked off now; it is tried again.', error),
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
      const isDone = Promise.all(jobs.values());
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
