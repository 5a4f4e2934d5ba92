import { createRaceEnd } from './race-end.ts';
import { RenderError } from '@tintype/contract';

/** The deadline of a render. Its time starts when the render has its page. */
export interface Deadline {
  /** Aborts when the time is over, the caller aborts, or {@link Deadline.fail} is called. */
  readonly signal: AbortSignal;
  /** The current activity of the render: it is part of the timeout message. */
  activity: string;
  /** Remaining time in ms; the whole timeout until the render has its page. */
  remainingMs(): number;
  start(): void;
  /** Stops the clock while the render waits for a page. */
  pause(): void;
  /** Sets a recording's own time limit, once per render: a retry has the rest of it. */
  restart(timeoutMs: number): void;
  /** Restarts the clock with a new time limit for further work on the same page. */
  renew(timeoutMs: number): void;
  /** Ends the render with an error. The first reason counts. */
  fail(reason: RenderError): void;
  /** Settles as `work` does, or rejects with the reason of the deadline, whichever comes first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Waits; ends early only when the render ends. */
  sleep(durationMs: number): Promise<void>;
  /** Returns a deadline inside this one: it can fail separately, and ends when this one does. */
  child(): Deadline;
  /** Returns a deadline on the same clock that ends when `outer` aborts, not with this one. */
  detach(outer: AbortSignal): Deadline;
  dispose(): void;
}

/** Creates the deadline of a render. Its clock is stopped until {@link Deadline.start}. */
export function createDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  return createTimed(
    { activity: 'starting', what: 'rendering', timeoutMs, leftMs: timeoutMs, rearm: new Set() },
    outer,
  );
}

/** State shared by all parts of one deadline. */
interface Clock {
  activity: string;
  what: 'rendering' | 'recording';
  timeoutMs: number;
  /** Time left when the clock was last stopped. */
  leftMs: number;
  /** Undefined while the clock is stopped. */
  endsAt?: number | undefined;
  /** Resets the timers that run on this clock. */
  readonly rearm: Set<() => void>;
}

function remaining({ endsAt, leftMs }: Clock): number {
  return endsAt === undefined ? leftMs : Math.max(0, endsAt - performance.now());
}

function set(clock: Clock, leftMs: number, isRunning: boolean): void {
  clock.leftMs = leftMs;
  clock.endsAt = isRunning ? performance.now() + leftMs : undefined;
  for (const arm of clock.rearm) arm();
}

function restart(clock: Clock, timeoutMs: number): void {
  if (clock.what === 'recording') return;
  Object.assign(clock, { what: 'recording', timeoutMs });
  set(clock, timeoutMs, true);
}

function createTimed(clock: Clock, outer: AbortSignal | undefined): Deadline {
  const deadline = createPart(clock, outer);
  let timer: NodeJS.Timeout | undefined;
  const arm = () => {
    clearTimeout(timer);
    if (clock.endsAt === undefined) return;
    timer = setTimeout(() => {
      const { what, timeoutMs, activity } = clock;
      const advice =
        what === 'recording' ? ' A shorter or smaller video, or a lower fps, takes less.' : '';
      const message = `The ${what} did not finish within ${timeoutMs / 1000} s; it was ${activity}.${advice}`;
      deadline.fail(new RenderError('timeout', message));
    }, deadline.remainingMs());
  };
  arm();
  clock.rearm.add(arm);
  const dispose = deadline.dispose.bind(deadline);
  deadline.dispose = () => {
    clearTimeout(timer);
    clock.rearm.delete(arm);
    dispose();
  };
  return deadline;
}

function createPart(clock: Clock, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const { end, race } = createRaceEnd();

  const deadline: Deadline = {
    signal: controller.signal,
    get activity() {
      return clock.activity;
    },
    set activity(activity) {
      clock.activity = activity;
    },
    remainingMs: () => remaining(clock),
    start() {
      if (clock.endsAt === undefined) set(clock, clock.leftMs, true);
    },
    pause() {
      if (clock.endsAt !== undefined) set(clock, remaining(clock), false);
    },
    restart(timeoutMs) {
      if (!controller.signal.aborted) restart(clock, timeoutMs);
    },
    renew(timeoutMs) {
      if (controller.signal.aborted) return;
      Object.assign(clock, { what: 'rendering', timeoutMs });
      set(clock, timeoutMs, true);
    },
    fail(reason) {
      if (controller.signal.aborted) return;
      end(reason);
      controller.abort(reason);
    },
    race,
    sleep(durationMs) {
      let timer: NodeJS.Timeout | undefined;
      const slept = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, durationMs);
        // It may outlast its work; the deadline's own timer keeps Node alive meanwhile.
        if (clock.endsAt !== undefined) timer.unref();
      });
      return deadline.race(slept).finally(() => clearTimeout(timer));
    },
    child: () => createPart(clock, controller.signal),
    detach: (signal) => createTimed(clock, signal),
    dispose() {
      outer?.removeEventListener('abort', cancel);
    },
  };
  const cancel = () => {
    deadline.fail(RenderError.from(outer?.reason, outer));
  };
  if (outer?.aborted) cancel();
  else outer?.addEventListener('abort', cancel, { once: true });
  return deadline;
}

/** Fails a deadline when a signal aborts; returns a function that detaches the two. */
export function endWith(deadline: Pick<Deadline, 'fail'>, signal: AbortSignal): () => void {
  const end = () => deadline.fail(RenderError.from(signal.reason, signal));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}
