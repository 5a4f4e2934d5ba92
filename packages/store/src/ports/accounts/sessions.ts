import type { Account } from './accounts.ts';

/** A browser `session`, a one-time `link` that starts one, or a `token` for programs. */
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
  /** The key that the session depends on. Default: it is the operator's. */
  accessKey?: string;
  /** Lifetime. */
  lastsMs: number;
}

export interface Sessions {
  /**
   * Returns the secret once; only its hash is stored. At most 50 of a purpose per account; the
   * oldest end. Undefined for an unknown access key.
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
