import { RenderError } from '@tintype/contract';
import PQueue from 'p-queue';
import { FairQueue, type FairOptions, type Share } from './fair-queue.ts';

/** Options of {@link createGate}. */
export interface GateOptions {
  /** How many renders run at the same time: an integer from 1. */
  concurrency: number;
  /** How many may wait beyond those: an integer from 0. Work in the background is not counted. */
  maxWaiting: number;
}

/** What goes with one piece of work. */
export interface GateRun {
  /** Ends the waiting at once. Work that runs already has to look at it itself. */
  signal?: AbortSignal;
  /**
   * `interactive` (the default): somebody waits for it. `background`: it was accepted for later; it is never refused, and gets one of four
   * starts while interactive work waits too.
   */
  priority?: 'interactive' | 'background';
  /** Whose work it is. Accounts take turns, and none can fill the waiting room. */
  account?: string;
  /** How many renders of the account may run at the same time. Default: as many as there are places. */
  accountConcurrency?: number;
}

/** What the work learns when its turn comes. */
export interface Turn {
  /** Milliseconds that it waited. */
  waitedMs: number;
}

/** How full it is. */
export interface GateDepth {
  running: number;
  /** Interactive work that waits: this is what `maxWaiting` bounds. */
  waiting: number;
  waitingInBackground: number;
}

/** Bounded places to work in, with a bounded room to wait in. */
export interface Gate {
  /**
   * Does the work when its turn comes.
   * @throws RenderError `queue_full` at once, with `retryAfterS`, when the waiting room is full; `cancelled` (or the signal's own
   * `RenderError`) when the signal ends the waiting; else what the work throws
   */
  run<T>(work: (turn: Turn) => Promise<T>, options?: GateRun): Promise<T>;
  /**
   * Says whether {@link Gate.run} would refuse interactive work now, for whoever has something to prepare before it.
   * @throws RenderError `queue_full`
   */
  check(options?: Pick<GateRun, 'account' | 'accountConcurrency'>): void;
  readonly depth: GateDepth;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
}

/** An account may take so many times what it leaves free: alone it gets four fifths of the waiting room. */
const shareOfFree = 4;

const firstGuessMs = 1000;
const [minRetryS, maxRetryS] = [1, 60];

/**
 * Makes a gate.
 * @throws RangeError for bounds that are no integers in range
 * @example
 * const gate = createGate({ concurrency: 4, maxWaiting: 100 });
 * const result = await gate.run(() => renderer.render(request), { account: account.id });
 */
export function createGate({ concurrency, maxWaiting }: GateOptions): Gate {
  checkInteger('concurrency', concurrency, 1);
  checkInteger('maxWaiting', maxWaiting, 0);
  const queue = new PQueue<FairQueue, FairOptions>({ concurrency, queueClass: FairQueue });
  const shares = new Map<string, Share>();
  let waiting = 0;
  let waitingInBackground = 0;
  let usualMs = firstGuessMs;

  const shareOf = ({ account, accountConcurrency = Infinity }: GateRun): Share => {
    const known = account === undefined ? undefined : shares.get(account);
    const share = known ?? { running: 0, waiting: 0, held: 0, limit: accountConcurrency };
    share.limit = accountConcurrency;
    return share;
  };

  const hold = (share: Share, account: string | undefined) => {
    share.held += 1;
    if (account !== undefined) shares.set(account, share);
  };

  const letGo = (share: Share, account: string | undefined) => {
    share.held -= 1;
    if (account !== undefined && share.held === 0) shares.delete(account);
  };

  const refuseWhenFull = (share: Share, account: string | undefined) => {
    const startsAtOnce =
      queue.pending < concurrency && share.running < share.limit && queue.size === 0;
    if (startsAtOnce) return;
    const free = maxWaiting - waiting;
    const isShareFull = account !== undefined && share.waiting >= shareOfFree * free;
    if (free > 0 && !isShareFull) return;
    const retryAfterS = secondsUntilFree();
    const who = free > 0 ? `${share.waiting} renders of this account` : `${waiting} renders`;
    throw new RenderError(
      'queue_full',
      `${who} are waiting already; try again in ${retryAfterS} s.`,
      { retryAfterS },
    );
  };

  const secondsUntilFree = () => {
    const seconds = Math.ceil(((waiting + 1) * usualMs) / concurrency / 1000);
    return Math.min(maxRetryS, Math.max(minRetryS, seconds));
  };

  const count = (isBackground: boolean, share: Share, change: 1 | -1) => {
    if (isBackground) waitingInBackground += change;
    else {
      waiting += change;
      share.waiting += change;
    }
  };

  const takeTurn = async <T>(
    work: (turn: Turn) => Promise<T>,
    share: Share,
    isBackground: boolean,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const arrivedMs = performance.now();
    // Given to p-queue, the caller's own signal would free the place of work that has not ended yet.
    const waitingRoom = new AbortController();
    let isWaiting = true;
    count(isBackground, share, 1);
    const leave = () => {
      if (isWaiting) count(isBackground, share, -1);
      isWaiting = false;
    };
    const onAbort = () => {
      if (isWaiting) waitingRoom.abort();
      leave();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const start = async () => {
      leave();
      share.running += 1;
      const startMs = performance.now();
      try {
        return await work({ waitedMs: startMs - arrivedMs });
      } finally {
        share.running -= 1;
        usualMs += (performance.now() - startMs - usualMs) / 8;
      }
    };
    try {
      return await queue.add(start, {
        signal: waitingRoom.signal,
        share,
        background: isBackground,
      });
    } catch (error) {
      throw waitingRoom.signal.aborted && signal ? cancelledBy(signal) : error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  };

  return {
    async run(work, options = {}) {
      const { signal, account, priority = 'interactive' } = options;
      if (signal?.aborted) throw cancelledBy(signal);
      const isBackground = priority === 'background';
      const share = shareOf(options);
      hold(share, account);
      try {
        if (!isBackground) refuseWhenFull(share, account);
        return await takeTurn(work, share, isBackground, signal);
      } finally {
        letGo(share, account);
      }
    },
    check: (options = {}) => refuseWhenFull(shareOf(options), options.account),
    get depth() {
      return { running: queue.pending, waiting, waitingInBackground };
    },
    async idle() {
      while (queue.pending > 0 || waiting > 0 || waitingInBackground > 0) {
        await queue.onIdle();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

function cancelledBy(signal: AbortSignal): RenderError {
  const reason: unknown = signal.reason;
  return reason instanceof RenderError
    ? reason
    : new RenderError('cancelled', undefined, { cause: reason });
}

function checkInteger(name: string, value: number, min: number): void {
  if (Number.isSafeInteger(value) && value >= min) return;
  throw new RangeError(`${name} must be an integer from ${min}; got ${String(value)}.`);
}
