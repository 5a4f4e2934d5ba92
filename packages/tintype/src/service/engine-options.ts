import type { RendererOptions } from '../renderer-options.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** As many as may be asked for. */
const maxRenders = 256;

/** Returns the default concurrency of renders. */
export function concurrencyOf(
  { concurrency, browsers, pages_per_browser: pages }: ServiceConfig,
  cores: number,
): number {
  if (browsers.length === 0) return concurrency ?? 2 * cores;
  // One page is left for the test page of /ready.
  return concurrency ?? Math.min(maxRenders, Math.max(1, pages * browsers.length - 1));
}

/**
 * How many screencasts are recorded at once: as many as the engine has recorders, which encode on
 * this machine wherever the browser is.
 */
export function recordingsOf(config: ServiceConfig, cores: number): number {
  return Math.min(cores, concurrencyOf(config, cores));
}

/**
 * Time a render waits for its page, in seconds. The limiter has admitted it already: this is for a
 * browser that must be restarted.
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
    ...(config.browsers.length === 0 ? {} : { browsers: config.browsers }),
    pagesPerBrowser: config.pages_per_browser,
    block: { lists: config.block_lists },
    maxPageBytes: config.max_page_bytes,
    // One place beyond those of the limiter, so that the test page of /ready never waits for
    // renders of others.
    concurrency: concurrency + 1,
    queueTimeout,
  };
}
