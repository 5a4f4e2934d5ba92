export interface Poolable {
  /** True if it can still be leased. */
  readonly usable: boolean;
  close(): void;
}

/** Pages opened ahead of need. */
export interface PagePool<P extends Poolable> {
  /** Returns a ready page, or else the next one opened. Rejects as opening does. */
  take(): Promise<P>;
  /** To be called once for each taken page, when it is no longer used. */
  release(): void;
  /** Number of pages that were taken, or are waited for, and not released. */
  readonly taken: number;
  /** Opens all pages that are to be ready, and resolves when they are, or cannot be opened. */
  fill(): Promise<void>;
  /** Closes the pages that were not taken, and opens no more by itself. */
  stop(): void;
}

/** See {@link createPagePool}. */
export interface PagePoolOptions<P extends Poolable> {
  /** @param onGone - to be called when a page that was not taken can no longer be used */
  open(onGone: () => void): Promise<P>;
  /** Pages that are kept open, in use or ready. */
  ahead: number;
  /** Pacing time after the first page: several pages at once make the first render slower. */
  restMs: number;
  /** Pause before pages that are gone, or could not be opened, are replaced. */
  backOffMs: number;
  /** Pause after a render before a page is opened ahead: the last render needs no other page. */
  replaceMs: number;
}

/** Attempts to open a page that is gone at once, before the waiter gets an error. */
const openAttempts = 5;

/** Keeps pages ready. The caller limits how many are in use at once. */
export function createPagePool<P extends Poolable>(options: PagePoolOptions<P>): PagePool<P> {
  const { ahead, restMs, backOffMs, replaceMs } = options;
  const ready = new Set<P>();
  const waiting: PromiseWithResolvers<P>[] = [];
  const opening = new Set<Promise<void>>();
  let taken = 0;
  let isPaced = true;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let resting: NodeJS.Timeout | undefined;
  let replacing: NodeJS.Timeout | undefined;
  let toReplace = 0;

  const openUsable = async (): Promise<P> => {
    for (let attempt = 1; ; attempt += 1) {
      let gone = false;
      let page: P | undefined;
      page = await options.open(() => {
        gone = true;
        if (page && ready.delete(page)) {
          page.close();
          refillLater();
        }
      });
      if (page.usable && !gone) return page;
      page.close();
      if (attempt === openAttempts) throw new Error('each page was gone before it could be used');
    }
  };
  const open = (): void => {
    const work = openUsable().then(
      (page) => {
        opening.delete(work);
        const next = waiting.shift();
        if (next) next.resolve(page);
        else if (stopped) page.close();
        else ready.add(page);
        if (isPaced) resting ??= setTimeout(unpace, restMs).unref();
      },
      (failure: unknown) => {
        opening.delete(work);
        // Those that are still being opened are for the others who wait.
        if (waiting.length > opening.size) waiting.shift()?.reject(failure);
        else refillLater();
      },
    );
    opening.add(work);
  };
  const missing = () =>
    stopped ? 0 : ahead - Math.max(0, taken - waiting.length) - ready.size - opening.size;
  const refill = (max = Infinity): void => {
    for (let count = Math.min(missing(), max); count > 0; count -= 1) open();
  };
  const refillLater = (): void => {
    if (timer || stopped || isPaced) return;
    timer = setTimeout(() => {
      timer = undefined;
      refill();
    }, backOffMs).unref();
  };
  const unpace = (): void => {
    isPaced = false;
    clearTimeout(resting);
    refill();
  };
  return {
    async take() {
      taken += 1;
      for (const page of ready) {
        ready.delete(page);
        if (page.usable) return page;
        page.close();
      }
      const next = Promise.withResolvers<P>();
      waiting.push(next);
      if (opening.size < waiting.length) open();
      try {
        return await next.promise;
      } catch (error) {
        taken -= 1;
        throw error;
      }
    },
    release() {
      taken -= 1;
      toReplace += 1;
      replacing ??= setTimeout(() => {
        replacing = undefined;
        refill(isPaced ? toReplace : Infinity);
        toReplace = 0;
      }, replaceMs).unref();
    },
    get taken() {
      return taken;
    },
    async fill() {
      unpace();
      await Promise.all(opening);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(resting);
      clearTimeout(replacing);
      for (const page of ready) page.close();
      ready.clear();
    },
  };
}
