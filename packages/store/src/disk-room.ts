import { statfs } from 'node:fs/promises';
import { RenderError } from '@tintype/contract/errors';

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
