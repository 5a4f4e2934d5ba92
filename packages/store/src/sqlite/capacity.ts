import { checkDiskRoom, storageFull } from '../disk-room.ts';
import type { Capacity } from '../ports/accounts/capacity.ts';
import { prepareKept } from '../sql/accounts/account-bounds.ts';
import type { Database } from './open-database.ts';
import type { PortDatabase } from './port-database.ts';

export interface CapacityParts {
  database: Database;
  /** The same one, as the ports use it. */
  ports: PortDatabase;
  dataDir: string;
  /** Of the disk. Default 0. */
  keepFreeBytes?: number | undefined;
}

/** New things are refused from here on, so that what is queued can still be finished. */
const HIGH_WATER = 0.9;

export function createCapacity(parts: CapacityParts): Capacity {
  const { database, dataDir, keepFreeBytes = 0 } = parts;
  const kept = prepareKept(parts.ports);
  const pages = database.prepare<{ used: number; max: number }>(`SELECT
    (SELECT page_count FROM pragma_page_count) -
      (SELECT freelist_count FROM pragma_freelist_count) AS used,
    (SELECT max_page_count FROM pragma_max_page_count) AS max`);
  const size = database.prepare<{ bytes: number }>(`SELECT
    (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS bytes`);
  return {
    databaseBytes: async () => database.read(() => size.get())?.bytes ?? 0,
    kept: async (accountId) => parts.ports.read(() => kept(accountId)),
    check: async () => {
      const { used = 0, max = Infinity } = database.read(() => pages.get()) ?? {};
      if (used > max * HIGH_WATER) throw storageFull('the database');
      await checkDiskRoom(dataDir, keepFreeBytes);
    },
    checkDisk: () => checkDiskRoom(dataDir, keepFreeBytes / 2),
  };
}
