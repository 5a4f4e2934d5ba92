import { DISK_FULL, storageError as errorOfFiles } from '@tintype/files';

/** Result codes of SQLite, from https://sqlite.org/rescode.html. */
const SQLITE = {
  PERM: 3,
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const;

const reasons: Readonly<Record<number, string>> = {
  [SQLITE.PERM]: 'its files may not be used by this user',
  [SQLITE.BUSY]: 'another process has held it for too long',
  [SQLITE.READONLY]: 'it cannot be written',
  [SQLITE.IOERR]: 'the disk gave an error',
  [SQLITE.CORRUPT]: 'its content is damaged; restore it from a backup',
  [SQLITE.FULL]: DISK_FULL,
  [SQLITE.CANTOPEN]: 'it cannot be opened',
  [SQLITE.NOTADB]: 'it is damaged or no database; restore it from a backup',
};

/**
 * Returns an error of database or disk that is safe to show: with no path unless `place` is given.
 */
export function storageError(error: unknown, place?: string): unknown {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  // The low byte is the primary code; the rest says more of what the reason says already.
  return errorOfFiles(
    error,
    place,
    typeof errcode === 'number' ? reasons[errcode & 0xff] : undefined,
  );
}
