import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Folders in which to look for a headless shell. */
export interface ShellLocations {
  platform: NodeJS.Platform;
  cacheDir: string;
  homedir: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** A possible location of a browser, and how it was installed. */
export interface ShellCandidate {
  path: string;
  source: 'machine' | 'installed';
  version?: string;
}

/** The real files, before the names that are mostly scripts around them. */
const FIXED = [
  '/usr/lib/chromium/chromium-headless-shell', // Debian
  '/usr/lib64/chromium-browser/headless_shell', // Fedora
  '/usr/lib/chromium-browser/headless_shell',
  '/headless-shell/headless-shell', // the image chromedp/headless-shell
  '/opt/chrome-headless-shell/chrome-headless-shell',
];

const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'headless-shell',
  'headless_shell',
];

/** Every location, best first, read lazily. */
export function* shellCandidates(locations: ShellLocations): Generator<ShellCandidate> {
  // The user ran `tintype install-browser`: this browser was chosen on purpose.
  yield* puppeteerCache(locations.cacheDir, 'installed');
  if (locations.platform === 'linux') {
    for (const file of FIXED) yield { path: file, source: 'machine' };
  }
  yield* onPath(locations);
  const { env, homedir } = locations;
  const caches = userCaches(locations);
  yield* puppeteerCache(
    env['PUPPETEER_CACHE_DIR'] ?? path.join(homedir, '.cache', 'puppeteer'),
    'machine',
  );
  for (const dir of [
    env['PLAYWRIGHT_BROWSERS_PATH'],
    path.join(caches, 'ms-playwright'),
    '/ms-playwright',
  ]) {
    if (dir) yield* playwrightCache(dir);
  }
}

function* onPath({ env, platform }: ShellLocations): Generator<ShellCandidate> {
  const ending = platform === 'win32' ? '.exe' : '';
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter);
  for (const name of NAMES) {
    for (const folder of folders) {
      if (path.isAbsolute(folder))
        yield { path: path.join(folder, name + ending), source: 'machine' };
    }
  }
}

function userCaches({ platform, homedir, env }: ShellLocations): string {
  if (platform === 'darwin') return path.join(homedir, 'Library', 'Caches');
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(homedir, 'AppData', 'Local');
  return env['XDG_CACHE_HOME'] ?? path.join(homedir, '.cache');
}

/**
 * `<dir>/chrome-headless-shell/linux-153.0.8000.1/chrome-headless-shell-linux64/chrome-headless-shell`
 */
function* puppeteerCache(dir: string, source: ShellCandidate['source']): Generator<ShellCandidate> {
  const base = path.join(dir, 'chrome-headless-shell');
  for (const build of foldersNewestFirst(base)) {
    for (const inner of foldersNewestFirst(path.join(base, build))) {
      const version = build.slice(build.indexOf('-') + 1);
      for (const ending of ['', '.exe']) {
        const file = path.join(base, build, inner, `chrome-headless-shell${ending}`);
        yield { path: file, source, version };
      }
    }
  }
}

/** `<dir>/chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell` */
function* playwrightCache(dir: string): Generator<ShellCandidate> {
  for (const build of foldersNewestFirst(dir)) {
    if (!build.startsWith('chromium_headless_shell-')) continue;
    for (const inner of foldersNewestFirst(path.join(dir, build))) {
      for (const name of ['chrome-headless-shell', 'headless_shell']) {
        for (const ending of ['', '.exe']) {
          yield { path: path.join(dir, build, inner, name + ending), source: 'machine' };
        }
      }
    }
  }
}

function foldersNewestFirst(dir: string): string[] {
  try {
    const names = readdirSync(dir).filter((name) => !name.startsWith('.'));
    return names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  } catch {
    return [];
  }
}
