import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import { createPoller, type HandoffClaim } from '@tintype/store';
import type { HandoffWorkerOptions } from './handoff-worker-options.ts';
import { createMakeHandoff } from './make-handoff.ts';
import { knownBy } from './handoff-needs.ts';

/** Renders what other processes have offered. */
export interface HandoffWorker {
  start(): void;
  /**
   * Claims nothing new. Renders that have not ended after `graceMs` (default 0) go to other
   * workers.
   */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** Something was offered, or withdrawn: looks at once. */
  wake(): void;
  readonly running: number;
}

/**
 * Interval at which slots are announced again: the list of workers does not survive a crash of the
 * database.
 */
const serveMs = 5_000;

interface Making {
  readonly claim: HandoffClaim;
  readonly records: boolean;
  readonly end: AbortController;
  readonly claimedMs: number;
  done: Promise<void>;
  hasStarted: boolean;
  /** The store knows that it has started. */
  isBegun: boolean;
}

/**
 * Creates a {@link HandoffWorker}. It claims renders for which it has a free slot and a free
 * recorder. If it has none, it holds one more that has waited for a while, which is next, before
 * async requests except for the quarter of the slots that is theirs; a render that does not start
 * soon is put back for other workers. While no browser may provide a page it claims nothing, and
 * announces no slot.
 */
export function createHandoffWorker(options: HandoffWorkerOptions): HandoffWorker {
  const { handoffs, limiter, fileBytes, onWarning } = options;
  const { pollMs = 1_000, aheadAfterMs = 250, putBackMs = 2_000, mayRender } = options;
  const knows = knownBy(options.kinds);
  const make = createMakeHandoff(options);
  const making = new Set<Making>();
  let ending = false;
  let announcedMs = -Infinity;
  let announcedSlots: number | undefined;
  /** Until then what was given back is for others. */
  let aheadFromMs = -Infinity;
  /** Until then no browser is asked again. */
  let restUntilMs = -Infinity;
  let isInDoubt = false;
  let haveFilesFailed = false;

  const begin = (claim: HandoffClaim, records: boolean) => {
    // This process was taken for dead, and the render offered again.
    for (const one of making) {
      if (one.claim.id === claim.id) one.end.abort(new RenderError('cancelled'));
    }
    const one: Making = {
      claim,
      records,
      end: new AbortController(),
      claimedMs: performance.now(),
      done: Promise.resolve(),
      hasStarted: false,
      isBegun: false,
    };
    making.add(one);
    const onSlot = () => {
      one.hasStarted = true;
      poller.wake();
    };
    const onFilesFailed = () => void (haveFilesFailed = true);
    const onNoBrowser = () => void (restUntilMs = performance.now() + putBackMs);
    one.done = make(claim, { end: one.end, onSlot, onFilesFailed, onNoBrowser })
      .catch((error: unknown) => {
        isInDoubt = true;
        onWarning?.(`The render ${claim.id} could not be answered.`, error);
      })
      .finally(() => {
        making.delete(one);
        poller.wake();
      });
  };

  const held = () => [...making].filter((one) => !one.hasStarted);

  const announceSlots = async (slots: number) => {
    if (slots === announcedSlots && performance.now() - announcedMs < serveMs) return;
    await handoffs.serve(slots);
    announcedSlots = slots;
    announcedMs = performance.now();
  };

  const claim = async (records: boolean) => {
    const { slots, recorders } = limiter.free;
    const waiting = held();
    const recordings = waiting.filter((one) => one.records).length;
    const others = waiting.length - recordings;
    const alike = records ? recordings : others;
    // What waits for a recorder takes no slot.
    const freeSlots = slots - others - Math.min(recordings, recorders);
    const free = Math.min(freeSlots, records ? recorders - recordings : Infinity);
    if (free < 1 && (alike > 0 || performance.now() < aheadFromMs)) return;
    const waitedMs = free < 1 ? aheadAfterMs : 0;
    for (const one of await handoffs.claim({
      limit: Math.max(free, 1),
      waitedMs,
      records,
      knows,
    })) {
      if (ending) await handoffs.putBack(one);
      else begin(one, records);
    }
  };

  /**
   * Cancels renders without a caller, and puts back claims that this process does not know: the
   * response to its claim, or to its release, was lost.
   */
  const compare = async () => {
    const known = [...making];
    if (known.length === 0 && !isInDoubt) return;
    const wanted = await handoffs.wanted();
    const keyOf = ({ id, token }: Pick<HandoffClaim, 'id' | 'token'>) => `${id} ${token}`;
    const keys = new Set(wanted.map(keyOf));
    for (const { claim: one, end } of known) {
      if (!keys.has(keyOf(one))) end.abort(new RenderError('cancelled'));
    }
    const knownKeys = new Set(known.map(({ claim: one }) => keyOf(one)));
    for (const one of wanted) if (!knownKeys.has(keyOf(one))) await handoffs.putBack(one);
    isInDoubt = false;
  };

  const reportStart = async () => {
    for (const one of making) {
      if (!one.hasStarted || one.isBegun) continue;
      await handoffs.begin(one.claim);
      one.isBegun = true;
    }
  };

  const putBackHeld = () => {
    const nowMs = performance.now();
    for (const one of held()) {
      if (nowMs - one.claimedMs < putBackMs) continue;
      aheadFromMs = nowMs + aheadAfterMs;
      one.end.abort(new RenderError('shutting_down'));
    }
  };

  const poller = createPoller({
    async look() {
      const isAble = mayRender?.() !== false && performance.now() >= restUntilMs;
      await announceSlots(isAble ? limiter.concurrency : 0);
      await reportStart();
      await compare();
      putBackHeld();
      // Nothing is rendered here whose result could not be kept.
      if (haveFilesFailed) await fileBytes.check?.();
      haveFilesFailed = false;
      if (isAble) for (const records of [true, false]) await claim(records);
      // What is too young to be claimed ahead grows old without a word.
      return limiter.free.slots > held().length ? pollMs : Math.min(pollMs, aheadAfterMs);
    },
    troubleMs: pollMs,
    onTrouble(error) {
      isInDoubt = true;
      onWarning?.('Offered renders cannot be read at the moment.', error);
    },
  });

  return {
    start() {
      ending = false;
      announcedMs = -Infinity;
      poller.start();
    },
    async stop({ graceMs = 0 } = {}) {
      ending = true;
      await poller.stop();
      await handoffs.leave().catch(() => {});
      const all = () => Promise.all([...making].map(({ done }) => done));
      if (graceMs > 0 && making.size > 0) {
        const early = new AbortController();
        await Promise.race([all(), delay(graceMs, undefined, early).catch(() => {})]);
        early.abort();
      }
      for (const { end } of making) end.abort(new RenderError('shutting_down'));
      await all();
    },
    wake: poller.wake,
    get running() {
      return making.size;
    },
  };
}
