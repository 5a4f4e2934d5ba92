import { RenderError } from '@tintype/contract';

/** The one end that everything of a render is raced against. */
export interface Deadline {
  /** Aborted when the time is over, the caller gave up, or {@link Deadline.fail} was called. */
  readonly signal: AbortSignal;
  /** What the render is doing: it stands in the message when the time is over. */
  activity: string;
  remainingMs(): number;
  /**
   * Gives a recording a time of its own, counted from now. Once in a render: one that begins again after a crash has what is
   * left of it.
   */
  restart(timeoutMs: number): void;
  /** Ends the render with an error of one's own. The first reason counts. */
  fail(reason: RenderError): void;
  /** Settles as `work` does, or rejects with the reason of the end, whichever comes first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Waits; ends early only when the render ends. */
  sleep(durationMs: number): Promise<void>;
  /** A deadline inside this one: it can fail by itself, and ends when this one does. */
  child(): Deadline;
  /** Frees what it holds. */
  dispose(): void;
}

/** Starts the clock of a render. */
export function createDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  let timer: NodeJS.Timeout | undefined;
  let restarted = false;
  const begin = (lengthMs: number, what: string) => {
    clearTimeout(timer);
    shared.endsAt = performance.now() + lengthMs;
    timer = setTimeout(() => {
      const message = `The ${what} did not finish within ${lengthMs / 1000} s; it was ${shared.activity}.`;
      deadline.fail(new RenderError('timeout', message));
    }, lengthMs);
  };
  const shared: Shared = {
    activity: 'starting',
    endsAt: 0,
    restart(lengthMs) {
      if (restarted || deadline.signal.aborted) return;
      restarted = true;
      begin(lengthMs, 'recording');
    },
  };
  const deadline = createPart(shared, outer);
  begin(timeoutMs, 'rendering');
  const dispose = deadline.dispose.bind(deadline);
  deadline.dispose = () => {
    clearTimeout(timer);
    dispose();
  };
  return deadline;
}

/** What a deadline and those inside it have in common. */
interface Shared {
  activity: string;
  endsAt: number;
  restart(timeoutMs: number): void;
}

function createPart(shared: Shared, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let end: (reason: RenderError) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  ended.catch(() => {});

  const deadline: Deadline = {
    signal: controller.signal,
    get activity() {
      return shared.activity;
    },
    set activity(activity) {
      shared.activity = activity;
    },
    remainingMs: () => Math.max(0, shared.endsAt - performance.now()),
    restart: (timeoutMs) => shared.restart(timeoutMs),
    fail(reason) {
      if (controller.signal.aborted) return;
      end(reason);
      controller.abort(reason);
    },
    race(work) {
      work.catch(() => {});
      return Promise.race([work, ended]);
    },
    sleep(durationMs) {
      let timer: NodeJS.Timeout | undefined;
      const slept = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, durationMs);
      });
      return deadline.race(slept).finally(() => clearTimeout(timer));
    },
    child: () => createPart(shared, controller.signal),
    dispose() {
      outer?.removeEventListener('abort', cancel);
    },
  };
  const cancel = () => {
    const reason: unknown = outer?.reason;
    deadline.fail(
      reason instanceof RenderError
        ? reason
        : new RenderError('cancelled', undefined, { cause: reason }),
    );
  };
  if (outer?.aborted) cancel();
  else outer?.addEventListener('abort', cancel, { once: true });
  return deadline;
}
