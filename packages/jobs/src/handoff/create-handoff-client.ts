import { setTimeout as delay } from 'node:timers/promises';
import { RenderError, renderBoundMs, type KindSet, type RenderRequest } from '@tintype/contract';
import { createRequestId, untilAborted } from '@tintype/core';
import {
  createPoller,
  limitsOf,
  type Handoffs,
  type NewHandoff,
  type Plans,
  type Store,
} from '@tintype/store';
import { jobError, needsRecorder, type JobContext, type JobNext } from '../execute/job.ts';
import type { LimiterDepth } from '../limit/create-limiter.ts';
import { accountParts } from '../limit/account-shares.ts';
import { createHandoffLimit } from './create-handoff-limit.ts';
import { readAnswer, type HandedEnd } from './handoff-answer.ts';
import { writeHandoff } from './handoff-content.ts';
import { needsOf } from './handoff-needs.ts';
import { browserWaitMs } from './make-handoff.ts';

export interface HandoffClientOptions {
  handoffs: Handoffs;
  fileBytes: Store['fileBytes'];
  plans: Plans;
  kinds: KindSet;
  /**
   * Maximum number that may wait beyond those that workers can render concurrently: an integer from
   * 0.
   */
  maxWaiting: number;
  /** Maximum time a render waits for a worker, in milliseconds. Default 60,000. */
  waitMs?: number;
  /** The same while there are workers, and none has a browser. Default 50,000. */
  noBrowserWaitMs?: number;
  /** Interval of checks for responses, in milliseconds. Default 1,000. */
  pollMs?: number;
  onWarning?(message: string, cause?: unknown): void;
}

/** Hands renders to other processes, for one that has no browser. */
export interface HandoffClient {
  /** Refuses a render that would not be offered now. @throws RenderError `queue_full` */
  check(account: string): void;
  /** The innermost layer: any process with a free slot renders. */
  run: JobNext;
  /** Looks how many workers there are, from now on. */
  start(): void;
  /** Something may have been answered: looks at once. */
  wake(): void;
  /**
   * Number of renders that all workers can make concurrently, as far as known; 0: there is no
   * worker.
   */
  readonly slots: number;
  readonly depth: LimiterDepth;
  stop(): Promise<void>;
}

/** Beyond the longest time that a render can take: results come and go, too. */
const graceMs = 15_000;

/**
 * Maximum number of times a render is offered, if the database has lost it, or its response cannot
 * be read.
 */
const maxOffers = 5;

/** While nothing is under way: only how many workers there are can change. */
const idleMs = 5_000;

interface Pending {
  readonly id: string;
  state: 'waiting' | 'running' | 'answered';
  /** The database has it, or had it. */
  isOffered: boolean;
  settle(end: 'answered' | 'lost'): void;
}

/**
 * Makes a {@link HandoffClient}.
 * @example
 * const handoffClient = createHandoffClient({
 *   handoffs: store.handoffs,
 *   fileBytes: store.fileBytes,
 *   plans,
 *   kinds,
 *   maxWaiting: 100,
 * });
 * handoffClient.start();
 */
export function createHandoffClient(options: HandoffClientOptions): HandoffClient {
  const { handoffs, fileBytes, maxWaiting, pollMs = 1_000, onWarning } = options;
  const { waitMs = 60_000, noBrowserWaitMs = browserWaitMs } = options;
  const pending = new Set<Pending>();
  const room = createHandoffLimit(maxWaiting);
  /** True if the database may contain an offer without a caller. */
  let isInDoubt = false;
  let workers = 0;

  /**
   * Withdraws offers without a caller: their insert was not confirmed, or they could not be
   * withdrawn before.
   */
  const tidy = async (offered: readonly { id: string }[]) => {
    const known = new Set([...pending].map(({ id }) => id));
    for (const { id } of offered) if (!known.has(id)) await handoffs.withdraw(id);
  };

  const poller = createPoller({
    async look() {
      const asked = [...pending].filter(({ isOffered }) => isOffered);
      const mustAsk = asked.length > 0 || isInDoubt;
      isInDoubt = false;
      const [offered, capacity] = await Promise.all([
        mustAsk ? handoffs.offered() : [],
        handoffs.capacity(),
      ]);
      ({ workers, slots: room.slots } = capacity);
      follow(asked, new Map(offered.map(({ id, state }) => [id, state])));
      if (mustAsk) await tidy(offered);
      return pending.size > 0 || isInDoubt ? pollMs : idleMs;
    },
    troubleMs: pollMs,
    onTrouble(error) {
      isInDoubt = true;
      onWarning?.('What has come of renders cannot be asked now.', error);
    },
  });

  /** Offers it, and waits for its answer; undefined: the database has lost it. */
  const offerOnce = async (
    job: Omit<NewHandoff, 'id'>,
    one: Pending,
    settled: Promise<'answered' | 'lost'>,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    pending.add(one);
    let text: string | undefined;
    try {
      await handoffs.offer({ ...job, id: one.id });
      one.isOffered = true;
      poller.wake();
      if ((await settled) === 'answered') text = await takeAtLast(one.id, signal);
      return text;
    } catch (error) {
      // An offer that seemed to fail may come in.
      isInDoubt ||= !one.isOffered;
      throw error;
    } finally {
      pending.delete(one);
      if (text === undefined) {
        await handoffs.withdraw(one.id).catch((error: unknown) => {
          isInDoubt = true;
          onWarning?.('A render without a client could not be withdrawn.', error);
        });
      }
    }
  };

  /** The render is dear, and the store may be back in a moment. */
  const takeAtLast = async (id: string, signal: AbortSignal): Promise<string | undefined> => {
    for (;;) {
      try {
        return await handoffs.take(id);
      } catch (error) {
        onWarning?.('What has come of a render cannot be taken now.', error);
        await delay(pollMs, undefined, { signal }).catch(() => {});
        if (signal.aborted) throw RenderError.from(signal.reason, signal);
      }
    }
  };

  const answered = async (
    job: Omit<NewHandoff, 'id'>,
    request: RenderRequest,
    { outputs, signal }: JobContext,
  ): Promise<HandedEnd> => {
    const end = new AbortController();
    const both = AbortSignal.any([signal, end.signal]);
    let current: Pending | undefined;
    let lost = 'The store lost the render again and again.';
    const refuse = (error: RenderError) => {
      if (current?.state === 'waiting') end.abort(error);
    };
    const onNoBrowser = () => {
      if (workers > 0 && room.slots === 0) refuse(noBrowser());
    };
    const timers = [
      setTimeout(onNoBrowser, noBrowserWaitMs),
      setTimeout(() => refuse(noWorker(waitMs)), waitMs),
      boundTotal(request, waitMs, end),
    ];
    try {
      for (let offers = 1; offers <= maxOffers; offers += 1) {
        const { promise, resolve } = Promise.withResolvers<'answered' | 'lost'>();
        const settled = untilAborted(promise, both);
        // It may be rejected before anybody looks at it.
        settled.catch(() => {});
        current = { id: createRequestId(), state: 'waiting', isOffered: false, settle: resolve };
        const text = await offerOnce(job, current, settled, both);
        if (text === undefined) continue;
        const made = await readAnswer(text, outputs, fileBytes);
        if (made) return made;
        lost = 'Workers of another version answered in a form that is not known here.';
      }
      throw new RenderError('storage_failed', lost);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      // What stays is taken off the signal of the request.
      end.abort();
    }
  };

  return {
    check: (account) => room.check(account),
    async run(request, context) {
      const { account, signal } = context;
      const leave = room.enter(account.id);
      try {
        // Nothing is rendered whose result could not be kept until it is taken.
        await fileBytes.check?.();
        const end = await answered(handoffOf(request, context, options), request, context);
        context.onSlot?.(end.queueMs);
        if (end.error) throw end.error;
        return { ...end.outcome, queueMs: end.queueMs };
      } catch (error) {
        throw jobError(error, signal);
      } finally {
        leave();
      }
    },
    start: poller.start,
    wake: poller.wake,
    stop: poller.stop,
    get slots() {
      return room.slots;
    },
    get depth() {
      const waiting = [...pending].filter(({ state }) => state === 'waiting').length;
      return { running: pending.size - waiting, waiting, waitingInBackground: 0 };
    },
  };
}

function handoffOf(
  request: RenderRequest,
  { account, outputs, assets, withElements }: JobContext,
  { plans, kinds }: HandoffClientOptions,
): Omit<NewHandoff, 'id'> {
  const limits = limitsOf(account, plans);
  const job = {
    account,
    request,
    ...(outputs && { outputs }),
    ...(assets && { assets }),
    ...(withElements && { withElements }),
  };
  const requests = outputs?.map((output) => output.request) ?? [request];
  return {
    accountId: account.id,
    records: needsRecorder(requests, kinds),
    needs: needsOf(job, kinds),
    content: writeHandoff(job, { kinds, limits }),
    ...(limits.concurrency === undefined
      ? { accountPart: accountParts[account.plan] }
      : { accountConcurrency: limits.concurrency }),
  };
}

function follow(asked: readonly Pending[], states: ReadonlyMap<string, Pending['state']>): void {
  for (const one of asked) {
    const state = states.get(one.id);
    if (state !== undefined) one.state = state;
    if (state === undefined) one.settle('lost');
    else if (state === 'answered') one.settle('answered');
  }
}

function noBrowser(): RenderError {
  const message = 'No remote browser provides a page.';
  return new RenderError('browser_unavailable', message, { stage: 'launch' });
}

function noWorker(waitMs: number): RenderError {
  const message = `No worker took the render within ${waitMs / 1000} s, and nothing was rendered.`;
  return new RenderError('queue_full', message, { retryAfterS: 10 });
}

/** The deadline of a render in another process. */
function boundTotal(request: RenderRequest, waitMs: number, end: AbortController): NodeJS.Timeout {
  const maxMs = waitMs + renderBoundMs([request]) + graceMs;
  const message = `No worker ended the render within ${Math.round(maxMs / 1000)} s.`;
  return setTimeout(() => end.abort(new RenderError('timeout', message)), maxMs);
}
