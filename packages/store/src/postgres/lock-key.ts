import { createHash } from 'node:crypto';

/** Returns an advisory lock number. Names with the same number only wait for each other. */
export function lockKey(name: string): string {
  return createHash('sha256').update(`tintype ${name}`).digest().readBigInt64BE().toString();
}
