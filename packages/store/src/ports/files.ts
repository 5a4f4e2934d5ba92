import type { Readable } from 'node:stream';

/** A stored result. Its name is the secret that opens it. */
export interface StoredFile {
  /** 64 hex digits, random. */
  name: string;
  /** Without a dot. */
  extension: string;
  mediaType: string;
  /** Length. */
  bytes: number;
  /** Of the content, 64 hex digits. */
  sha256: string;
  accountId: string;
  /** From then on it is as if it had never been. */
  expiresAt: number;
  createdAt: number;
  /** `attachment_name` of the request: without extension. */
  attachmentName?: string;
}

export type NewFile = Omit<StoredFile, 'createdAt' | 'accountId'>;

/** The index of stored results. Rows come in with the request that they belong to, or through `add`. */
export interface Files {
  add(accountId: string, file: NewFile): Promise<void>;
  /** Undefined when it has expired, too. Any string may be asked for. */
  get(name: string): Promise<StoredFile | undefined>;
  /** Those past their time. */
  expired(limit: number): Promise<StoredFile[]>;
  /** Removes rows, not bytes. */
  remove(names: readonly string[]): Promise<void>;
}

/** Some bytes of a content: the first and the last of them, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The content of stored results. */
export interface FileBytes {
  /** Keeps the bytes under a new random name. They are on disk when this resolves. */
  write(bytes: Uint8Array): Promise<{ name: string; sha256: string; bytes: number }>;
  /** The whole content; undefined when it is missing, or is not what was written. */
  read(file: Pick<StoredFile, 'name' | 'sha256'>): Promise<Buffer | undefined>;
  /** A stream of the content, or of some of it; undefined when it is missing or its length is not what was written. */
  open(file: Pick<StoredFile, 'name' | 'bytes'>, range?: ByteRange): Promise<Readable | undefined>;
  /** Not an error when there is none. */
  remove(name: string): Promise<void>;
  /** Names that have been there for so long. */
  olderThan(ageMs: number): AsyncIterable<string>;
}
