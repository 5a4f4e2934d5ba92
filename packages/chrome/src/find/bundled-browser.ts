import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installedFolder } from '@tintype/core/process';
import { browserUnavailable } from './browser-unavailable.ts';
import { cacheFolder } from './cache-folder.ts';

/** The headless shell of `@sparticuz/chromium`, unpacked. */
export interface BundledBrowser {
  path: string;
  /** Of the package, whose major number is Chromium's. */
  version: string;
}

/** The program is built for Linux on x64 and for glibc. */
export function bundledBrowserRunsOn(platform: NodeJS.Platform, arch: string): boolean {
  return platform === 'linux' && arch === 'x64';
}

/**
 * Unpacks the bundled headless shell into `<cacheDir>/bundled-<version>`, once; 2 seconds the first
 * time, nothing afterwards.
 *
 * The package's own `executablePath()` is not used: it unpacks to a fixed name in /tmp, where
 * another user may have put something.
 */
export async function unpackBundledBrowser({
  cacheDir,
}: {
  cacheDir: string;
}): Promise<BundledBrowser> {
  const archives = archiveFolder();
  const version = packageVersion(archives);
  const folder = await inCache(cacheDir, `bundled-${version}`, async (dir) => {
    const { unpackProgram, unpackTar } = await import('./unpack.ts');
    await unpackProgram(
      path.join(archives, 'chromium.br'),
      path.join(dir, 'chrome-headless-shell'),
    );
    await unpackTar(path.join(archives, 'swiftshader.tar.br'), dir);
    // Holds lib/: NSS, NSPR and expat, which a Debian with only Node has not.
    await unpackTar(path.join(archives, 'al2023.tar.br'), dir);
  });
  return { path: path.join(folder, 'chrome-headless-shell'), version };
}

/**
 * Unpacks the font that comes with the bundled browser (Open Sans) into
 * `<cacheDir>/fonts-<version>`, once, in a few milliseconds.
 * @param complete adds what else belongs into the folder, before it takes its final name.
 */
export async function unpackBundledFonts(
  cacheDir: string,
  complete: (dir: string, finalDir: string) => Promise<void>,
): Promise<string> {
  const archives = archiveFolder();
  const name = `fonts-${packageVersion(archives)}`;
  return inCache(cacheDir, name, async (dir) => {
    const { unpackTar } = await import('./unpack.ts');
    await unpackTar(path.join(archives, 'fonts.tar.br'), dir);
    await complete(dir, path.join(cacheDir, name));
  });
}

async function inCache(
  cacheDir: string,
  name: string,
  fill: (dir: string) => Promise<void>,
): Promise<string> {
  try {
    return await cacheFolder(cacheDir, name, fill);
  } catch (error) {
    throw browserUnavailable(
      `The bundled browser could not be unpacked into ${cacheDir}: ${(error as Error).message}. ` +
        'It needs 220 MB there and the right to write; TINTYPE_CACHE_DIR names another folder.',
      error,
    );
  }
}

function archiveFolder(): string {
  const dependent = { name: '@tintype/chrome', url: import.meta.url };
  const folder = path.join(installedFolder('@sparticuz/chromium', dependent), 'bin');
  if (existsSync(folder)) return folder;
  throw browserUnavailable(
    `The bundled browser is missing: there is no ${folder}. Install @sparticuz/chromium again, or run \`npx tintype install-browser\`.`,
  );
}

function packageVersion(archives: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(path.join(path.dirname(archives), 'package.json'), 'utf8'),
  );
  return (manifest as { version: string }).version;
}

/** Libraries of the bundled program beyond glibc, which a Debian with only Node lacks. */
const NEEDED = ['libnspr4.so', 'libnss3.so', 'libnssutil3.so', 'libexpat.so.1'];

const SYSTEM_FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/lib/x86_64-linux-gnu',
  '/usr/lib64',
  '/lib64',
  '/usr/lib',
];

/** Returns the `lib` folder of a bundled browser if the system lacks one of its libraries. */
export function bundledLibraryDir(
  browserPath: string,
  systemFolders: readonly string[] = SYSTEM_FOLDERS,
): string | undefined {
  const dir = path.join(path.dirname(browserPath), 'lib');
  if (!NEEDED.every((name) => existsSync(path.join(dir, name)))) return undefined;
  const isHere = (name: string): boolean =>
    systemFolders.some((folder) => existsSync(path.join(folder, name)));
  return NEEDED.every(isHere) ? undefined : dir;
}
