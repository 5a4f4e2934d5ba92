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

/** Index of stored results. Rows are added with their request, or by `add`. */
export interface Files {
  add(accountId: string, file: NewFile): Promise<void>;
  /** Finds a file of the account with this content and extends it to `expiresAt`. */
  reuse(accountId: string, content: FileContent, expiresAt: number): Promise<NewFile | undefined>;
  /**
   * Adds a trace and returns the keys of those that it replaces, whose bytes must be removed.
   * `isBrief`: not requested by the client; replaces only other brief traces. `token`: only while
   * the request has that claim.
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
  /** Stores bytes under a new random name, durably; `isBrief`: without waiting for the disk. */
  write(
    bytes: Uint8Array,
    isBrief?: boolean,
  ): Promise<{ name: string; sha256: string; bytes: number }>;
  /** Returns whether the content exists, with the length that was written. */
  has(file: Pick<StoredFile, 'name' | 'bytes'>): Promise<boolean>;
  /** The whole content; undefined when it is missing, or is not what was written. */
  read(file: Pick<StoredFile, 'name' | 'sha256'>): Promise<Buffer | undefined>;
  /** Streams the content, or a range; undefined if missing or of another length. */
  open(file: Pick<StoredFile, 'name' | 'bytes'>, range?: ByteRange): Promise<Readable | undefined>;
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
    file: Pick<StoredFile, 'name'>,
    headers: { contentType: string; contentDisposition: string },
    seconds: number,
  ): Promise<string>;
}
