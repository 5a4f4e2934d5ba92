import { RenderError } from '@tintype/contract';

/** Time an unused open page stays open, in seconds. */
const usualKeepForS = 300;
const longestKeepForS = 86_400;

/** @throws RangeError for a `keepFor` that is no number of seconds above 0, at most a day */
export function keepForMs(seconds: number = usualKeepForS): number {
  const isKept = typeof seconds === 'number' && seconds > 0 && seconds <= longestKeepForS;
  if (isKept) return seconds * 1000;
  throw new RangeError(
    `keepFor must be a number of seconds above 0, at most ${longestKeepForS}; got ${String(seconds)}.`,
  );
}

export function closedError(): RenderError {
  return new RenderError('invalid_request', 'The page is closed: open another one.');
}

/** The error for a capture of a page that was idle for too long. */
export function idleError(idleMs: number): RenderError {
  const message = `The page was closed after being unused for ${idleMs / 1000} s (keepFor): open another one.`;
  return new RenderError('invalid_request', message);
}

/** The error for a capture of a page that another capture, or the page itself, has ended. */
export function endedError(reason: unknown): RenderError {
  const { code, message } = RenderError.from(reason);
  return new RenderError(code, `${message} That closed the page: open another one.`, {
    cause: reason,
  });
}

/** The error for other HTML in a page that was not opened for it. */
export function untrustedError(): RenderError {
  return new RenderError(
    'invalid_request',
    'load() needs a page that was opened with html, without base_url, and with { trusted: true }: what it loads shares a process.',
  );
}

/** Reports a page that has not been used for a while. */
interface IdleTimer {
  /** Counts as use until the work has ended. */
  during<T>(work: Promise<T>): Promise<T>;
  stop(): void;
}

/** Creates the idle timer of a page. It does not keep Node running. */
export function createIdleTimer(idleMs: number, onIdle: () => void): IdleTimer {
  let uses = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const rest = () => {
    clearTimeout(timer);
    if (uses === 0 && !stopped) timer = setTimeout(onIdle, idleMs).unref();
  };
  rest();
  return {
    during(work) {
      uses += 1;
      clearTimeout(timer);
      return work.finally(() => {
        uses -= 1;
        rest();
      });
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
