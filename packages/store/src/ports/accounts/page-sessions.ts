import type { Step, StorageState } from '@tintype/contract';

/** Steps that log in. Stored encrypted, as the state is. */
export interface PageLogin {
  url: string;
  steps: readonly Step[];
  /** Values for `{{name}}` in steps. */
  secrets?: Readonly<Record<string, string>>;
}

/** A session of pages without its state: cookies and storage that renders share. */
export interface PageSessionInfo {
  /** Unique in its account. */
  name: string;
  createdAt: number;
  /** Time of the last change of the state. */
  updatedAt: number;
  usedAt: number;
  /** Moves with each use. */
  expiresAt: number;
  cookies: number;
  origins: number;
  /** Length of the state as JSON. */
  bytes: number;
  /** True if it can log in again by its own steps. */
  hasLogin: boolean;
}

/** State of a session, and how it logs in. */
export interface PageSessionContent {
  state: StorageState;
  /** Absent if the session was created from a state. */
  login?: PageLogin;
  /** Changes with each write; its part before the colon with each `put` only. */
  version: string;
  usedAt: number;
  expiresAt: number;
}

export interface NewPageSession extends Pick<PageSessionContent, 'state' | 'login'> {
  name: string;
  /** Time until it expires after its last use. */
  lastsMs: number;
  /** True for the session of a login in progress, which is neither listed nor counted. */
  isPending?: boolean;
}

/**
 * Sessions of the pages that accounts render. A session past its time is gone, even if no sweep has
 * removed it.
 */
export interface PageSessions {
  /**
   * Creates or replaces the session of this name.
   * @param max - maximum number of sessions of the account
   * @throws RenderError `plan_required` if the account has that many; `payload_too_large` for a
   *   state longer than 1 MiB; `unauthorized` if the account is revoked
   */
  put(accountId: string, session: NewPageSession, max: number): Promise<PageSessionInfo>;
  /** @throws RenderError `storage_failed` if it cannot be decrypted */
  read(accountId: string, name: string): Promise<PageSessionContent | undefined>;
  /**
   * Writes a state if the stored version is still the given one; this counts as a use.
   * @returns False if it is another one, or the session is gone.
   * @throws RenderError `payload_too_large`
   */
  write(accountId: string, name: string, state: StorageState, version: string): Promise<boolean>;
  /** Notes a use. */
  touch(accountId: string, name: string): Promise<boolean>;
  get(accountId: string, name: string): Promise<PageSessionInfo | undefined>;
  /** By name. */
  list(accountId: string): Promise<PageSessionInfo[]>;
  remove(accountId: string, name: string): Promise<boolean>;
}
