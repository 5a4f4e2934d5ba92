import type { BrowserState } from '@tintype/contract';
import { RenderError } from '@tintype/contract/errors';
import type { Lease } from '@tintype/core';
import type { Pool } from 'generic-pool';
import type { ChromeBrowser } from './browser-and-page.ts';
import { createSlots } from './slots.ts';

/** See {@link createControlledPages}. */
export interface ControlledPagesOptions {
  /** Starts a browser that has frame control. */
  open(gpu: boolean): Promise<ChromeBrowser>;
  /** Pages at once; more wait. */
  atOnce: number;
  /** Time an idle browser is kept open. */
  idleMs: number;
  createPool: CreatePool;
}

export type CreatePool = typeof import('generic-pool').createPool;

/** Pages whose frames are shown on command. */
export interface ControlledPages {
  /** @param onRelease - called once the lease is given back */
  take(gpu: boolean, signal: AbortSignal, onRelease: () => void): Promise<Lease>;
  /** Waits for a free slot; call it before the engine's slot, which others can use meanwhile. */
  slot(signal: AbortSignal): Promise<() => void>;
  readonly states: readonly BrowserState[];
  stop(): Promise<void>;
}

/** Browsers asked for one page. */
const browserAttempts = 3;

/** A browser or a failure: generic-pool retries immediately, forever, if `create` rejects. */
type Made = { browser: ChromeBrowser } | { failure: unknown };

/** Each page has its own browser: pages with frames on command starve each other. */
export function createControlledPages(options: ControlledPagesOptions): ControlledPages {
  const slots = createSlots(options.atOnce);
  const browsers = new Set<ChromeBrowser>();
  const launching = new Set<Promise<ChromeBrowser>>();
  const pools = new Map<boolean, Pool<Made>>();
  let stopped = false;

  const launch = async (gpu: boolean): Promise<ChromeBrowser> => {
    // The pool creates with a delay: a browser launched after the end would never be used.
    if (stopped) throw new RenderError('shutting_down');
    const starting = options.open(gpu).then((started) => {
      browsers.add(started);
      void started.closed.then(() => browsers.delete(started));
      return started;
    });
    launching.add(starting);
    return starting.finally(() => launching.delete(starting));
  };
  const poolFor = (gpu: boolean): Pool<Made> => {
    const pool = pools.get(gpu) ?? createBrowserPool(() => launch(gpu), options);
    pools.set(gpu, pool);
    return pool;
  };
  return {
    slot: (signal) => slots.take(signal),
    async take(gpu, signal, onRelease) {
      const pool = poolFor(gpu);
      for (let attempt = 1; ; attempt += 1) {
        if (stopped) throw new RenderError('shutting_down');
        if (signal.aborted) throw signal.reason;
        const made = await pool.acquire();
        const drop = () => void pool.destroy(made).catch(() => {});
        if ('failure' in made) {
          drop();
          throw made.failure;
        }
        const { browser } = made;
        if (stopped) {
          drop();
          throw new RenderError('shutting_down');
        }
        if (signal.aborted) {
          void pool.release(made).catch(drop);
          throw signal.reason;
        }
        const giveBack = () => {
          if (browser.retired || stopped) drop();
          else void pool.release(made).catch(drop);
        };
        try {
          const page = await browser.openPage({ frameControl: true, onClosed: giveBack });
          return page.lease(() => {
            // A browser that crashed once gets no other page.
            if (page.isLost) browser.retire();
            onRelease();
          });
        } catch (failure) {
          drop();
          if (attempt === browserAttempts || stopped || signal.aborted) throw failure;
        }
      }
    },
    get states() {
      return [...browsers].map(({ state }) => state);
    },
    async stop() {
      stopped = true;
      await Promise.allSettled(launching);
      await Promise.all([...browsers].map((browser) => browser.close()));
    },
  };
}

/** Browsers that wait for the next recording, for `idleMs` at most. */
function createBrowserPool(
  open: () => Promise<ChromeBrowser>,
  { atOnce, idleMs, createPool }: Pick<ControlledPagesOptions, 'atOnce' | 'idleMs' | 'createPool'>,
): Pool<Made> {
  return createPool<Made>(
    {
      create: () =>
        open().then(
          (browser) => ({ browser }),
          (failure: unknown) => ({ failure }),
        ),
      async destroy(made) {
        if ('browser' in made) await made.browser.close();
      },
      validate: async (made) => 'failure' in made || !made.browser.retired,
    },
    {
      // One more than there are slots: a context that is being closed still has its browser.
      max: atOnce + 1,
      testOnBorrow: true,
      autostart: false,
      idleTimeoutMillis: idleMs,
      evictionRunIntervalMillis: Math.max(1, Math.ceil(idleMs / 4)),
      numTestsPerEvictionRun: atOnce + 1,
    },
  );
}
