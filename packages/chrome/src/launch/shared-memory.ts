import { statfsSync } from 'node:fs';

/** A full page of 20,000 px takes 100 MB; Docker gives 64 MB in all. */
const ENOUGH_BYTES = 256 * 1024 * 1024;

/** True where /dev/shm is too small for Chromium. False without one (macOS, Windows). */
export function isSharedMemorySmall(folder = '/dev/shm'): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bsize, bavail } = statfsSync(folder);
    return bsize * bavail < ENOUGH_BYTES;
  } catch {
    return true;
  }
}
