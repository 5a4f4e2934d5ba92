import type { RendererOptions } from '../renderer-options.ts';
import type { ServiceConfig } from './settings.ts';

/** How many renders run at once where nobody says it. */
export function concurrencyOf({ concurrency }: ServiceConfig, cores: number): number {
  return concurrency ?? 2 * cores;
}

/** The engine that the settings ask for. */
export function engineOptions(config: ServiceConfig, concurrency: number): RendererOptions {
  const { chrome_path: executablePath, cache_dir: cacheDir } = config;
  return {
    chrome: {
      // A service renders for strangers: without a sandbox only when the operator says so.
      sandbox: config.no_sandbox ? 'off' : 'required',
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(cacheDir === undefined ? {} : { cacheDir }),
    },
    block: { lists: config.block_lists },
    // One place beyond those of the gate, so that the test page of /ready never waits for renders of others.
    concurrency: concurrency + 1,
  };
}
