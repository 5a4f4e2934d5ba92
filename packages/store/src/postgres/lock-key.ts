import { createHash } from 'node:crypto';

/**
 * The number of an advisory lock, as written in a statement. Two names with the same one only wait
 * for each other.
 */
export function lockKey(name: string): string {
  return createHash('sha256').update(`tintype ${name}`).digest().readBigInt64BE().toString();
}
