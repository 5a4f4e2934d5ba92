/** A page that can be cleaned for another render. */
export interface Keepable {
  readonly isReusable: boolean;
  /** Resolves with whether it is clean; if not, it has been closed. */
  clean(): Promise<boolean>;
  close(): void;
}

/** Tabs between two renders that may share one. */
export interface KeptTabs<P extends Keepable> {
  /**
   * Returns a clean tab of that key.
   * @param mayWait - true to wait for one that is still being cleaned
   */
  take(key: string, mayWait: boolean): Promise<P | undefined>;
  keep(key: string, page: P): void;
  /** Closes the one that has been kept longest. */
  dropOldest(): void;
  stop(): void;
}

export interface KeptTabsOptions {
  /** Maximum time that a tab waits for another render. */
  idleMs: number;
  /** Called for each tab that is not taken any more. */
  onDropped(): void;
}

interface KeptTab<P> {
  key: string;
  page: P;
  isClean: boolean;
  cleaned: Promise<boolean>;
  timer: NodeJS.Timeout;
}

/** Keeps tabs for the next render with the same key. The caller limits how many. */
export function createKeptTabs<P extends Keepable>(options: KeptTabsOptions): KeptTabs<P> {
  const tabs = new Set<KeptTab<P>>();
  let stopped = false;
  const remove = (tab: KeptTab<P>) => {
    clearTimeout(tab.timer);
    return tabs.delete(tab);
  };
  const drop = (tab: KeptTab<P> | undefined) => {
    if (!tab || !remove(tab)) return;
    tab.page.close();
    options.onDropped();
  };
  return {
    async take(key, mayWait) {
      for (;;) {
        const own = [...tabs].filter((tab) => tab.key === key);
        const tab = own.find(({ isClean }) => isClean) ?? (mayWait ? own[0] : undefined);
        if (!tab || !remove(tab)) return undefined;
        if ((await tab.cleaned) && tab.page.isReusable) return tab.page;
        tab.page.close();
        options.onDropped();
      }
    },
    keep(key, page) {
      if (stopped) {
        page.close();
        return options.onDropped();
      }
      const timer = setTimeout(() => drop(tab), options.idleMs).unref();
      const tab = { key, page, timer, isClean: false, cleaned: page.clean() };
      tabs.add(tab);
      void tab.cleaned.then((isClean) => {
        tab.isClean = isClean;
        if (!isClean) drop(tab);
      });
    },
    dropOldest: () => drop(tabs.values().next().value),
    stop() {
      stopped = true;
      for (const tab of tabs) drop(tab);
    },
  };
}
