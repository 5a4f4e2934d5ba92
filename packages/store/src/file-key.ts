import { createHash } from 'node:crypto';

/**
 * Under what a file is kept. Its name opens it for whoever knows it; this one does not, and may
 * stand in a folder, an index and a backup.
 */
export function fileKey(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
