import type { Capacity } from './ports/capacity.ts';
import type { FileBytes } from './ports/files.ts';

/**
 * There is no room for results while their storage is away: nothing is rendered for it, and what is
 * queued waits.
 */
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
