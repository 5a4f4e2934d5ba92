import { RenderError } from '@tintype/contract/errors';

export const DISK_FULL = 'the disk is full';

const reasons: Readonly<Record<string, string>> = {
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
 * Returns an error of the disk that is safe to show: with no path unless `place` is given.
 *
 * @param reason - default: that of an error of Node
 */
export function storageError(
  error: unknown,
  place = 'The store of the service',
  reason = reasons[String((error as NodeJS.ErrnoException | undefined)?.code)],
): unknown {
  if (error instanceof RenderError || reason === undefined) return error;
  const code = reason === DISK_FULL ? 'storage_full' : 'storage_failed';
  return new RenderError(code, `${place} failed: ${reason}.`, { cause: error });
}
