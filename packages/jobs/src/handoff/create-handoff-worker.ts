import { setTimeout as delay } from 'node:timers/promises';
import { RenderError, type KindSet, type ParseOptions } from '@tintype/contract';
import { compose, type Renderer } from '@tintype/core';
import {
  createPoller,
  type HandoffClaim,
  type Handoffs,
  type Plans,
  type Store,
} from '@tintype/store';
import { jobError } from '../execute/job-error.ts';
import { limited, type JobLimiter } from '../execute/layers/limited.ts';
import type { JobNext } from '../execute/job.ts';
import type { Upstreams } from '../execute/pick-upstream.ts';
import { renderJob } from '../execute/render-job.ts';
import type { Limiter } from '../limit/create-limiter.ts';
import { writeAnswer, type HandedEnd } from './handoff-answer.ts';
import { readHandoff } from './handoff-content.ts';
import { createCharge } from '../execute/create-charge.ts';
import { knownBy } from './handoff-needs.ts';

/** What {@link createHandoffWorker} needs. */
export interface HandoffWorkerOptions {
  handoffs: Handoffs;
  fileBytes: Store['fileBytes'];
  kinds: KindSet;
  renderer: Pick<Renderer, 'render' | 'open'>;
  limiter: JobLimiter & Pick<Limiter, 'depth'>;
  plans: Plans;
  /** Proxies by the values of `ip_location`. */
  upstreams?: Upstreams;
  /** Each failure brings a brief trace, for whoever answers it. Default false. */
  briefTraces?: boolean;
  /** A render succeeded. */
  onSuccess?(): void;
  /** What the operator lets requests ask for. */
  rules?: ParseOptions;
  /** How often it is looked what there is to do, in milliseconds. Default 1,000. */
  pollMs?: number;
  /** Unix milliseconds: the clock of the store. */
  now: () => number;
  onWarning?(message: string, cause?: unknown): void;
}

/** Makes what other processes have offered. */
export interface HandoffWorker {
  start(): void;
  /** Takes nothing new. What has not ended after `graceMs` (default 0) is for other workers. */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** Something was offered, or withdrawn: looks at once. */
  wake(): void;
  readonly running: number;
}

/** One that ends its process again and again is given up. */
const maxStarts = 3;

/** How often an answer is written, with a pause between, while the store does not take it. */
const answerAttempts = 10;
const answerPauseMs = 3_000;

/** Others are told again after so long: the list of workers does not outlive a crash of the database. */
const serveMs = 5_000;

interface Making {
  readonly records: boolean;
  readonly end: AbortController;
  done: Promise<void>;
  hasStarted: boolean;
}

/**
 * Makes a {@link HandoffWorker}. It claims what it has a free slot for, and one more, which then is next: before async requests, but for the
 * quarter of the slots that is theirs.
 */
export function createHandoffWorker(options: HandoffWorkerOptions): HandoffWorker {
  const { handoffs, limiter, pollMs = 1_000, onWarning } = options;
  const knows = knownBy(options.kinds);
  const make = createMake(options);
  const making = new Map<string, Making>();
  let ending = false;
  let toldMs = -Infinity;

  const begin = (claim: HandoffClaim, records: boolean) => {
    const end = new AbortController();
    const one: Making = { records, end, done: Promise.resolve(), hasStarted: false };
    making.set(claim.id, one);
    const onSlot = () => {
      one.hasStarted = true;
      poller.wake();
    };
    one.done = makeOne(claim, { end, onSlot, make }, options)
      .catch((error: unknown) =>
        onWarning?.(`The render ${claim.id} could not be answered.`, error),
      )
      .finally(() => {
        making.delete(claim.id);
        poller.wake();
      });
  };

  const claim = async (records: boolean) => {
    const waiting = [...making.values()].filter(
      (one) => !one.hasStarted && one.records === records,
    ).length;
    const free = Math.max(1, limiter.concurrency - limiter.depth.running);
    const claims = await handoffs.claim({ limit: free - waiting, records, knows });
    for (const one of claims) {
      if (ending) await handoffs.putBack(one);
      else begin(one, records);
    }
  };

  const dropUnwanted = async () => {
    const known = [...making];
    if (known.length === 0) return;
    const wanted = new Set(await handoffs.wanted());
    for (const [id, { end }] of known) {
      if (!wanted.has(id)) end.abort(new RenderError('cancelled'));
    }
  };

  const poller = createPoller({
    async look() {
      if (performance.now() - toldMs >= serveMs) {
        await handoffs.serve(limiter.concurrency);
        toldMs = performance.now();
      }
      await dropUnwanted();
      for (const records of [true, false]) await claim(records);
      return pollMs;
    },
    troubleMs: pollMs,
    onTrouble: (error) => onWarning?.('What others have offered cannot be looked at now.', error),
  });

  return {
    start() {
      ending = false;
      toldMs = -Infinity;
      poller.start();
    },
    async stop({ graceMs = 0 } = {}) {
      ending = true;
      await poller.stop();
      await handoffs.serve(0).catch(() => {});
      const all = () => Promise.all([...making.values()].map(({ done }) => done));
      if (graceMs > 0 && making.size > 0) {
        const early = new AbortController();
        await Promise.race([all(), delay(graceMs, undefined, early).catch(() => {})]);
        early.abort();
      }
      for (const { end } of making.values()) end.abort(new RenderError('shutting_down'));
      await all();
    },
    wake: poller.wake,
    get running() {
      return making.size;
    },
  };
}

interface Work {
  end: AbortController;
  onSlot: () => void;
  make: JobNext;
}

/** The inside of the onion: what is around it happens where the job is answered. */
function createMake(options: HandoffWorkerOptions): JobNext {
  const { limiter, plans, kinds } = options;
  const slot = limited({ limiter, plans, kinds, isHanded: true });
  return compose([slot], renderJob({ ...options, traces: {} }, kinds));
}

/** Renders, and writes what came of it; what somebody else can still make is given back. */
async function makeOne(
  claim: HandoffClaim,
  work: Work,
  options: HandoffWorkerOptions,
): Promise<void> {
  const { handoffs, fileBytes, onWarning, onSuccess } = options;
  const { signal } = work.end;
  const made = await renderOne(claim, work, options);
  const code = made.error?.code;
  if (code === 'shutting_down') return handoffs.putBack(claim);
  // Whoever offered it has gone.
  if (code === 'cancelled' && signal.aborted) return;
  if (code === 'internal') {
    onWarning?.('A render for another process failed inside Tintype.', made.error?.cause);
  }
  if (!made.error) onSuccess?.();
  const answer = await writeAnswer(made, fileBytes);
  if (!(await answerAtLast(() => handoffs.answer(claim, answer.text), signal))) {
    await answer.discard();
  }
}

async function renderOne(
  { content, attempts, offeredAt }: HandoffClaim,
  { end, onSlot, make }: Work,
  { rules = {}, kinds, now }: HandoffWorkerOptions,
): Promise<HandedEnd> {
  let queueMs = 0;
  try {
    if (attempts > maxStarts) {
      const message = `It was started ${attempts - 1} times, and each time the process that did it ended in the middle.`;
      throw new RenderError('internal', message);
    }
    const { request, ...job } = readHandoff(content, { ...rules, kinds });
    const outcome = await make(request, {
      ...job,
      isQueued: false,
      createdAt: offeredAt,
      // Whoever answers it counts it.
      charge: createCharge({ settle: async () => true, release: async () => true }),
      signal: end.signal,
      onSlot: () => {
        queueMs = Math.max(0, now() - offeredAt);
        onSlot();
      },
    });
    return { outcome, queueMs };
  } catch (error) {
    return { error: jobError(error, end.signal), queueMs };
  }
}

/** The render is dear, and the store may be back in a moment. False: nobody wants it any more. */
async function answerAtLast(write: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === answerAttempts || signal.aborted) throw error;
      await delay(answerPauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
