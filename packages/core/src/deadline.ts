import { RenderError } from '@tintype/contract';

/** The one end that everything of a render is raced against. */
export interface Deadline {
  /** Aborted when the time is over, the caller gave up, or {@link Deadline.fail} was called. */
  readonly signal: AbortSignal;
  /** What the render is doing: it stands in the message when the time is over. */
  activity: string;
  remainingMs(): number;
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
  const shared = { activity: 'starting', endsAt: performance.now() + timeoutMs };
  const deadline = createPart(shared, outer);
  const timer = setTimeout(() => {
    deadline.fail(
      new RenderError(
        'timeout',
        `The rendering did not finish within ${timeoutMs / 1000} s; it was ${shared.activity}.`,
      ),
    );
  }, timeoutMs);
  const dispose = deadline.dispose.bind(deadline);
  deadline.dispose = () => {
    clearTimeout(timer);
    dispose();
  };
  return deadline;
}

function createPart(
  shared: { activity: string; endsAt: number },
  outer: AbortSignal | undefined,
): Deadline {
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
