import { randomBytes } from 'node:crypto';
import { fileKey } from '../file-key.ts';
import type { FileBytes } from '../ports/files.ts';
import type { Bucket } from './create-bucket.ts';
import { sha256 } from './create-send.ts';

/** Far above any result. */
const MAX_FILE_BYTES = 2 ** 31;
const REMOVALS_AT_ONCE = 16;
const HOUR_MS = 3_600_000;

const keyForm = /^[0-9a-f]{64}$/;
const shelves = Array.from({ length: 256 }, (_each, at) => at.toString(16).padStart(2, '0'));

/** Options of {@link createS3FileBytes}. */
export interface S3FileBytesOptions {
  /** For how many seconds an address opens a file; 0: there are none. */
  addressSeconds?: number | undefined;
  /** Unix milliseconds. */
  now?: () => number;
}

/**
 * Keeps content in a bucket, below `files/` and in the same places as in a folder, so that one is
 * copied to the other by any tool.
 *
 * What a dead process left is looked for in one of 24 parts of the keys, another one each hour: a
 * list of all objects would be long.
 */
export function createS3FileBytes(
  bucket: Bucket,
  { addressSeconds = 0, now = Date.now }: S3FileBytesOptions = {},
): FileBytes {
  const removeKey = async (key: string) => {
    if (keyForm.test(key)) await bucket.remove(objectOf(key));
  };
  const address: FileBytes['address'] = (file, headers, seconds) => {
    const query = {
      'response-content-type': headers.contentType,
      // In ASCII it says nothing more, and not every server signs its signs alike.
      'response-content-disposition': headers.contentDisposition.replace(
        /; filename\*=UTF-8''[\w.-]+$/,
        '',
      ),
    };
    const lifetime = Math.max(1, Math.min(addressSeconds, Math.floor(seconds)));
    return bucket.address(objectOf(fileKey(file.name)), query, lifetime);
  };
  return {
    write: async (bytes) => {
      const name = randomBytes(32).toString('hex');
      const digest = await sha256(bytes);
      await bucket.put(objectOf(fileKey(name)), bytes, digest);
      return { name, sha256: digest, bytes: bytes.byteLength };
    },
    has: async ({ name, bytes }) => (await bucket.size(objectOf(fileKey(name)))) === bytes,
    read: async ({ name, sha256: digest }) => {
      const content = await bucket.get(objectOf(fileKey(name)), MAX_FILE_BYTES);
      return content && (await sha256(content)) === digest ? content : undefined;
    },
    open: ({ name, bytes }, range) => bucket.open(objectOf(fileKey(name)), bytes, range),
    remove: (name) => removeKey(fileKey(name)),
    removeKey,
    removeKeys: async (keys) => {
      const left = [...keys];
      const work = async () => {
        for (let key = left.pop(); key !== undefined; key = left.pop()) await removeKey(key);
      };
      await Promise.all(Array.from({ length: REMOVALS_AT_ONCE }, work));
    },
    async *olderThan(ageMs) {
      const hour = Math.floor(now() / HOUR_MS) % 24;
      for (const [at, shelf] of shelves.entries()) {
        if (at % 24 !== hour) continue;
        for await (const object of bucket.list(`files/${shelf}/`)) {
          const key = object.key.slice(`files/${shelf}/`.length);
          if (object.ageMs >= ageMs && keyForm.test(key)) yield key;
        }
      }
    },
    check: () => bucket.check(),
    ...(addressSeconds > 0 && { address }),
  };
}

const objectOf = (key: string) => `files/${key.slice(0, 2)}/${key}`;
