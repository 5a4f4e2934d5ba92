import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A private folder for the files of one video. */
export interface WorkFolder {
  readonly path: string;
  /** Removes it with all that is in it. Never rejects. */
  remove(): Promise<void>;
}

const PREFIX = 'tintype-video-';
/** Far longer than any recording: what is older was left by a process that was killed. */
const LEFT_BEHIND_MS = 3_600_000;

/** Makes a folder in `parent` that only this user can read, and sweeps what a killed process left there. */
export async function createWorkFolder(parent: string): Promise<WorkFolder> {
  void sweep(parent);
  // mkdtemp gives 0700.
  const path = await mkdtemp(join(parent, PREFIX));
  return {
    path,
    remove: () =>
      rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {}),
  };
}

async function sweep(parent: string): Promise<void> {
  const mine = process.getuid?.();
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const path = join(parent, name);
    const facts = await lstat(path).catch(() => undefined);
    if (!facts?.isDirectory() || (mine !== undefined && facts.uid !== mine)) continue;
    if (Date.now() - facts.mtimeMs < LEFT_BEHIND_MS) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
