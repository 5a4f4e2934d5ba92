import { createHash } from 'node:crypto';

/**
 * Returns the key under which a file is stored. Its name gives access; the key does not, and may be
 * in a folder, an index and a backup.
 */
export function fileKey(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
