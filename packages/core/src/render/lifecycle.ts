import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserSource } from '../browser-source.ts';
import { createLazy } from '../lazy.ts';
import type { Plugin } from '../types.ts';

/** Maximum time for a plugin to stop; then the browsers are closed anyway. */
const usualStopBoundMs = 10_000;

export interface Lifecycle {
  /** Starts the plugins that have not started. The next call retries only a failed one. */
  start(): Promise<void>;
  /** Stops everything in reverse. Throws an Error that names the failed part, or all. */
  stop(): Promise<void>;
}

/** Starts plugins in order, and stops them in reverse before the source of pages. */
export function createLifecycle(
  plugins: readonly Plugin[],
  source: Pick<BrowserSource, 'stop'>,
  stopBoundMs = usualStopBoundMs,
): Lifecycle {
  const starts = plugins.map((plugin) =>
    createLazy(() => named(`The start of plugin ${plugin.name}`, () => plugin.start?.())),
  );
  return {
    async start() {
      for (const each of starts) await each.get();
    },
    async stop() {
      const failures: unknown[] = [];
      const attempt = async (work: () => Promise<void>) => {
        await work().catch((error: unknown) => failures.push(error));
      };
      for (const [index, plugin] of [...plugins.entries()].toReversed()) {
        await attempt(() =>
          within(`The stop of plugin ${plugin.name}`, stopBoundMs, async () => {
            // A plugin that is still starting would be left running.
            await starts[index]?.started?.catch(() => {});
            await plugin.stop?.();
          }),
        );
      }
      await attempt(() => named('The stop of the browsers', () => source.stop()));
      if (failures.length > 1) throw new AggregateError(failures, allOf(failures));
      if (failures.length === 1) throw failures[0];
    },
  };
}

async function named(what: string, work: () => Promise<void> | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${what} failed: ${reason}`, { cause: error });
  }
}

async function within(what: string, boundMs: number, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = delay(boundMs, undefined, { signal: over.signal }).then(
    () => {
      throw new Error(`${what} did not end within ${boundMs / 1000} s.`);
    },
    () => {},
  );
  try {
    await Promise.race([named(what, work), late]);
  } finally {
    over.abort();
  }
}

function allOf(failures: readonly unknown[]): string {
  return failures.map((failure) => (failure as Error).message).join(' ');
}
