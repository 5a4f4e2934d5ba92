import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { requireInstalled } from '@tintype/core/process';
import { browserUnavailable } from './browser-unavailable.ts';
import { bundledBrowserRunsOn, unpackBundledBrowser } from './bundled-browser.ts';
import { shellCandidates } from './known-shells.ts';
import { behindScript, startsSnap } from './wrapper-script.ts';

/** A browser that can be launched. */
export interface FoundBrowser {
  /** Absolute path of the program. */
  path: string;
  /** A headless shell draws a page for about a third of what full Chromium takes. */
  flavour: 'headless-shell' | 'chrome';
  /** `option`: the caller's; `installed`: by `install-browser`; `bundled`: by npm. */
  source: 'option' | 'machine' | 'installed' | 'bundled';
  /** Present if it is known without starting the browser. */
  version?: string;
}

export interface FindBrowserOptions {
  /** Use this one and look no further. */
  executablePath?: string | undefined;
  /** See `defaultCacheDir`. */
  cacheDir: string;
  /** `PATH`, and the variables that say where Puppeteer and Playwright keep their browsers. */
  env: Readonly<Record<string, string | undefined>>;
  homedir: string;
  platform?: NodeJS.Platform;
}

/**
 * Finds a browser: the one named, else a headless shell on the machine, else Chrome or Chromium on
 * the machine, else the headless shell inside `@sparticuz/chromium` (Linux on x64), which is
 * unpacked into the cache folder the first time.
 *
 * Takes about a millisecond when a headless shell is on the machine; no process is started.
 * @throws RenderError `browser_unavailable`, with what to do.
 */
export async function findBrowser(options: FindBrowserOptions): Promise<FoundBrowser> {
  if (options.executablePath) return namedBrowser(options.executablePath);
  const found = findShell(options) ?? (await findFullChrome()) ?? (await findBundled(options));
  if (found) return found;
  throw browserUnavailable(
    'No Chrome, Chromium or headless shell was found on this machine. Run `npx tintype install-browser`' +
      (platformOf(options) === 'linux'
        ? ', or `apt-get install chromium-headless-shell` on Debian'
        : '') +
      ', or name one with TINTYPE_CHROME_PATH.',
  );
}

function namedBrowser(executablePath: string): FoundBrowser {
  const file = path.resolve(executablePath);
  const problem = whyNotRunnable(file);
  if (problem) {
    throw browserUnavailable(
      `The browser at ${file} cannot be used: ${problem}. It was named by TINTYPE_CHROME_PATH or the option executablePath; ` +
        'correct it, or leave it out to let Tintype find one.',
    );
  }
  return describe(file, 'option');
}

function findShell(options: FindBrowserOptions): FoundBrowser | undefined {
  const { cacheDir, homedir, env } = options;
  const locations = { platform: platformOf(options), cacheDir, homedir, env };
  for (const candidate of shellCandidates(locations)) {
    if (whyNotRunnable(candidate.path) || startsSnap(candidate.path)) continue;
    const { version } = candidate;
    return {
      ...describe(candidate.path, candidate.source),
      flavour: 'headless-shell',
      ...(version ? { version } : {}),
    };
  }
  return undefined;
}

/** Finds Chrome or Chromium with windows on the machine. Starts a few short processes. */
export async function findFullChrome(): Promise<FoundBrowser | undefined> {
  // 44 ms to load, and it starts a few processes: only when there is no headless shell. Required:
  // it depends on `debug`, which requires `tty`, and a bundle of ES modules has no `require`.
  // Its index imports `node:http` as a module, and with that all of Node's fetch.
  const dependent = { name: '@tintype/chrome', url: import.meta.url };
  const finder = requireInstalled<typeof import('chrome-launcher/dist/chrome-finder.js')>(
    'chrome-launcher/dist/chrome-finder.js',
    dependent,
  );
  const { getPlatform } = requireInstalled<typeof import('chrome-launcher/dist/utils.js')>(
    'chrome-launcher/dist/utils.js',
    dependent,
  );
  let installations: string[] = [];
  try {
    installations = finder[getPlatform() as 'darwin' | 'linux' | 'win32' | 'wsl']();
  } catch {
    // It throws when it finds none, or does not know the platform.
  }
  const usable = installations.find((file) => !whyNotRunnable(file) && !startsSnap(file));
  return usable ? describe(usable, 'machine') : undefined;
}

async function findBundled(options: FindBrowserOptions): Promise<FoundBrowser | undefined> {
  if (!bundledBrowserRunsOn(platformOf(options), process.arch)) return undefined;
  return {
    ...(await unpackBundledBrowser(options)),
    flavour: 'headless-shell',
    source: 'bundled',
  };
}

function describe(file: string, source: FoundBrowser['source']): FoundBrowser {
  const real = behindScript(file);
  const flavour = /headless[-_]shell/.test(path.basename(real)) ? 'headless-shell' : 'chrome';
  return { path: real, flavour, source };
}

function whyNotRunnable(file: string): string | undefined {
  try {
    if (!statSync(file).isFile()) return 'it is not a file';
    accessSync(file, constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
    if (code === 'EACCES') return 'it is not executable by this user';
    return String(code);
  }
}

function platformOf(options: FindBrowserOptions): NodeJS.Platform {
  return options.platform ?? process.platform;
}
