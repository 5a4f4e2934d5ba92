import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Keeps the names in a folder through a power loss, as syncing a file does not. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same as {@link syncFolder}, where nothing can be awaited. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
