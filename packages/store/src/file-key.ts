import { createHash } from 'node:crypto';

/** Returns the key of a stored file. Unlike the name, it gives no access. */
export function fileKey(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
