import { statfsSync } from 'node:fs';

/**
 * A 1280 x 1080 screenshot takes 5.5 MB and a full page of 20,000 px 100 MB; Docker gives 64 MB in
 * all.
 */
const ENOUGH_BYTES = 256 * 1024 * 1024;

/**
 * True where /dev/shm cannot hold what Chromium's processes hand to each other. False where there
 * is none (macOS, Windows).
 */
export function isSharedMemorySmall(folder = '/dev/shm'): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bsize, bavail } = statfsSync(folder);
    return bsize * bavail < ENOUGH_BYTES;
  } catch {
    return true;
  }
}
