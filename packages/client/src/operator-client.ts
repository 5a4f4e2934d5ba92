import type { DayUsage } from './client.ts';
import type { CallOptions } from './send.ts';

/** An account, as operators see it. Timestamps are Unix seconds. */
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

/** Settings of an account. `null` restores the value of the plan. */
export interface AccountChanges {
  name?: string;
  plan?: string;
  status?: 'active' | 'unpaid';
  signature_required?: boolean;
  signature_version?: 1 | 2;
  rate_per_minute?: number | null;
  quota_per_month?: number | null;
}

/** Keys to rotate, and how long the old ones stay valid. */
export interface KeyRotation {
  /** Default `both`. */
  which?: 'access' | 'secret' | 'both';
  /** Seconds, at most 30 days. Default 0. */
  overlap_s?: number;
}

/** A change by an operator. */
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

/** Operator functions. Methods reject with `TintypeError`, or the reason of the signal. */
export interface OperatorClient {
  readonly accounts: {
    /** All of them, oldest first. */
    list(options?: CallOptions): Promise<OperatedAccount[]>;
    get(id: string, options?: CallOptions): Promise<OperatedAccount>;
    /** By day, of the last 31 days unless `days` (1 to 400) says otherwise. */
    usage(id: string, options?: CallOptions & { days?: number }): Promise<AccountUsage>;
    /** The response contains its keys, which cannot be read again. */
    create(
      account: AccountChanges & { name: string },
      options?: CallOptions,
    ): Promise<OperatedAccount>;
    update(id: string, changes: AccountChanges, options?: CallOptions): Promise<OperatedAccount>;
    /** The response contains the new keys, which cannot be read again. */
    rotate(id: string, rotation?: KeyRotation, options?: CallOptions): Promise<OperatedAccount>;
    /** Ends an account for good. */
    revoke(id: string, options?: CallOptions): Promise<void>;
  };
  /** The settings in force, and where each came from. */
  settings(options?: CallOptions): Promise<Record<string, { value?: unknown; from: string }>>;
  /** The last changes of operators, newest first: 100, or `limit` (1 to 1,000). */
  audit(options?: CallOptions & { limit?: number }): Promise<AuditEntry[]>;
}
