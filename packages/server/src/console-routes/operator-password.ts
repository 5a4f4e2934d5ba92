import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;

/** Hashes an operator's password for the settings. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyBytes);
  return `scrypt.${salt.toString('base64url')}.${key.toString('base64url')}`;
}

/** Returns whether {@link hashPassword} made the hash of this password. */
export async function isPassword(password: string, hashed: string): Promise<boolean> {
  const [, salt = '', key = ''] = hashed.split('.');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), keyBytes);
  return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
}
