import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

/** A stored content. */
export interface WrittenFile {
  /** 64 hex digits, random: the secret that opens it. */
  name: string;
  /** Of the content, 64 hex digits. */
  sha256: string;
  /** Length. */
  bytes: number;
}

/** Some bytes of a content: the first and the last of them, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The content of stored results. */
export interface FileBytes {
  /** Stores bytes under a new random name, durably; `isBrief`: without waiting for the disk. */
  write(bytes: Uint8Array, isBrief?: boolean): Promise<WrittenFile>;
  /** Returns whether the content exists, with the length that was written. */
  has(file: Pick<WrittenFile, 'name' | 'bytes'>): Promise<boolean>;
  /** The whole content; undefined when it is missing, or is not what was written. */
  read(file: Pick<WrittenFile, 'name' | 'sha256'>): Promise<Buffer | undefined>;
  /** Streams the content, or a range; undefined if missing or of another length. */
  open(file: Pick<WrittenFile, 'name' | 'bytes'>, range?: ByteRange): Promise<Readable | undefined>;
  /** Not an error when there is none. */
  remove(name: string): Promise<void>;
  /**
   * Keys of files older than this. A slow storage returns some, and the rest within a day of calls.
   */
  olderThan(ageMs: number): AsyncIterable<string>;
  /** As `remove`, for one of those keys. */
  removeKey(key: string): Promise<void>;
  /** The same for many. */
  removeKeys(keys: readonly string[]): Promise<void>;
  /** Resolves if contents can be read and written. @throws RenderError `storage_failed` */
  check?(): Promise<void>;
  /** Returns a URL that opens the content directly for some seconds, if the operator allows it. */
  address?(
    file: Pick<WrittenFile, 'name'>,
    headers: { contentType: string; contentDisposition: string },
    seconds: number,
  ): Promise<string>;
}

/** Returns the key of a stored file. Unlike the name, it gives no access. */
export function fileKey(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** Objects in a folder or a bucket. Keys have slashes. */
export interface Objects {
  /** `isBrief`: as of {@link FileBytes.write}. */
  put(key: string, bytes: Uint8Array, sha256: string, isBrief: boolean): Promise<void>;
  /** Its length; undefined where there is none. */
  size(key: string): Promise<number | undefined>;
  /** The whole of it, up to `maxBytes`; undefined where there is none, or more. */
  get(key: string, maxBytes: number): Promise<Buffer | undefined>;
  /** A stream of an object of this length, or of a part of it; undefined where there is none. */
  open(key: string, bytes: number, range?: ByteRange): Promise<Readable | undefined>;
  /** Not an error where there is none. */
  remove(key: string): Promise<void>;
  /** Keys of the objects that are at least so old. */
  list(prefix: string, ageMs?: number): AsyncIterable<string>;
}

/** Far above any result. */
const MAX_FILE_BYTES = 2 ** 31;
const REMOVALS_AT_ONCE = 16;

const keyForm = /^[0-9a-f]{64}$/;
const shelves = Array.from({ length: 256 }, (_each, at) => at.toString(16).padStart(2, '0'));

/** The object of a key: below a shelf, the first two digits of the key. */
export const objectOf = (key: string, prefix: string) => `${prefix}${key.slice(0, 2)}/${key}`;

/**
 * Stores each file as an object under its key.
 *
 * @param prefix - in front of all of them
 * @param isListed - shelves to list in a call of `olderThan`. Default: all
 */
export function createFileBytes(
  objects: Objects,
  prefix = '',
  isListed: (shelf: number) => boolean = () => true,
): FileBytes {
  const of = (name: string) => objectOf(fileKey(name), prefix);
  const removeKey = async (key: string) => {
    if (keyForm.test(key)) await objects.remove(objectOf(key, prefix));
  };
  return {
    write: async (bytes, isBrief = false) => {
      const name = randomBytes(32).toString('hex');
      const digest = await sha256(bytes);
      await objects.put(of(name), bytes, digest, isBrief);
      return { name, sha256: digest, bytes: bytes.byteLength };
    },
    has: async ({ name, bytes }) => (await objects.size(of(name))) === bytes,
    read: async ({ name, sha256: digest }) => {
      const content = await objects.get(of(name), MAX_FILE_BYTES);
      return content && (await sha256(content)) === digest ? content : undefined;
    },
    open: ({ name, bytes }, range) => objects.open(of(name), bytes, range),
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
      for (const shelf of shelves.filter((_each, at) => isListed(at))) {
        for await (const object of objects.list(`${prefix}${shelf}/`, ageMs)) {
          const key = object.slice(`${prefix}${shelf}/`.length);
          if (keyForm.test(key)) yield key;
        }
      }
    },
  };
}

/** Everybody else has a turn after so many bytes. */
const TURN_BYTES = 1_048_576;

/** Hashes in pieces: the content may be a video, and WebCrypto would copy it before it hashes. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.byteLength; at += TURN_BYTES) {
    if (at > 0) await turn();
    hash.update(bytes.subarray(at, at + TURN_BYTES));
  }
  return hash.digest('hex');
}
