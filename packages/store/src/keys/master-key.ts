import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { RenderError } from '@tintype/contract/errors';
import { wrongValue } from '@tintype/contract/light';
import { makeOwnedFile, refuseForeignLink } from '../owned-files.ts';
import { syncFolderNow } from '@tintype/files';

const KEY_BYTES = 32;

/**
 * Reads a master key as it is written: 64 hex digits, or base64 of 32 bytes. @throws RenderError
 * `invalid_parameter`
 */
export function parseMasterKey(text: string, place: string): Buffer {
  const word = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(word)) return Buffer.from(word, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(word)) return Buffer.from(word, 'base64');
  const expected = '64 hex digits (as openssl rand -hex 32 writes them), or base64 of 32 bytes';
  const reason = `its length is ${word.length}`;
  throw new RenderError(
    'invalid_parameter',
    wrongValue(place, expected, word, { secret: true, reason }),
  );
}

/** Maximum number of older keys after the newest. */
const MAX_KEYS = 10;

/**
 * Parses several keys separated by commas or white space, the newest first.
 * @throws RenderError `invalid_parameter`
 */
export function parseMasterKeys(text: string, place: string): Buffer[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length > MAX_KEYS) {
    throw new RenderError(
      'invalid_parameter',
      `${place}: at most ${MAX_KEYS} keys; got ${words.length}.`,
    );
  }
  return words.length < 2
    ? [parseMasterKey(text, place)]
    : words.map((word) => parseMasterKey(word, place));
}

export function newMasterKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** The keys in a file, the newest first; undefined when there is no such file. */
export function readMasterKeys(path: string): Buffer[] | undefined {
  refuseForeignLink(path);
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    // A copy from elsewhere may have come with wider rights.
    if ((fstatSync(file).mode & 0o077) !== 0) fchmodSync(file, 0o600);
    return parseMasterKeys(readFileSync(file, 'utf8'), path);
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the file; if two processes do so concurrently, both get the key of the first. */
export function makeMasterKey(path: string): Buffer {
  const partial = `${path}.${randomBytes(8).toString('hex')}`;
  const text = `${newMasterKey().toString('hex')}\n`;
  makeOwnedFile(partial, text);
  try {
    linkSync(partial, path);
    syncFolderNow(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(partial, { force: true });
  }
  return parseMasterKey(readFileSync(path, 'utf8'), path);
}

/** Puts these in the place of what the file has, the newest first. */
export function writeMasterKeys(path: string, keys: readonly Buffer[]): void {
  const partial = `${path}.${randomBytes(8).toString('hex')}`;
  makeOwnedFile(partial, keys.map((key) => `${key.toString('hex')}\n`).join(''));
  try {
    renameSync(partial, path);
    syncFolderNow(dirname(path));
  } finally {
    rmSync(partial, { force: true });
  }
}

/**
 * Returns the keys of a rotation, the new one first. If an earlier rotation was interrupted, its
 * new key is used again.
 * @throws RenderError `invalid_parameter`
 */
export function ringOf(masterKey: string | undefined, path: string): Buffer[] {
  if (masterKey === undefined) {
    const known = readMasterKeys(path) ?? [];
    return known.length > 1 ? known : [newMasterKey(), ...known];
  }
  const given = parseMasterKeys(masterKey, 'masterKey');
  if (given.length > 1) return given;
  throw new RenderError(
    'invalid_parameter',
    'masterKey: pass the new master key and, after a comma, the old one.',
  );
}
