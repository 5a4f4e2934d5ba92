/** A temporary message. */
export interface Notice {
  text: string;
  undo?(): void;
}

export interface Notices {
  /** Shows a message; `undo` reverts a change that was made. */
  notify(text: string, options?: { undo?(): void }): void;
  /** Runs a change after some seconds, unless it is undone; at the latest when the page closes. */
  defer(text: string, change: DeferredChange): void;
  /** Runs the pending change now. Resolves when it is made. */
  flush(): Promise<void>;
}

export interface DeferredChange {
  run(): Promise<unknown>;
  onUndo(): void;
}

const shownMs = 6_000;
/** A message with a button is read, and then pressed. */
const undoMs = 10_000;
const deferredMs = 5_000;

/** Calls a function later; returns a function that cancels this. */
type After = (ms: number, act: () => void) => () => void;

/** Shows one message at a time: a change whose message is replaced is made. */
export function createNotices(
  show: (notice: Notice | undefined) => void,
  after: After = (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
): Notices {
  let cancel = () => {};
  let pending: DeferredChange | undefined;
  const flush = async () => {
    const change = pending;
    pending = undefined;
    await change?.run();
  };
  const put = (notice: Notice | undefined, ms = 0) => {
    cancel();
    void flush();
    show(notice);
    cancel = notice ? after(ms, () => put(undefined)) : () => {};
  };
  return {
    notify: (text, { undo } = {}) => {
      if (!undo) return put({ text }, shownMs);
      const hideAndUndo = () => {
        put(undefined);
        undo();
      };
      put({ text, undo: hideAndUndo }, undoMs);
    },
    defer: (text, change) => {
      const undo = () => {
        pending = undefined;
        put(undefined);
        change.onUndo();
      };
      put({ text, undo }, deferredMs);
      pending = change;
    },
    flush,
  };
}
