import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract/errors';
import type { BrowserSource, Lease } from '@tintype/core';
import type { Egress } from '@tintype/egress';
import { createPool, type Pool } from 'generic-pool';
import type { ChromeBrowser, RecycleLimits } from './chrome-browser.ts';
import { type ControlledPages, createControlledPages } from './controlled-pages.ts';
import { createGradualFill } from './gradual-fill.ts';
import { findFor, openBrowser } from './open-browser.ts';
import type { SandboxMode } from './sandbox.ts';
import { createSlots } from './slots.ts';
import type { WarmPage } from './warm-page.ts';

/** Options of {@link createChromeSource}. */
export interface ChromeSourceOptions {
  egress: Egress;
  /** See `defaultCacheDir`. */
  cacheDir: string;
  /** The environment of this process; the browser gets only what it needs of it. */
  env: Readonly<Record<string, string | undefined>>;
  homedir: string;
  /** A browser of one's own. Default: the best that is found. */
  executablePath?: string;
  /** Default `auto`: without a sandbox only where the system has none. */
  sandbox?: SandboxMode;
  extraArgs?: readonly string[];
  /** Renders at once; more wait. Default: two for each processor. */
  concurrency?: number;
  /** Screencasts at once, each in a browser of its own; more wait. Default: one for each processor, and never more than `concurrency`. */
  recordings?: number;
  /** Pages made ready beyond those in use. Default 1. */
  spares?: number;
  recycle?: Partial<RecycleLimits>;
  /** A browser was spawned and is starting: now is the time to load what is needed later. */
  onSpawned?: () => void;
}

/** Starting a browser takes a good tenth of a second: one that has recorded waits this long for the next recording. */
const recorderIdleMs = 60_000;

/** A source of pages that knows its browsers. */
export interface ChromeSource extends BrowserSource {
  /** Browsers that run now; while one takes the place of another there are more than one. */
  readonly browsers: number;
}

/** Makes a source of pages from browsers that it starts, watches and replaces. Nothing starts before the first page is asked for. */
export function createChromeSource(options: ChromeSourceOptions): ChromeSource {
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
  const acquire = async (gpu: boolean, signal: AbortSignal): Promise<Lease> => {
    const free = await slots.take(signal);
    try {
      return await pagesFor(gpu).take(free);
    } catch (error) {
      free();
      throw error;
    }
  };
  const acquireControlled = async (gpu: boolean, signal: AbortSignal): Promise<Lease> => {
    controlled ??= createControlledPages({
      open: (onCard) => openBrowser(options, { gpu: onCard, frameControl: true }),
      atOnce: Math.min(concurrency, options.recordings ?? availableParallelism()),
      idleMs: recorderIdleMs,
    });
    const frees = [await controlled.place(signal)];
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
    async acquire({ gpu, signal, frameControl = false }) {
      if (stopping) throw new RenderError('shutting_down');
      const isControlled = frameControl && (await hasFrameControl(options));
      // It may have been stopped meanwhile, and nobody would stop what is made only now.
      if (stopping) throw new RenderError('shutting_down');
      return isControlled ? acquireControlled(gpu, signal) : acquire(gpu, signal);
    },
    start: () => software.start(),
    get browsers() {
      return software.browsers + (hardware?.browsers ?? 0);
    },
    async stop() {
      stopping = true;
      await Promise.all([software.stop(), hardware?.stop(), controlled?.stop()]);
    },
  };
}

/** Full Chrome has none, and the shell none on macOS. A browser that is not found is reported by whoever starts it. */
async function hasFrameControl(options: ChromeSourceOptions): Promise<boolean> {
  if (process.platform === 'darwin') return false;
  const found = await findFor(options).catch(() => undefined);
  return found?.flavour === 'headless-shell';
}

interface Pages {
  take(onRelease: () => void): Promise<Lease>;
  start(): Promise<void>;
  stop(): Promise<void>;
  readonly browsers: number;
}

/** A page, or why there is none: generic-pool would ask again at once, for ever, if `create` rejected. */
type Made = { page: WarmPage } | { failure: unknown; at: number };

/** Tries to make a page before a request is told that there is none: a page taken from a pool may have died since. */
const takeTries = 5;
/** The most pages that are kept open, in use or ready, whatever the concurrency: each is a process. */
const openAhead = 8;
/** Browsers asked for one page. */
const browserTries = 3;
/** Pages ahead of need are opened one for each render at first, and all after this long: five at once make the first render a quarter slower. */
const fillAfterMs = 1000;
/** Pause after a browser that did not start, so that a broken one does not keep the machine busy. */
const backOffMs = 500;

function createPages(options: ChromeSourceOptions, size: number, gpu: boolean): Pages {
  let current: Promise<ChromeBrowser> | undefined;
  let ready: ChromeBrowser | undefined;
  let stopped = false;
  const browsers = new Set<ChromeBrowser>();
  const fill = createGradualFill(fillAfterMs);
  let opening = 0;

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
  /** A browser that cannot open a page is about to end, or is as good as ended: another one is asked. */
  const openPage = async (): Promise<WarmPage> => {
    for (let tries = 1; ; tries += 1) {
      const asked = await browser();
      try {
        return await asked.openPage();
      } catch (failure) {
        asked.retire();
        if (tries === browserTries || stopped) throw failure;
      }
    }
  };
  const pool: Pool<Made> = createPool<Made>(
    {
      async create() {
        await fill.pass(pool.pending > opening);
        opening += 1;
        try {
          return { page: await openPage() };
        } catch (failure) {
          if (!stopped) await delay(backOffMs, undefined, { ref: false });
          return { failure, at: performance.now() };
        } finally {
          opening -= 1;
          fill.rest();
        }
      },
      async destroy(made) {
        if ('page' in made && !made.page.leased) made.page.close();
      },
      validate: async (made) => 'failure' in made || made.page.usable,
    },
    {
      max: size,
      // In use or ready. Pages on a graphics card are opened when they are asked for.
      min: gpu ? 0 : Math.min(size, openAhead),
      testOnBorrow: true,
      autostart: false,
    },
  );
  return {
    async take(onRelease) {
      const askedAt = performance.now();
      for (let tries = 1; ; tries += 1) {
        const isMissing = pool.available === 0;
        const acquired = pool.acquire();
        if (isMissing) fill.admit(1);
        const made = await acquired;
        const drop = () => void pool.destroy(made).catch(() => {});
        if ('page' in made && made.page.usable) {
          fill.admit(1);
          return made.page.lease(() => {
            drop();
            fill.admit(1);
            onRelease();
          });
        }
        drop();
        // What failed before this request came says nothing of now.
        if ('failure' in made && made.at < askedAt) tries -= 1;
        else if (tries < takeTries && !('failure' in made)) continue;
        else throw asUnavailable('failure' in made ? made.failure : undefined);
      }
    },
    get browsers() {
      return browsers.size;
    },
    async start() {
      fill.open();
      pool.start();
      await pool.ready();
    },
    async stop() {
      stopped = true;
      fill.open();
      await Promise.all([...browsers].map((running) => running.close()));
      await current?.then((last) => last.close()).catch(() => {});
      pool.drain().then(
        () => pool.clear(),
        () => {},
      );
    },
  };
}

function asUnavailable(cause: unknown): RenderError {
  return cause instanceof RenderError
    ? cause
    : new RenderError('browser_unavailable', undefined, { cause });
}
