/** Holds back pages that a new pool opens ahead of need, so that they do not compete with the first render. */
export interface GradualFill {
  /** To be awaited before a page is opened. One that somebody waits for is not held. */
  pass(isWanted: boolean): Promise<void> | undefined;
  /** Lets so many of those in that are held. Once none is left, none is held any more. */
  admit(count: number): void;
  /** Lets all in, and holds none from now on. */
  open(): void;
}

/** @param restMs - after this time all are let in, whatever happens */
export function createGradualFill(restMs: number): GradualFill {
  const held: (() => void)[] = [];
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  const admit = (count: number) => {
    for (const enter of held.splice(0, count)) enter();
    if (timer === undefined || held.length > 0) return;
    isOpen = true;
    clearTimeout(timer);
  };
  const open = () => {
    isOpen = true;
    admit(held.length);
  };
  return {
    pass(isWanted) {
      if (isOpen || isWanted) return undefined;
      timer ??= setTimeout(open, restMs).unref();
      return new Promise((resolve) => held.push(resolve));
    },
    admit,
    open,
  };
}
