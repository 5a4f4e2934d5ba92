import { randomUUID } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562, 5.7): the time in milliseconds, then the 74 random bits with which
 * one of version 4 ends. Node fetches randomness for many of those at once.
 */
export function createRequestId(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
