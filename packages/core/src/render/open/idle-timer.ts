/** Reports a page that has not been used for a while. */
export interface IdleTimer {
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
