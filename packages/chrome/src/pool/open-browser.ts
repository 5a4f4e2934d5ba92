import type { BrowserGroup } from '../launch/browser-group.ts';
import type { RecycleLimits } from './chrome-browser.ts';
import type { ChromeBrowser } from './browser-and-page.ts';
import type { ChromeSourceOptions } from '../chrome-source-options.ts';
import { findBrowser, type FoundBrowser } from '../find/find-browser.ts';
import { warnOfSoftware } from './gpu-warning.ts';
import { launchChrome } from '../launch/launch-chrome.ts';

/** A browser is fresh for this long: Chromium's leaks stay small, and a start costs 0.3 s. */
const recycleDefaults: RecycleLimits = {
  maxPages: 1000,
  maxAgeMs: 60 * 60_000,
  maxMemoryBytes: 1.5 * 1024 ** 3,
  maxOpenMs: 10_000,
};

/** A blank page has 90 MB resident; one that allocates on purpose gets here in two seconds. */
const pageBytes = 1.5 * 1024 ** 3;

export interface OpenBrowserOptions extends ChromeSourceOptions {
  group?: BrowserGroup | undefined;
}

/** Finds the browser that the options of a source name, or the best there is. */
export function findFor(options: ChromeSourceOptions): Promise<FoundBrowser> {
  const { cacheDir, env, homedir, executablePath } = options;
  const named = executablePath === undefined ? {} : { executablePath };
  return findBrowser({ cacheDir, env, homedir, ...named });
}

/** Launches a browser and connects to it. Node may end although it runs. */
export async function openBrowser(
  options: OpenBrowserOptions,
  { gpu, frameControl = false }: { gpu: boolean; frameControl?: boolean },
): Promise<ChromeBrowser> {
  const { cacheDir, env, sandbox = 'auto', extraArgs, group } = options;
  let loading: Promise<typeof import('./chrome-browser.ts')> | undefined;
  const process = await launchChrome({
    browser: await findFor(options),
    cacheDir,
    env,
    sandbox,
    gpu,
    frameControl,
    niceness: options.niceness,
    ...(extraArgs ? { extraArgs } : {}),
    ...(group ? { group } : {}),
    onSpawned() {
      // The protocol code is loaded while the browser starts: both take about as long.
      loading ??= import('./chrome-browser.ts');
      options.onSpawned?.();
    },
  });
  process.unref();
  const { maxPageBytes = pageBytes } = options;
  const limits = { ...recycleDefaults, ...options.recycle, maxPageBytes };
  const { createChromeBrowser } = await (loading ?? import('./chrome-browser.ts'));
  const browser = await createChromeBrowser(process, options.egress, limits).catch(
    async (error: unknown) => {
      await process.kill();
      throw error;
    },
  );
  if (gpu) await warnOfSoftware(browser);
  return browser;
}
