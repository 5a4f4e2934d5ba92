import { createPoller, type CheckClaim } from '@tintype/store';
import type { AssessorOptions } from './assessor-options.ts';
import { checkRun, maxAttempts } from './check-run.ts';

/** Compares the finished runs of monitors in the background. */
export interface Assessor {
  start(): void;
  /** Puts back the checks under way. */
  stop(): Promise<void>;
  wake(): void;
}

/** Beyond the time of a check: a lease ends only if its process is gone or stuck. */
const leaseMarginMs = 60_000;
/** After so many, it is removed: its failure cannot be written either. */
const maxClaims = 2 * maxAttempts;
const troubleMs = 5_000;
const maxPauseMs = 600_000;

/**
 * Creates an assessor. Several can share a store: each check is written once, in one transaction
 * with the state of its monitor, its webhooks and the next run.
 */
export function createAssessor(options: AssessorOptions): Assessor {
  const { store, onWarning, pollMs = 1_000, concurrency = 2 } = options;
  const { deadlineMs = 120_000 } = options;
  const underWay = new Set<Promise<void>>();
  let stopping = new AbortController();
  const warn = (error: unknown) =>
    onWarning?.('A run of a monitor could not be checked; it is tried again.', error);

  async function work(claim: CheckClaim, signal: AbortSignal): Promise<void> {
    try {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
      await checkRun(claim, { stop: signal, ends }, options);
    } catch (error) {
      if (signal.aborted) return store.monitors.putBack(claim);
      warn(error);
      if (claim.token >= maxClaims) return store.monitors.drop(claim);
      // Another check of this account must not wait.
      const pauseMs = Math.min(maxPauseMs, troubleMs * 4 ** (claim.token - 1));
      await store.monitors.putBack(claim, store.now() + pauseMs);
    }
  }

  function begin(claim: CheckClaim): void {
    const one = work(claim, stopping.signal)
      .catch(warn)
      .finally(() => {
        underWay.delete(one);
        poller.wake();
      });
    underWay.add(one);
  }

  const poller = createPoller({
    async look() {
      if (underWay.size >= concurrency) return pollMs;
      const claim = await store.monitors.claim(deadlineMs + leaseMarginMs);
      if (claim === undefined) return pollMs;
      begin(claim);
      return 0;
    },
    onTrouble: warn,
    troubleMs,
  });

  return {
    start() {
      if (stopping.signal.aborted) stopping = new AbortController();
      poller.start();
    },
    async stop() {
      await poller.stop();
      stopping.abort();
      await Promise.all(underWay);
    },
    wake: poller.wake,
  };
}
