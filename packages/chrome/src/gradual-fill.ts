/** Holds back pages that a new pool opens ahead of need, so that they do not compete with the first render. */
export interface GradualFill {
  /** To be awaited before a page is opened. One that somebody waits for is not held. */
  pass(isWanted: boolean): Promise<void> | undefined;
  /** Lets so many of those in that are held. Once none is left, none is held any more. */
  admit(count: number): void;
  /** The first page is there, or has failed: all come in after a rest, whatever happens. */
  rest(): void;
  /** Lets all in, and holds none from now on. */
  open(): void;
}

/** @param restMs - see {@link GradualFill.rest} */
export function createGradualFill(restMs: number): GradualFill {
  const held: (() => void)[] = [];
  let isOpen = false;
  let hasHeld = false;
  let timer: NodeJS.Timeout | undefined;
  const admit = (count: number) => {
    for (const enter of held.splice(0, count)) enter();
    if (!hasHeld || held.length > 0) return;
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
      hasHeld = true;
      return new Promise((resolve) => held.push(resolve));
    },
    admit,
    rest() {
      if (!isOpen) timer ??= setTimeout(open, restMs).unref();
    },
    open,
  };
}
