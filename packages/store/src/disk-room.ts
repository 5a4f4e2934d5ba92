import { statfs } from 'node:fs/promises';
import { RenderError } from '@tintype/contract/errors';
import type { Capacity } from './ports/accounts/capacity.ts';
import type { FileBytes } from './ports/files.ts';

/** @throws RenderError `storage_full` while less than this is free where the folder lies */
export async function checkDiskRoom(folder: string, wantedBytes: number): Promise<void> {
  if (wantedBytes === 0) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < wantedBytes) throw storageFull('the disk');
}

export function storageFull(what: string): RenderError {
  return new RenderError(
    'storage_full',
    `Nothing new is stored at the moment: ${what} of the service is nearly full. Stored results can still be read.`,
    { retryAfterS: 60 },
  );
}

/** Refuses new work while the storage for files is unavailable. */
export function withFiles(capacity: Capacity, { check }: Pick<FileBytes, 'check'>): Capacity {
  if (check === undefined) return capacity;
  return {
    ...capacity,
    checkDisk: async () => {
      await capacity.checkDisk();
      await check();
    },
  };
}
