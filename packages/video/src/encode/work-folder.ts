import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { signFolder, sweepFolders } from '@tintype/core/process';

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
      void sweepFolders(parent, PATTERN);
      // mkdtemp gives 0700.
      const path = await mkdtemp(join(parent, `tintype-video-${process.pid}-`));
      if (live.size === 0) process.on('exit', onExit);
      live.add(path);
      // A folder without a note is removed an hour after its process has exited.
      await signFolder(path).catch(() => {});
      return { path, remove: () => remove(path) };
    },
  };
}
