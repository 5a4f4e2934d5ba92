import { availableParallelism } from 'node:os';
import type { BrowserState, SourceBrowser } from '@tintype/contract';
import { RenderError } from '@tintype/contract/errors';
import type { BrowserSource, Lease } from '@tintype/core';
import { findInstalled, requireInstalled } from '@tintype/core/process';
import { createBrowserGroup } from './launch/browser-group.ts';
import type { ChromeBrowser, WarmPage } from './pool/browser-and-page.ts';
import { type ControlledPages, createControlledPages } from './pool/controlled-pages.ts';
import { findFor, openBrowser, type OpenBrowserOptions } from './pool/open-browser.ts';
import { createPagePool } from './pool/page-pool.ts';
import { createKeptTabs } from './pool/kept-tabs.ts';
import { createSlots } from './pool/slots.ts';
import type { ChromeSourceOptions } from './chrome-source-options.ts';

/** Time that a recording browser waits for the next recording: a start takes over 0.1 s. */
const recorderIdleMs = 60_000;

/** A source of pages that knows its browsers. */
export interface ChromeSource extends BrowserSource {
  /** Browsers that run now; while one replaces another there are two. */
  readonly browsers: number;
  /** State of each browser, including those that record. */
  readonly states: readonly SourceBrowser[];
}

const dependent = { name: '@tintype/chrome', url: import.meta.url };

/** Creates a source of local browsers. Nothing starts before the first page is requested. */
export function createChromeSource(given: ChromeSourceOptions): ChromeSource {
  const group = given.cgroup === undefined ? undefined : createBrowserGroup(given.cgroup);
  const options: OpenBrowserOptions = { ...given, group };
  // A bundle that was moved away from its packages is reported before anything is rendered.
  findInstalled('generic-pool', dependent);
  const concurrency = options.concurrency ?? 2 * availableParallelism();
  const slots = createSlots(concurrency);
  const size = concurrency + (options.spares ?? 1);
  const software = createPages(options, size, false);
  let hardware: Pages | undefined;
  let controlled: ControlledPages | undefined;
  let stopping = false;

  const pagesFor = (gpu: boolean): Pages => {
    if (!gpu) return software;
    hardware ??= createPages(options, concurrency, true);
    return hardware;
  };
  const acquire = async (gpu: boolean, signal: AbortSignal, tab?: string): Promise<Lease> => {
    const free = await slots.take(signal);
    try {
      return await pagesFor(gpu).take(free, tab);
    } catch (error) {
      free();
      throw error;
    }
  };
  const acquireControlled = async (gpu: boolean, signal: AbortSignal): Promise<Lease> => {
    controlled ??= createControlledPages({
      open: (onCard) => openBrowser(options, { gpu: onCard, frameControl: true }),
      // CommonJS that calls `require`, which bundles of ES modules do not have.
      createPool: requireInstalled<typeof import('generic-pool')>('generic-pool', dependent)
        .createPool,
      atOnce: Math.min(concurrency, options.recordings ?? availableParallelism()),
      idleMs: recorderIdleMs,
    });
    const frees = [await controlled.slot(signal)];
    const free = () => frees.forEach((give) => give());
    try {
      frees.push(await slots.take(signal));
      return await controlled.take(gpu, signal, free);
    } catch (error) {
      free();
      throw asUnavailable(error);
    }
  };
  return {
    concurrency,
    async acquire({ gpu, signal, frameControl = false, tab }) {
      if (stopping) throw new RenderError('shutting_down');
      const isControlled = frameControl && (await hasFrameControl(options));
      // It may have been stopped meanwhile, and what is created now would never be stopped.
      if (stopping) throw new RenderError('shutting_down');
      return isControlled ? acquireControlled(gpu, signal) : acquire(gpu, signal, tab);
    },
    start: () => software.start(),
    get browsers() {
      return software.browsers + (hardware?.browsers ?? 0);
    },
    get states() {
      const of = (use: SourceBrowser['use'], states: readonly BrowserState[] = []) =>
        states.map((state) => ({ use, ...state }));
      return [
        ...of('pages', software.states),
        ...of('graphics card', hardware?.states),
        ...of('recordings', controlled?.states),
      ];
    },
    async stop() {
      stopping = true;
      await Promise.all([software.stop(), hardware?.stop(), controlled?.stop()]);
      group?.remove();
    },
  };
}

/** Full Chrome has no frame control, nor has the shell on macOS. */
async function hasFrameControl(options: ChromeSourceOptions): Promise<boolean> {
  if (process.platform === 'darwin') return false;
  const found = await findFor(options).catch(() => undefined);
  return found?.flavour === 'headless-shell';
}

interface Pages {
  /** @param tab - see `AcquireOptions.tab` */
  take(onRelease: () => void, tab?: string): Promise<Lease>;
  start(): Promise<void>;
  stop(): Promise<void>;
  readonly browsers: number;
  readonly states: readonly BrowserState[];
}

/** Maximum number of open pages, in use or ready, at any concurrency: each is a process. */
const openAhead = 8;
/** Browsers asked for one page. */
const browserAttempts = 3;
/** Until then each finished render opens one page ahead; then all are opened. */
const restMs = 1000;
/** Maximum time that a cleaned page waits for a render that may use it. */
const keptMs = 5000;
/** A single render writes its file meanwhile and closes the browser. */
const replaceMs = 20;
/** Pause after a failed browser, so that a broken one does not keep the machine busy. */
const backOffMs = 500;

function createPages(options: OpenBrowserOptions, size: number, gpu: boolean): Pages {
  let current: Promise<ChromeBrowser> | undefined;
  let ready: ChromeBrowser | undefined;
  let stopped = false;
  const browsers = new Set<ChromeBrowser>();

  const launch = async (): Promise<ChromeBrowser> => {
    const browser = await openBrowser(options, { gpu });
    browsers.add(browser);
    void browser.closed.then(() => browsers.delete(browser));
    if (stopped) void browser.close();
    return browser;
  };
  const browser = async (): Promise<ChromeBrowser> => {
    if (stopped) throw new RenderError('shutting_down');
    if (ready?.retired) current = ready = undefined;
    current ??= launch().then(
      (launched) => (ready = launched),
      (error: unknown) => {
        current = undefined;
        throw error;
      },
    );
    return current;
  };
  /** A browser that cannot open a page is ending or broken: the next attempt uses another one. */
  const openPage = async (onGone: () => void): Promise<WarmPage> => {
    for (let attempt = 1; ; attempt += 1) {
      const candidate = await browser();
      try {
        return await candidate.openPage({ onGone });
      } catch (failure) {
        candidate.retire();
        if (attempt === browserAttempts || stopped) throw failure;
      }
    }
  };
  const pool = createPagePool<WarmPage>({
    open: openPage,
    // Pages on a graphics card are opened on demand.
    ahead: gpu ? 0 : Math.min(size, openAhead),
    restMs,
    backOffMs,
    replaceMs,
  });
  const kept = createKeptTabs<WarmPage>({ idleMs: keptMs, onDropped: () => pool.release() });
  const takeFresh = async () => {
    // Kept pages are not to use up those that are ready for others.
    if (pool.taken >= size) kept.dropOldest();
    return pool.take().catch((cause: unknown) => {
      throw asUnavailable(cause);
    });
  };
  return {
    async take(onRelease, tab) {
      // A page that is ready renders while another one is being cleaned.
      const mayWait = pool.taken >= size;
      const page = (tab !== undefined && (await kept.take(tab, mayWait))) || (await takeFresh());
      return page.lease(
        (isKept) => {
          if (!isKept) pool.release();
          onRelease();
        },
        tab === undefined ? undefined : () => kept.keep(tab, page),
      );
    },
    get browsers() {
      return browsers.size;
    },
    get states() {
      return [...browsers].map(({ state }) => state);
    },
    start: () => pool.fill(),
    async stop() {
      stopped = true;
      pool.stop();
      kept.stop();
      await Promise.all([...browsers].map((running) => running.close()));
      await current?.then((last) => last.close()).catch(() => {});
    },
  };
}

function asUnavailable(cause: unknown): RenderError {
  return cause instanceof RenderError
    ? cause
    : new RenderError('browser_unavailable', undefined, { cause });
}
