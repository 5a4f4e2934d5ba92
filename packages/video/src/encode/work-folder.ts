import { readlinkSync, rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnerGone, ownerNote } from '@tintype/core/process';

/** A private folder for the files of one video. */
export interface WorkFolder {
  readonly path: string;
  /** Removes it with all that is in it. Never rejects. */
  remove(): Promise<void>;
}

export interface WorkFolders {
  /** Creates a folder that only this user can read, and sweeps those of processes that are gone. */
  create(): Promise<WorkFolder>;
}

const PATTERN = /^tintype-video-(\d+)-\w{6}$/;
const OWNER = 'tintype-owner';

/** Creates folders in `parent`. Open ones are removed when Node exits. */
export function createWorkFolders(parent: string): WorkFolders {
  const live = new Set<string>();
  const onExit = () => {
    for (const path of live) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  };
  const remove = async (path: string) => {
    const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
    await rm(path, options).catch(() => {});
    live.delete(path);
    if (live.size === 0) process.off('exit', onExit);
  };
  return {
    async create() {
      void sweep(parent);
      // mkdtemp gives 0700.
      const path = await mkdtemp(join(parent, `tintype-video-${process.pid}-`));
      if (live.size === 0) process.on('exit', onExit);
      live.add(path);
      // A folder without a note is removed an hour after its process has exited.
      await symlink(ownerNote(), join(path, OWNER)).catch(() => {});
      return { path, remove: () => remove(path) };
    },
  };
}

async function sweep(parent: string): Promise<void> {
  const mine = process.getuid?.();
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number(PATTERN.exec(name)?.[1]);
    if (!pid || pid === process.pid) continue;
    const path = join(parent, name);
    const info = await lstat(path).catch(() => undefined);
    if (!info?.isDirectory() || (mine !== undefined && info.uid !== mine)) continue;
    if (!isOwnerGone(pid, readOwner(path), Date.now() - info.mtimeMs)) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

function readOwner(path: string): string | undefined {
  try {
    return readlinkSync(join(path, OWNER));
  } catch {
    return undefined;
  }
}
