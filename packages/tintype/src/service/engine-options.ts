import type { RendererOptions } from '../renderer-options.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** How many renders run at once where nobody says it. */
export function concurrencyOf({ concurrency }: ServiceConfig, cores: number): number {
  return concurrency ?? 2 * cores;
}

/** How many screencasts are recorded at once: as many as the engine has recorders. */
export function recordingsOf(config: ServiceConfig, cores: number): number {
  return Math.min(cores, concurrencyOf(config, cores));
}

/**
 * How long a render waits for its page, in seconds. Waiting behind others is over when the limiter lets it in: this is for a browser that has
 * to be started again.
 */
const queueTimeout = 30;

/** The engine that the settings ask for. */
export function engineOptions(config: ServiceConfig, concurrency: number): RendererOptions {
  const { chrome_path: executablePath, cache_dir: cacheDir, browser_cgroup: cgroup } = config;
  return {
    chrome: {
      // A service renders for strangers: without a sandbox only when the operator says so.
      sandbox: config.no_sandbox ? 'off' : 'required',
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(cacheDir === undefined ? {} : { cacheDir }),
      ...(cgroup === undefined ? {} : { cgroup }),
      niceness: config.browser_niceness,
    },
    block: { lists: config.block_lists },
    maxPageBytes: config.max_page_bytes,
    // One place beyond those of the limiter, so that the test page of /ready never waits for renders of others.
    concurrency: concurrency + 1,
    queueTimeout,
  };
}
