import { RenderError } from '@tintype/contract/errors';
import type { Lease } from '@tintype/core';
import type { ChromeBrowser } from './chrome-browser.ts';
import { createSlots } from './slots.ts';

/** See {@link createControlledPages}. */
export interface ControlledPagesOptions {
  /** Starts a browser that has frame control. */
  open(gpu: boolean): Promise<ChromeBrowser>;
  /** Pages at once; more wait. */
  atOnce: number;
  /** How long a browser that nobody uses is kept. */
  idleMs: number;
}

/** Pages whose frames are told when to show. */
export interface ControlledPages {
  /** @param onRelease - called once the lease is given back */
  take(gpu: boolean, signal: AbortSignal, onRelease: () => void): Promise<Lease>;
  /** Waits for a free place; to be taken before that of the engine, which others can use meanwhile. */
  place(signal: AbortSignal): Promise<() => void>;
  stop(): Promise<void>;
}

/** Browsers asked for one page. */
const browserTries = 3;

/**
 * Each page has a browser of its own: of several in one browser that get frames on command, some get none in the end. A
 * browser is used again for the next page, with a fresh context.
 */
export function createControlledPages(options: ControlledPagesOptions): ControlledPages {
  const slots = createSlots(options.atOnce);
  const browsers = new Set<ChromeBrowser>();
  const idle = new Map<ChromeBrowser, { gpu: boolean; timer: NodeJS.Timeout }>();
  let stopped = false;

  const launching = new Set<Promise<ChromeBrowser>>();

  const launch = async (gpu: boolean): Promise<ChromeBrowser> => {
    const starting = options.open(gpu).then((started) => {
      // Whoever waits for the launch finds it among the browsers.
      browsers.add(started);
      void started.closed.then(() => {
        browsers.delete(started);
        clearTimeout(idle.get(started)?.timer);
        idle.delete(started);
      });
      return started;
    });
    launching.add(starting);
    const browser = await starting.finally(() => launching.delete(starting));
    if (stopped) {
      void browser.close();
      throw new RenderError('shutting_down');
    }
    return browser;
  };
  const waitingOne = (gpu: boolean): ChromeBrowser | undefined => {
    for (const [browser, kept] of idle) {
      if (kept.gpu !== gpu) continue;
      clearTimeout(kept.timer);
      idle.delete(browser);
      if (!browser.retired) return browser;
    }
    return undefined;
  };
  const keep = (browser: ChromeBrowser, gpu: boolean) => {
    if (browser.retired || stopped) return void browser.close();
    const timer = setTimeout(() => {
      idle.delete(browser);
      void browser.close();
    }, options.idleMs);
    timer.unref();
    idle.set(browser, { gpu, timer });
  };
  return {
    place: (signal) => slots.take(signal),
    async take(gpu, signal, onRelease) {
      for (let tries = 1; ; tries += 1) {
        if (stopped) throw new RenderError('shutting_down');
        if (signal.aborted) throw signal.reason;
        const browser = waitingOne(gpu) ?? (await launch(gpu));
        try {
          const page = await browser.openPage({
            frameControl: true,
            onClosed: () => keep(browser, gpu),
          });
          return page.lease(() => {
            // What crashed once is not trusted with another page.
            if (page.isLost) browser.retire();
            onRelease();
          });
        } catch (failure) {
          void browser.close();
          if (tries === browserTries || stopped || signal.aborted) throw failure;
        }
      }
    },
    async stop() {
      stopped = true;
      for (const { timer } of idle.values()) clearTimeout(timer);
      await Promise.allSettled(launching);
      await Promise.all([...browsers].map((browser) => browser.close()));
    },
  };
}
