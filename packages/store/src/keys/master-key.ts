import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { RenderError } from '@tintype/contract';
import { giveToOwner } from '../give-to-owner.ts';

const KEY_BYTES = 32;

/** Reads a master key as it is written: 64 hex digits, or base64 of 32 bytes. @throws RenderError `invalid_parameter` */
export function parseMasterKey(text: string, place: string): Buffer {
  const word = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(word)) return Buffer.from(word, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(word)) return Buffer.from(word, 'base64');
  throw new RenderError(
    'invalid_parameter',
    `${place}: 64 hex digits were expected (as openssl rand -hex 32 writes them), or base64 of 32 bytes; what came has ${word.length} characters (not shown).`,
  );
}

/** The key in a file; undefined when there is no such file. */
export function readMasterKey(path: string): Buffer | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  // A copy from elsewhere may have come with wider rights.
  if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o600);
  return parseMasterKey(readFileSync(path, 'utf8'), path);
}

/** Makes the file; of two processes that do so at once, both get the key of the first. */
export function makeMasterKey(path: string): Buffer {
  const partial = `${path}.${randomBytes(8).toString('hex')}`;
  const text = `${randomBytes(KEY_BYTES).toString('hex')}\n`;
  writeFileSync(partial, text, { mode: 0o600, flag: 'wx', flush: true });
  giveToOwner(partial);
  try {
    linkSync(partial, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(partial, { force: true });
  }
  return parseMasterKey(readFileSync(path, 'utf8'), path);
}
