import type { Capacity } from './ports/capacity.ts';
import type { FileBytes } from './ports/files.ts';

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
