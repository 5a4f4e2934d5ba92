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

/** Properties that two files must share to be stored once. */
export type FileContent = Pick<
  StoredFile,
  'sha256' | 'bytes' | 'extension' | 'mediaType' | 'attachmentName'
>;

/**
 * The index of stored results. Rows come in with the request that they belong to, or through `add`.
 */
export interface Files {
  add(accountId: string, file: NewFile): Promise<void>;
  /**
   * The file of this account that has this content already; from now on it stays at least until
   * `expiresAt`. For the second result that is the same. Undefined when there is none.
   */
  reuse(accountId: string, content: FileContent, expiresAt: number): Promise<NewFile | undefined>;
  /**
   * Adds a trace of a request. Of the account's traces the newest stay, up to the limit; an earlier
   * one of the same request is removed. Returns the keys of removed ones, whose bytes must be
   * removed. `isBrief`: it was not requested; such traces replace only each other, and do not
   * count. `token`: only while the request has that claim; otherwise the new trace is removed.
   * @throws RenderError `account_storage_full`: nothing was changed
   */
  addTrace(
    accountId: string,
    requestId: string,
    file: NewFile,
    bounds: {
      traces: number;
      bytes: number;
      storedBytes: number;
      isBrief?: boolean;
      token?: number | undefined;
    },
  ): Promise<string[]>;
  /** That file; undefined when there is none, or it is another account's. */
  traceOf(accountId: string, requestId: string): Promise<StoredFile | undefined>;
  /** Undefined when it has expired, too. Any string may be asked for. */
  get(name: string): Promise<StoredFile | undefined>;
  /** Files past their expiry. */
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
  /**
   * Keeps the bytes under a new random name. They are kept when this resolves, also through a loss
   * of power; `isBrief`: it is enough that they survive a kill.
   */
  write(
    bytes: Uint8Array,
    isBrief?: boolean,
  ): Promise<{ name: string; sha256: string; bytes: number }>;
  /** Returns whether the content exists, with the length that was written. */
  has(file: Pick<StoredFile, 'name' | 'bytes'>): Promise<boolean>;
  /** The whole content; undefined when it is missing, or is not what was written. */
  read(file: Pick<StoredFile, 'name' | 'sha256'>): Promise<Buffer | undefined>;
  /**
   * A stream of the content, or of some of it; undefined when it is missing or its length is not
   * what was written.
   */
  open(file: Pick<StoredFile, 'name' | 'bytes'>, range?: ByteRange): Promise<Readable | undefined>;
  /** Not an error when there is none. */
  remove(name: string): Promise<void>;
  /**
   * Keys (`fileKey` of the name) of what has been there for so long. Where looking at everything
   * takes long, some of it now, and the rest within a day of calls.
   */
  olderThan(ageMs: number): AsyncIterable<string>;
  /** As `remove`, for one of those keys. */
  removeKey(key: string): Promise<void>;
  /** The same for many. */
  removeKeys(keys: readonly string[]): Promise<void>;
  /**
   * Resolves where contents can be read and written. Absent where that needs no look. @throws
   * RenderError `storage_failed`
   */
  check?(): Promise<void>;
  /**
   * Returns a URL that gives access to the content without this program, for a number of seconds.
   * Absent unless the operator enables it.
   */
  address?(
    file: Pick<StoredFile, 'name'>,
    headers: { contentType: string; contentDisposition: string },
    seconds: number,
  ): Promise<string>;
}
