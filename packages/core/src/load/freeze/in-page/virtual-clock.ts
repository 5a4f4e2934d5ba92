import { ownOf } from '../../../page/in-page/own-nodes.ts';
import { countPending } from './count-pending.ts';
import { replaceIdle } from './replace-idle.ts';

/** Time of an animation frame: a page that animates for seconds takes few frames. */
export const frameMs = 50;

/** Maximum real time for which loading stops the clock, in ms. */
export const holdLimitMs = 5000;

/** Reads of the clock in one task after which it passes: a loop waits for it. */
export const idleReads = 10_000;

interface Timer {
  due: number;
  /** Interval in ms, if it repeats. */
  every: number | undefined;
  /** Number of timers that were set inside one another. */
  depth: number;
  run: () => void;
}

/** Clock of a document, in ms since its start. */
export interface VirtualClock {
  read(): number;
  /** Lets further time pass. */
  extend(ms: number): void;
  /** Runs no timers and frames until it is extended. */
  stop(): void;
  /** True if nothing happens before the time ends. */
  isOver(): boolean;
}

/**
 * Replaces the timers of a document by those of a clock that passes from one to the next, and not
 * while the document loads: their number and order does not depend on the machine or the network.
 * Runs in the main world.
 */
export function createVirtualClock(spanMs: number): VirtualClock {
  const later = window.setTimeout.bind(window);
  const wall = performance.now.bind(performance);
  const pending = countPending();
  const timers = new Map<number, Timer>();
  let frames = new Map<number, FrameRequestCallback>();
  const at = {
    now: 0,
    end: spanMs,
    last: 1_000_000,
    depth: 0,
    heldMs: 0,
    skewMs: 0,
    reads: 0,
    added: 0,
  };
  let [isStopped, isScheduled] = [false, false];
  /** Due time of the next timer. */
  const nextDue = () => {
    let least = Infinity;
    for (const { due } of timers.values()) least = Math.min(least, due);
    return least;
  };
  const nextFrame = () =>
    frames.size > 0 ? (Math.floor(at.now / frameMs) + 1) * frameMs : Infinity;
  const isOver = () => Math.min(nextDue(), nextFrame()) > at.end;
  const isHeld = () =>
    at.heldMs < holdLimitMs && (ownOf(document, 'readyState') !== 'complete' || pending() > 0);

  const run = (id: number, timer: Timer) => {
    at.now = Math.max(at.now, timer.due);
    at.depth = timer.depth;
    if (timer.every === undefined) timers.delete(id);
    else timer.due = at.now + timer.every;
    safely(timer.run);
    at.depth = 0;
  };
  const runTimers = (until: number) => {
    for (let isChanged = true; isChanged && !isStopped;) {
      const ready = [...timers].filter(([, { due }]) => due <= until);
      ready.sort(([id, one], [other, two]) => one.due - two.due || id - other);
      isChanged = ready.length > 0;
      at.added = Infinity;
      for (const [id, timer] of ready) {
        // One that was set meanwhile may be due before it.
        if (isStopped || at.added < timer.due) break;
        if (timers.get(id) === timer) run(id, timer);
        if (timer.due <= until) at.added = Math.min(at.added, timer.due);
      }
    }
  };
  const pump = (asked: number) => {
    isScheduled = false;
    at.reads = 0;
    if (isStopped) return;
    if (isHeld()) {
      runTimers(at.now);
      at.heldMs += wall() - asked;
    } else if (!isOver()) {
      const frame = nextFrame();
      const target = Math.min(at.end, frame, Math.max(nextDue(), at.now + frameMs));
      runTimers(target);
      at.now = Math.max(at.now, target);
      if (at.now >= frame) {
        const shown = frames;
        frames = new Map();
        for (const run of shown.values()) safely(() => run(at.now));
      }
    }
    schedule(!isOver());
  };
  const schedule = (isDue: boolean) => {
    if (!isDue || isScheduled || isStopped) return;
    isScheduled = true;
    const asked = wall();
    later(() => pump(asked), frames.size > 0 ? 16 : 8);
  };
  const add = (run: () => void, delay: unknown, isRepeated: boolean) => {
    const least = at.depth > 5 ? 4 : 0;
    const ms = Math.max(isRepeated ? 4 : least, Math.trunc(Number(delay)) || 0);
    at.last += 1;
    const every = isRepeated ? ms : undefined;
    const due = at.now + ms;
    timers.set(at.last, { due, every, depth: at.depth + 1, run });
    at.added = Math.min(at.added, due);
    schedule(due <= at.end);
    return at.last;
  };
  const remove = (id: number) => timers.delete(id);
  replaceTimers(add, remove);
  replaceIdle(add, remove, frameMs);
  window.requestAnimationFrame = new Proxy(window.requestAnimationFrame, {
    apply(target, self, [run]: [FrameRequestCallback]) {
      if (typeof run !== 'function') return Reflect.apply(target, self, [run]);
      at.last += 1;
      frames.set(at.last, run);
      schedule(nextFrame() <= at.end);
      return at.last;
    },
  });
  window.cancelAnimationFrame = new Proxy(window.cancelAnimationFrame, {
    apply: (_target, _self, [id]: [number]) => void frames.delete(id),
  });
  return {
    read() {
      if (at.reads === 0) later(() => (at.reads = 0));
      at.reads += 1;
      if (at.reads > idleReads) at.skewMs += 1;
      return at.now + at.skewMs;
    },
    extend(ms) {
      at.end += ms;
      isStopped = false;
      schedule(!isOver());
    },
    stop: () => (isStopped = true),
    isOver,
  };
}

/** An error of one callback does not stop the others. */
export function safely(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}

/** Replaces `setTimeout` and `setInterval`; code given as text keeps the browser's. */
export function replaceTimers(
  add: (run: () => void, delay: unknown, isRepeated: boolean) => number,
  remove: (id: number) => boolean,
): void {
  const world = window as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['setTimeout', 'setInterval']) {
    world[name] = new Proxy(world[name] as (typeof world)[string], {
      apply(target, self, args: [unknown, unknown, ...unknown[]]) {
        const [run, delay, ...given] = args;
        if (typeof run !== 'function') return Reflect.apply(target, self, args);
        const call = () => void Reflect.apply(run, window, given);
        return add(call, delay, name === 'setInterval');
      },
    });
  }
  for (const name of ['clearTimeout', 'clearInterval']) {
    world[name] = new Proxy(world[name] as (typeof world)[string], {
      apply(target, self, [id]: [unknown]) {
        if (!remove(Number(id))) Reflect.apply(target, self, [id]);
      },
    });
  }
}
