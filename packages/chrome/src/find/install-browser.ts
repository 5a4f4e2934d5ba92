import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { browserUnavailable } from './browser-unavailable.ts';
import { cacheFolder } from './cache-folder.ts';
import type { FoundBrowser } from './find-browser.ts';

export interface InstallBrowserOptions {
  /** See `defaultCacheDir`. */
  cacheDir: string;
  /** A full version such as `153.0.8010.0`; the current stable one when it is left out. */
  version?: string;
  /** A mirror of https://storage.googleapis.com/chrome-for-testing-public; requires `version`. */
  baseUrl?: string;
  /** From 0 to 1, while it is downloaded. */
  onProgress?: (fraction: number) => void;
}

/** The server that says which version is the stable one is asked for no longer than this. */
const LOOKUP_TIMEOUT_MS = 30_000;
const NAME = 'chrome-headless-shell';

/**
 * Downloads Chrome's headless shell for this system into `<cacheDir>/chrome-headless-shell`, where
 * `findBrowser` looks first. One that is already installed is not downloaded again; an interrupted
 * download leaves no partial installation.
 * @throws RenderError `browser_unavailable`
 */
export async function installBrowser(options: InstallBrowserOptions): Promise<FoundBrowser> {
  const { cacheDir, baseUrl, onProgress } = options;
  const browsers = await import('@puppeteer/browsers');
  const browser = browsers.Browser.CHROMEHEADLESSSHELL;
  const platform = browsers.detectBrowserPlatform();
  if (!platform) {
    throw browserUnavailable(
      `There is no headless shell to download for ${process.platform} on ${process.arch}. Install Chromium with the system's package manager.`,
    );
  }
  try {
    const { version = await inTime(browsers.resolveBuildId(browser, platform, 'stable')) } =
      options;
    const layout = { cacheDir: '', browser, platform, buildId: version };
    const relative = browsers.computeExecutablePath(layout);
    // Before 153.0.8001.0 there was none, and the package returns the one for x64.
    if (platform === browsers.BrowserPlatform.LINUX_ARM && relative.includes('linux64')) {
      throw new Error(`version ${version} was not built for Linux on arm64`);
    }
    const build = `${platform}-${version}`;
    const folder = await cacheFolder(path.join(cacheDir, NAME), build, async (dir) => {
      const { executablePath } = await browsers.install({
        cacheDir: dir,
        browser,
        platform,
        buildId: version,
        ...(baseUrl ? { baseUrl } : {}),
        downloadProgressCallback: (done, total) => onProgress?.(total > 0 ? done / total : 0),
      });
      // It made <dir>/chrome-headless-shell/<build>/<inner>; ours is <build> itself.
      const inner = path.dirname(executablePath);
      await rename(inner, path.join(dir, path.basename(inner)));
      await rm(path.join(dir, NAME), { recursive: true });
    });
    const inner = path.relative(path.join(NAME, build), relative);
    return {
      path: path.join(folder, inner),
      flavour: 'headless-shell',
      source: 'installed',
      version,
    };
  } catch (error) {
    throw browserUnavailable(failure(error as Error, baseUrl), error);
  }
}

async function inTime(lookup: Promise<string>): Promise<string> {
  const over = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
  const late = new Promise<never>((_resolve, reject) => {
    over.addEventListener('abort', () => reject(new Error('the server did not answer')), {
      once: true,
    });
  });
  return Promise.race([lookup, late]);
}

function failure(error: Error, baseUrl = 'https://storage.googleapis.com'): string {
  // Its own message runs over several lines, the reason on the last.
  const reason =
    error.message
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^\s*- \w+: /, '') ?? '';
  return (
    `The headless shell could not be downloaded from ${baseUrl}: ${reason.replace(/\.$/, '')}. Check the connection (behind a proxy set HTTPS_PROXY and ` +
    'NODE_USE_ENV_PROXY=1), or install Chromium with the system’s package manager and name it with TINTYPE_CHROME_PATH.'
  );
}
