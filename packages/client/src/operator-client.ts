import type {
  AccountChanges,
  AccountUsage,
  AuditEntry,
  KeyRotation,
  NewAccount,
  OperatedAccount,
  Settings,
} from '@tintype/contract/wire';
import type { CallOptions } from './send.ts';

/** Operator functions. Methods reject with `TintypeError`, or the reason of the signal. */
export interface OperatorClient {
  readonly accounts: {
    /** Oldest first. */
    list(options?: CallOptions): Promise<OperatedAccount[]>;
    get(id: string, options?: CallOptions): Promise<OperatedAccount>;
    /** By day, of the last `days` (1 to 400, default 31). */
    usage(id: string, options?: CallOptions & { days?: number }): Promise<AccountUsage>;
    /** The response contains its keys, which cannot be read again. */
    create(account: NewAccount, options?: CallOptions): Promise<OperatedAccount>;
    update(id: string, changes: AccountChanges, options?: CallOptions): Promise<OperatedAccount>;
    /** The response contains the new keys, which cannot be read again. */
    rotate(id: string, rotation?: KeyRotation, options?: CallOptions): Promise<OperatedAccount>;
    /** Revokes an account permanently. */
    revoke(id: string, options?: CallOptions): Promise<void>;
  };
  /** Active settings and their sources. */
  settings(options?: CallOptions): Promise<Settings>;
  /** Changes of operators, newest first, at most `limit` (1 to 1,000, default 100). */
  audit(options?: CallOptions & { limit?: number }): Promise<AuditEntry[]>;
}
