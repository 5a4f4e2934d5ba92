import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { browserUnavailable } from './browser-unavailable.ts';
import { cacheFolder } from './cache-folder.ts';
import type { FoundBrowser } from './find-browser.ts';
import { closedToOthers } from '../sandbox/sandbox.ts';

/** Returns the same browser in the cache if another user cannot reach it (`/root/.cache`). */
export async function reachableBrowser(
  browser: FoundBrowser,
  cacheDir: string,
): Promise<FoundBrowser> {
  const closed = closedToOthers(browser.path);
  if (!closed) return browser;
  const { createHash } = await import('node:crypto');
  const source = path.dirname(browser.path);
  const { mtimeMs } = await stat(browser.path);
  const id = createHash('sha256').update(`${browser.path} ${mtimeMs}`).digest('hex').slice(0, 16);
  try {
    const folder = await cacheFolder(cacheDir, `reachable-${id}`, (dir) => copyTree(source, dir));
    const copy = path.join(folder, path.basename(browser.path));
    const stillClosed = closedToOthers(copy);
    if (stillClosed) throw new Error(`${stillClosed} is closed to other users as well`);
    return { ...browser, path: copy };
  } catch (error) {
    throw browserUnavailable(
      `Started by root, the browser runs as the user nobody, who cannot reach ${browser.path}: ${closed} is closed to other users, and a copy ` +
        `in ${cacheDir} failed (${(error as Error).message}). Put the browser elsewhere, or start Tintype as an ordinary user.`,
      error,
    );
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o755 });
      await copyTree(source, target);
    } else if (entry.isFile()) {
      // A link shares the mode with the original, which is not ours to change.
      const { mode } = await stat(source);
      const isOpen = (mode & 0o004) !== 0 && (mode & 0o101) !== 0o100;
      if (!isOpen || !(await linked(source, target))) await copyFile(source, target);
    }
  }
}

async function linked(source: string, target: string): Promise<boolean> {
  return link(source, target).then(
    () => true,
    // Another file system, or one without hard links.
    () => false,
  );
}
