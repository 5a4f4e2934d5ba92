import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the secret part of the address of a feed. Nothing is stored: it is derived from the secret
 * key of the account, so that another key revokes it.
 */
export function feedToken(taskId: number, secretKey: string): string {
  const mac = createHmac('sha256', secretKey).update(`feed of task ${taskId}`).digest();
  return `${taskId}-${mac.toString('hex')}`;
}

const form = /^(\d{1,16})-[0-9a-f]{64}$/;

/** Returns the id in a token, unchecked. */
export function idOfFeed(token: string): number | undefined {
  const [, id] = form.exec(token) ?? [];
  return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}

/** Returns whether a token is that of a task, in constant time for tokens of the right length. */
export function isFeedToken(token: string, taskId: number, secretKey: string): boolean {
  const expected = Buffer.from(feedToken(taskId, secretKey));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
