import type { Account } from './accounts.ts';

/**
 * What a secret is good for: a `session` of a browser, a `link` that begins one and is good once, a
 * `token` for programs of the operator.
 */
export type SessionPurpose = 'session' | 'link' | 'token';

/** A right with an expiry, of an account or of the operator. */
export interface Session {
  id: string;
  purpose: SessionPurpose;
  /** Whose it is; absent: the operator's. */
  account?: Account;
  createdAt: number;
  expiresAt: number;
}

export interface NewSession {
  purpose: SessionPurpose;
  /**
   * The key that the session is based on: it ends with the account, and with this key. Default: it
   * is the operator's.
   */
  accessKey?: string;
  /** Lifetime. */
  lastsMs: number;
}

export interface Sessions {
  /**
   * The secret is shown here alone; the store keeps a hash. An account has at most 50 of a purpose,
   * and so has the operator: of more, the oldest end. Undefined when the access key is no
   * account's.
   */
  create(session: NewSession): Promise<{ session: Session; secret: string } | undefined>;
  /** Finds a session that has not ended. Accepts any string. */
  find(purpose: SessionPurpose, secret: string): Promise<Session | undefined>;
  /** The same, and ends it: of two who ask, one gets it. */
  take(purpose: SessionPurpose, secret: string): Promise<Session | undefined>;
  /** False if there was nothing to end. */
  end(purpose: SessionPurpose, secret: string): Promise<boolean>;
  /** Ends all of the operator's, of every purpose. How many there were. */
  endOperators(): Promise<number>;
}
