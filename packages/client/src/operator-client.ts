import type { DayUsage } from './client.ts';
import type { CallOptions } from './send.ts';

/** An account, as operators see it. Instants are Unix seconds. */
export interface OperatedAccount {
  id: string;
  name: string;
  plan: string;
  status: 'active' | 'unpaid' | 'revoked';
  signature_required: boolean;
  signature_version: 1 | 2;
  rate_per_minute: number;
  quota_per_month: number;
  used_this_month: number;
  /** Async requests that have not ended. */
  waiting: number;
  stored_bytes: number;
  /** Until when keys that were rotated are good beside the new ones. */
  previous_keys_until?: number;
  created: number;
  /** In the answer that made it, and never again. */
  access_key?: string;
  /** In the answer that made it, and never again. */
  secret_key?: string;
}

/** The renders of an account. */
export interface AccountUsage {
  quota_per_month: number;
  used_this_month: number;
  /** Renders that are held for what has not ended. */
  under_way: number;
  /** Newest first, without days that had none. */
  days: DayUsage[];
}

/** What can be set of an account. `null` goes back to what the plan says. */
export interface AccountChanges {
  name?: string;
  plan?: string;
  status?: 'active' | 'unpaid';
  signature_required?: boolean;
  signature_version?: 1 | 2;
  rate_per_minute?: number | null;
  quota_per_month?: number | null;
}

/** Which keys are made anew, and how long the old ones are good beside them. */
export interface KeyRotation {
  /** Default `both`. */
  which?: 'access' | 'secret' | 'both';
  /** Seconds, at most 30 days. Default 0. */
  overlap_s?: number;
}

/** What an operator changed. */
export interface AuditEntry {
  /** Unix seconds. */
  at: number;
  action: string;
  /** The session or token that did it. */
  by: string;
  account?: string;
  /** Id of what was changed, or made. */
  subject?: string;
  /** Names of the fields that were given, or of the keys that were made. */
  changed?: string[];
  requestId?: string;
}

/**
 * Looks after a service, for whoever runs it. Every method rejects with `TintypeError`, or the
 * reason of its signal.
 */
export interface OperatorClient {
  readonly accounts: {
    /** All of them, oldest first. */
    list(options?: CallOptions): Promise<OperatedAccount[]>;
    get(id: string, options?: CallOptions): Promise<OperatedAccount>;
    /** By day, of the last 31 days unless `days` (1 to 400) says otherwise. */
    usage(id: string, options?: CallOptions & { days?: number }): Promise<AccountUsage>;
    /** The answer has its keys, which nobody can read again. */
    create(
      account: AccountChanges & { name: string },
      options?: CallOptions,
    ): Promise<OperatedAccount>;
    update(id: string, changes: AccountChanges, options?: CallOptions): Promise<OperatedAccount>;
    /** The answer has the new keys, which nobody can read again. */
    rotate(id: string, rotation?: KeyRotation, options?: CallOptions): Promise<OperatedAccount>;
    /** Ends an account for good. */
    revoke(id: string, options?: CallOptions): Promise<void>;
  };
  /** The settings in force, and where each came from. */
  settings(options?: CallOptions): Promise<Record<string, { value?: unknown; from: string }>>;
  /**
   * The last changes of operators, newest first: 100 unless `limit` (1 to 1,000) says otherwise.
   */
  audit(options?: CallOptions & { limit?: number }): Promise<AuditEntry[]>;
}
