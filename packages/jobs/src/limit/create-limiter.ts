import { RenderError } from '@tintype/contract';
import type { Slots } from '@tintype/store';
import PQueue from 'p-queue';
import { createAccountShares, type Share } from './account-shares.ts';
import { FairQueue, type FairOptions, type SlotNeed } from './fair-queue.ts';
import { firstGuessMs, refuseFull } from './refuse-full.ts';
import { createSharedSlots } from './shared-slots.ts';

export interface LimiterOptions {
  /** Number of renders that run concurrently: an integer from 1. */
  concurrency: number;
  /** Maximum number of waiting renders besides background work: an integer from 0. */
  maxWaiting: number;
  /** Number of those that may record concurrently: an integer from 1. Default: all. */
  recordings?: number;
  /** Slots of accounts that several processes share. Without it each counts for itself. */
  slots?: Slots | undefined;
  /** Milliseconds of a clock that only goes forward. Default: that of the process. */
  now?: () => number;
}

export interface SlotRequest {
  /** Ends the waiting at once. Work that runs already has to look at it itself. */
  signal?: AbortSignal;
  /**
   * `interactive` (default): a client waits. `background`: never rejected; a quarter of the slots
   * while interactive work waits.
   */
  priority?: 'interactive' | 'background';
  /** Accounts share slots by the time they use; none can fill the queue. */
  account?: string;
  /**
   * Maximum concurrent renders of the account. Default: one less than there are slots, at least
   * one. `Infinity`: unlimited and uncounted.
   */
  accountConcurrency?: number;
  /** True if that limit applies to all processes together, if they share slots. */
  isShared?: boolean;
  /** True if it has been admitted elsewhere: it is not rejected. */
  isAdmitted?: boolean;
  /** It needs a recorder: while all of them are busy it waits without a slot, and others go on. */
  records?: boolean;
}

/** A slot, as the work that has it knows it. */
export interface Slot {
  waitedMs: number;
  /** Milliseconds that it has held its slot so far. */
  heldMs(): number;
}

export interface LimiterDepth {
  running: number;
  /** Interactive work that waits: this is what `maxWaiting` bounds. */
  waiting: number;
  waitingInBackground: number;
}

/** So many slots to work in, and a bounded queue before them. */
export interface Limiter {
  /**
   * Does the work when it gets a slot.
   * @throws RenderError `queue_full` at once, with `retryAfterS`, when the queue is full;
   *   `cancelled` (or the signal's own `RenderError`) when the signal ends the waiting; else what
   *   the work throws
   */
  run<T>(work: (slot: Slot) => Promise<T>, options?: SlotRequest): Promise<T>;
  /**
   * Throws if {@link Limiter.run} would reject interactive work now. @throws RenderError
   * `queue_full`
   */
  check(options?: Pick<SlotRequest, 'account' | 'accountConcurrency' | 'records'>): void;
  /** Another process has given slots back. */
  look(): void;
  readonly concurrency: number;
  readonly depth: LimiterDepth;
  /** Free slots and recorders; work that records needs one of each. */
  readonly free: { slots: number; recorders: number };
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
}

/** Interval of checks whether a reserved slot may be used. */
const heldBackMs = 250;

/**
 * Makes a limiter.
 * @throws RangeError for bounds that are no integers in range
 * @example
 * const limiter = createLimiter({ concurrency: 4, maxWaiting: 100 });
 * const result = await limiter.run(() => renderer.render(request), { account: account.id });
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { concurrency, maxWaiting, recordings = concurrency } = options;
  const { slots, now = () => performance.now() } = options;
  checkInteger('concurrency', concurrency, 1);
  checkInteger('maxWaiting', maxWaiting, 0);
  checkInteger('recordings', recordings, 1);
  let waiting = 0;
  let waitingInBackground = 0;
  let usualMs = firstGuessMs;
  let heldBack: NodeJS.Timeout | undefined;
  const shares = createAccountShares(() => usualMs, now);
  const order = new FairQueue({ shares, concurrency, recordings, now });
  const queue = new PQueue<FairQueue, FairOptions>({ concurrency, queueClass: orderedBy(order) });

  // Setting it makes p-queue look at what waits.
  const start = () => void (queue.concurrency = concurrency);
  const shared =
    slots &&
    createSharedSlots({
      slots,
      couldStart: (share) =>
        order.starving.has(share)
          ? Math.min(share.held - share.usage.running, concurrency - queue.pending)
          : 0,
      start,
    });

  const shareOf = ({ account, accountConcurrency, isShared = false }: SlotRequest): Share =>
    shares.of(
      account,
      accountConcurrency ?? Math.max(1, concurrency - 1),
      isShared && shared !== undefined,
    );

  /** No event occurs when the use of an account ages: a timer checks it. */
  const lookAgain = () => {
    shared?.settle(order.starving);
    if (!order.isHeldBack || heldBack !== undefined) return;
    heldBack = setTimeout(() => {
      heldBack = undefined;
      start();
      lookAgain();
    }, heldBackMs).unref();
  };

  const refuseWhenFull = (share: Share, options: SlotRequest) => {
    const hasSlot = queue.pending < concurrency && order.mayStart(needOf(options, share));
    if (hasSlot && queue.size === 0) return;
    const ownWaiting = share.account === undefined ? undefined : share.waiting;
    refuseFull({ waiting, ownWaiting, maxWaiting, concurrency, usualMs });
  };

  const count = (isBackground: boolean, share: Share, change: 1 | -1) => {
    if (isBackground) waitingInBackground += change;
    else {
      waiting += change;
      share.waiting += change;
    }
  };

  const inSlot = async <T>(
    work: (slot: Slot) => Promise<T>,
    need: SlotNeed,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const { share, background } = need;
    const arrivedMs = now();
    // Given to p-queue, the caller's own signal would free the slot of work that has not ended yet.
    const waitingEnd = new AbortController();
    let isWaiting = true;
    count(background, share, 1);
    const leave = () => {
      if (isWaiting) count(background, share, -1);
      isWaiting = false;
    };
    const onAbort = () => {
      if (isWaiting) waitingEnd.abort();
      leave();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const begin = async () => {
      leave();
      const end = order.begin(need);
      const startMs = now();
      try {
        return await work({ waitedMs: startMs - arrivedMs, heldMs: () => now() - startMs });
      } finally {
        end();
        if (share.leased !== Infinity) shared?.ended(share);
        usualMs += (now() - startMs - usualMs) / 8;
      }
    };
    try {
      const { signal: ending } = waitingEnd;
      const done = queue.add(begin, { signal: ending, ...need });
      lookAgain();
      return await done;
    } catch (error) {
      throw waitingEnd.signal.aborted && signal ? RenderError.from(signal.reason, signal) : error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      // p-queue looks at what waits a moment later.
      setImmediate(lookAgain);
    }
  };

  return {
    async run(work, options = {}) {
      const { signal, isAdmitted = false } = options;
      if (signal?.aborted) throw RenderError.from(signal.reason, signal);
      const share = shareOf(options);
      const need = needOf(options, share);
      share.held += 1;
      try {
        if (!need.background && !isAdmitted) refuseWhenFull(share, options);
        return await inSlot(work, need, signal);
      } finally {
        share.held -= 1;
        share.endedMs = now();
      }
    },
    check: (options = {}) => refuseWhenFull(shareOf(options), options),
    look: () => shared?.look(),
    concurrency,
    get depth() {
      return { running: queue.pending, waiting, waitingInBackground };
    },
    get free() {
      return { slots: concurrency - queue.pending, recorders: recordings - order.recording };
    },
    async idle() {
      while (queue.pending > 0 || waiting > 0 || waitingInBackground > 0) {
        await queue.onIdle();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

function needOf(
  { accountConcurrency, isAdmitted = false, priority, records = false }: SlotRequest,
  share: Share,
): SlotNeed {
  const isBounded = accountConcurrency !== Infinity;
  return { share, background: priority === 'background', records, isBounded, isAdmitted };
}

/** p-queue makes its queue itself. */
function orderedBy(order: FairQueue): new () => FairQueue {
  return function ordered() {
    return order;
  } as unknown as new () => FairQueue;
}

function checkInteger(name: string, value: number, min: number): void {
  if (Number.isSafeInteger(value) && value >= min) return;
  throw new RangeError(`${name} must be an integer from ${min}; got ${String(value)}.`);
}
