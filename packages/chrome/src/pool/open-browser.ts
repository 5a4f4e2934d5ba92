import type { BrowserGroup } from '../launch/browser-group.ts';
import type { RecycleLimits } from './chrome-browser.ts';
import type { ChromeBrowser } from './browser-and-page.ts';
import type { ChromeSourceOptions } from '../chrome-source-options.ts';
import { findBrowser, type FoundBrowser } from '../find/find-browser.ts';
import { launchChrome } from '../launch/launch-chrome.ts';
import { setTimeout as delay } from 'node:timers/promises';

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

/** A graphics process that crashes again and again never answers. */
const infoBoundMs = 3000;

/** Warns if a browser that was started with its GPU flags draws in software nonetheless. */
async function warnOfSoftware(browser: ChromeBrowser): Promise<void> {
  const info = await Promise.race([
    browser.session.send('SystemInfo.getInfo').catch(() => undefined),
    delay(infoBoundMs, undefined, { ref: false }),
  ]);
  const gpu = info?.gpu ?? {};
  const { auxAttributes, featureStatus } = gpu as {
    auxAttributes?: Record<string, unknown>;
    featureStatus?: Record<string, string>;
  };
  const renderer = String(auxAttributes?.['glRenderer'] ?? '');
  const compositing = String(featureStatus?.['gpu_compositing'] ?? '');
  const isHardware =
    compositing.startsWith('enabled') &&
    renderer !== '' &&
    !/SwiftShader|llvmpipe|softpipe|Software/i.test(renderer);
  if (isHardware) return;
  browser.warn(
    'gpu_rendering: no graphics card was found, so the page was drawn in software. See `tintype doctor`.',
  );
}
