import type { WrittenFile } from '@tintype/files';

export type { ByteRange, FileBytes } from '@tintype/files';

/** A stored result. Its name is the secret that opens it. */
export interface StoredFile extends WrittenFile {
  /** Without a dot. */
  extension: string;
  mediaType: string;
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
   * `isBrief`: not requested by the client; replaces only other brief traces. `isSuccess`: traces
   * of failures keep half of the limits, and those of successes the other half; what one leaves
   * free the other uses. `token`: only while the request has that claim.
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
      isSuccess?: boolean;
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
