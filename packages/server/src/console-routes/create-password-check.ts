import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { RenderError } from '@tintype/contract';
import PQueue from 'p-queue';

/** Dependencies of {@link createPasswordCheck}. */
export interface PasswordParts {
  /** Output of {@link hashPassword}. */
  hashed: string;
  /** Unix milliseconds. */
  now: () => number;
  /** Called on the first wrong password after a right one or a quiet hour, and on each pause. */
  onWrong(from: string | undefined, pauseS: number): Promise<void>;
}

/** Wrong passwords in a row, from all senders, before a pause. */
const maxInRow = 10;

const firstPauseMs = 60_000;
const maxPauseMs = 15 * 60_000;

/** Wrong passwords are forgotten after this time without any. */
const quietMs = 60 * 60_000;

/** Concurrent checks: deriving a key takes a tenth of a second of CPU time. */
const maxConcurrent = 2;

/**
 * Creates a function that checks the operator's password. It does not count by address: behind an
 * undeclared proxy all are one, and an attacker can forge them with some proxies.
 * @returns a function that throws RenderError `rate_limited` while passwords are not checked
 */
export function createPasswordCheck(
  parts: PasswordParts,
): (password: string, from: string | undefined) => Promise<boolean> {
  const { hashed, now, onWrong } = parts;
  const queue = new PQueue({ concurrency: maxConcurrent });
  let inRow = 0;
  let pauses = 0;
  let pauseEndsAt = 0;
  let lastAt = 0;

  /** Counts a password before it is checked, so that concurrent ones count as well. */
  function enter(): { isFirst: boolean; pauseMs: number } {
    const time = now();
    if (time < pauseEndsAt) refuse(pauseEndsAt - time);
    if (time - lastAt >= quietMs) [inRow, pauses] = [0, 0];
    lastAt = time;
    inRow += 1;
    if (inRow < maxInRow) return { isFirst: inRow === 1 && pauses === 0, pauseMs: 0 };
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** pauses);
    [inRow, pauses, pauseEndsAt] = [0, pauses + 1, time + pauseMs];
    return { isFirst: false, pauseMs };
  }

  return async (password, from) => {
    const { isFirst, pauseMs } = enter();
    if (!(await queue.add(() => isPassword(password, hashed)))) {
      if (isFirst || pauseMs > 0) await onWrong(from, pauseMs / 1000);
      return false;
    }
    [inRow, pauses, pauseEndsAt] = [0, 0, 0];
    return true;
  };
}

function refuse(leftMs: number): never {
  const retryAfterS = Math.ceil(leftMs / 1000);
  const message = `Too many wrong passwords were sent; try again in ${retryAfterS} s, or sign in with a link: tintype console login.`;
  throw new RenderError('rate_limited', message, { retryAfterS });
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;

/** Hashes an operator's password for the settings. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyBytes);
  return `scrypt.${salt.toString('base64url')}.${key.toString('base64url')}`;
}

/** Returns true if {@link hashPassword} of this password may have returned the hash. */
export async function isPassword(password: string, hashed: string): Promise<boolean> {
  const [, salt = '', key = ''] = hashed.split('.');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), keyBytes);
  return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
}
