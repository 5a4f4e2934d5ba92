import type { KindName } from '@tintype/contract';
import type { PlanName } from '../../plan-names.ts';

/** `unpaid` is answered with 402. A revoked account has no keys and never comes back. */
export type AccountStatus = 'active' | 'unpaid' | 'revoked';

/** A client of the service, and its limits. */
export interface Account {
  /** UUID v7. */
  id: string;
  /** Unique among the accounts that are not revoked. At most 100 characters. */
  name: string;
  plan: PlanName;
  status: AccountStatus;
  /** True if its render GETs must be signed. */
  signatureRequired: boolean;
  /** The lowest version of signatures that it takes: 2 signs method, path and expiry, too. */
  signatureVersion: 1 | 2;
  /** Kinds that its publishable key is valid for; absent if it has none. */
  publishableKinds?: readonly KindName[];
  /** Instead of what the plan says. */
  ratePerMinute?: number;
  /** Instead of what the plan says. */
  quotaPerMonth?: number;
  /** End of the overlap in which the previous keys stay valid. May be past. */
  previousKeysUntil?: number;
  createdAt: number;
}

/** Shown once. The store keeps a hash of the first and an encrypted form of the second. */
export interface AccountKeys {
  /** Identifies the account: 16 to 24 characters of `[A-Za-z0-9_-]`. */
  accessKey: string;
  /** Signs requests and webhooks: 16 to 128 printable ASCII characters without spaces. */
  secretKey: string;
}

export interface NewAccount {
  name: string;
  plan: PlanName;
  /** Default `active`. */
  status?: 'active' | 'unpaid';
  /** Default false. */
  signatureRequired?: boolean;
  /** Default 1. */
  signatureVersion?: 1 | 2;
  ratePerMinute?: number;
  quotaPerMonth?: number;
  /** Default: new random ones. */
  keys?: Partial<AccountKeys>;
}

/** Fields that can be changed. `null` restores the value of the plan. */
export interface AccountChanges {
  name?: string;
  plan?: PlanName;
  status?: 'active' | 'unpaid';
  signatureRequired?: boolean;
  signatureVersion?: 1 | 2;
  ratePerMinute?: number | null;
  quotaPerMonth?: number | null;
}

export interface AccountPage {
  limit: number;
  /** Only those made after this one. */
  after?: Pick<Account, 'createdAt' | 'id'>;
}

export interface Accounts {
  /** @throws RenderError `invalid_parameter`, also when the name or the access key is taken. */
  create(account: NewAccount): Promise<{ account: Account; keys: AccountKeys }>;
  /** Creates an account if there is none that is not revoked; safe for concurrent starts. */
  createFirst(account: NewAccount): Promise<{ account: Account; keys: AccountKeys } | undefined>;
  /**
   * Creates the account of this name or updates its plan and keys. Values unchanged since the last
   * call are not applied again, so later rotations stay. Undefined for an account that was revoked
   * or renamed.
   */
  ensure(account: { name: string; plan: PlanName; keys?: Partial<AccountKeys> }): Promise<
    | {
        account: Account;
        /** Only keys that were generated here and have not been shown yet. */
        newKeys?: Partial<AccountKeys>;
      }
    | undefined
  >;
  /** Oldest first, including revoked ones; the first 1,000 by default. */
  list(page?: AccountPage): Promise<Account[]>;
  get(id: string): Promise<Account | undefined>;
  /** The account of this name that is not revoked. */
  findByName(name: string): Promise<Account | undefined>;
  /** Finds an account that is not revoked by its access key, of any form. */
  findByAccessKey(accessKey: string): Promise<Account | undefined>;
  /** Finds an account that is not revoked by its publishable key, of any form. */
  findByPublishableKey(publishableKey: string): Promise<Account | undefined>;
  /**
   * Replaces the publishable key, which signs GETs of these kinds. Undefined for a revoked or
   * unknown account.
   * @throws RenderError `invalid_parameter` for no kinds or unknown ones
   */
  publish(id: string, kinds: readonly KindName[]): Promise<{ publishableKey: string } | undefined>;
  /** Ends the publishable key. False if there was none. */
  unpublish(id: string): Promise<boolean>;
  /** For signatures. Undefined for an account that is revoked or unknown. */
  secretKey(id: string): Promise<string | undefined>;
  /** Every secret key that is good now, the newest first: during an overlap there are two. */
  secretKeys(id: string): Promise<readonly string[]>;
  /**
   * Creates new keys. The old ones stay valid for `overlapMs` (0 to 30 days, default 0); earlier
   * ones end at once. Undefined for a revoked or unknown account.
   * @throws RenderError `invalid_parameter` for another overlap
   */
  rotate(
    id: string,
    which: 'access' | 'secret' | 'both',
    options?: { overlapMs?: number },
  ): Promise<Partial<AccountKeys> | undefined>;
  /** Destroys the keys and disables the tasks. Returns false if there was nothing to revoke. */
  revoke(id: string): Promise<boolean>;
  /** Undefined for an account that is revoked or unknown. */
  update(id: string, changes: AccountChanges): Promise<Account | undefined>;
}
