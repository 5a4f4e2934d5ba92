import type { RendererOptions } from '../renderer-options.ts';
import { availableParallelism } from 'node:os';
import { dataDirFor } from '../data-dir.ts';
import type { Environment } from '../environment.ts';
import { cacheDirFor } from '../part-options.ts';
import type { ServiceConfig } from './settings/settings.ts';

const maxRenders = 256;

export function concurrencyOf(
  { concurrency, browsers, pages_per_browser: pages }: ServiceConfig,
  cores: number,
): number {
  if (browsers.length === 0) return concurrency ?? 2 * cores;
  // Leaves one page for the test page of /ready.
  return concurrency ?? Math.min(maxRenders, Math.max(1, pages * browsers.length - 1));
}

/**
 * Returns the maximum number of concurrent screencasts. It is bounded by the cores of this machine,
 * which encodes them wherever the browser runs.
 */
export function recordingsOf(config: ServiceConfig, cores: number): number {
  return Math.min(cores, concurrencyOf(config, cores));
}

/**
 * Maximum time a render waits for its page, in seconds. The limiter has admitted it already: only a
 * restart of the browser takes time.
 */
const queueTimeout = 30;

export function engineOptions(config: ServiceConfig, concurrency: number): RendererOptions {
  const { chrome_path: executablePath, cache_dir: cacheDir, browser_cgroup: cgroup } = config;
  return {
    chrome: {
      // A service renders pages of strangers: only the operator may disable the sandbox.
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
    // One page more than the limiter admits, so that the test page of /ready never waits for
    // renders.
    concurrency: concurrency + 1,
    queueTimeout,
  };
}

/** Settings whose defaults depend on the machine. */
export interface MachineDefaults {
  data_dir: string;
  cache_dir: string;
  concurrency: number;
}

/** Returns the value of a setting, or else the machine's default. */
export function machineDefaults(config: ServiceConfig, environment: Environment): MachineDefaults {
  return {
    data_dir: dataDirFor(config.data_dir, environment),
    cache_dir: cacheDirFor(config.cache_dir, environment),
    concurrency: concurrencyOf(config, availableParallelism()),
  };
}
