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
    /** All of them, oldest first. */
    list(options?: CallOptions): Promise<OperatedAccount[]>;
    get(id: string, options?: CallOptions): Promise<OperatedAccount>;
    /** By day, of the last 31 days unless `days` (1 to 400) says otherwise. */
    usage(id: string, options?: CallOptions & { days?: number }): Promise<AccountUsage>;
    /** The response contains its keys, which cannot be read again. */
    create(account: NewAccount, options?: CallOptions): Promise<OperatedAccount>;
    update(id: string, changes: AccountChanges, options?: CallOptions): Promise<OperatedAccount>;
    /** The response contains the new keys, which cannot be read again. */
    rotate(id: string, rotation?: KeyRotation, options?: CallOptions): Promise<OperatedAccount>;
    /** Ends an account for good. */
    revoke(id: string, options?: CallOptions): Promise<void>;
  };
  /** The settings in force, and where each came from. */
  settings(options?: CallOptions): Promise<Settings>;
  /** The last changes of operators, newest first: 100, or `limit` (1 to 1,000). */
  audit(options?: CallOptions & { limit?: number }): Promise<AuditEntry[]>;
}
