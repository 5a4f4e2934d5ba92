import { RenderError } from '@tintype/contract/errors';

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

const DISK_FULL = 'the disk is full';

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

const fileReasons: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to write there',
  EPERM: 'this user has no right to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EIO: 'the disk gave an error',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'a file is in the way',
  ENOENT: 'there is no such folder',
  EISDIR: 'a folder is in the way',
  EMFILE: 'too many files are open',
};

/**
 * Returns an error of database or disk that is safe to show: with no path unless `place` is given.
 */
export function storageError(error: unknown, place?: string): unknown {
  const reason = reasonOf(error);
  if (error instanceof RenderError || reason === undefined) return error;
  const subject = place ?? 'The store of the service';
  const code = reason === DISK_FULL ? 'storage_full' : 'storage_failed';
  return new RenderError(code, `${subject} failed: ${reason}.`, { cause: error });
}

function reasonOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // The low byte is the primary code; the rest says more of what the reason says already.
  if (typeof errcode === 'number') return reasons[errcode & 0xff];
  return typeof code === 'string' ? fileReasons[code] : undefined;
}
