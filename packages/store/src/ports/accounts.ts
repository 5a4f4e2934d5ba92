import type { KindName } from '@tintype/contract';
import type { PlanName } from '../plan-names.ts';

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
  /**
   * Until when keys that were rotated with an overlap are good beside the new ones. May be past.
   */
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
  /**
   * `create`, if there is no account that is not revoked: for the first start, also of two
   * processes at once.
   */
  createFirst(account: NewAccount): Promise<{ account: Account; keys: AccountKeys } | undefined>;
  /**
   * Creates the account of this name, or gives the existing one this plan and these keys: for a
   * container's configuration. Values that are unchanged since the last call are not applied again:
   * keys that were rotated since stay, and an account that was revoked or renamed is not created
   * again, but undefined.
   */
  ensure(account: { name: string; plan: PlanName; keys?: Partial<AccountKeys> }): Promise<
    | {
        account: Account;
        /** Only keys that were generated here and have not been shown yet. */
        newKeys?: Partial<AccountKeys>;
      }
    | undefined
  >;
  /**
   * Oldest first; also those that are revoked. The first 1,000, unless a page says otherwise; none:
   * there are no more.
   */
  list(page?: AccountPage): Promise<Account[]>;
  get(id: string): Promise<Account | undefined>;
  /** The account of this name that is not revoked. */
  findByName(name: string): Promise<Account | undefined>;
  /**
   * The account whose access key this is now. Never one that is revoked. Any string may be asked
   * for.
   */
  findByAccessKey(accessKey: string): Promise<Account | undefined>;
  /**
   * The account whose publishable key this is now. Never one that is revoked. Any string may be
   * asked for.
   */
  findByPublishableKey(publishableKey: string): Promise<Account | undefined>;
  /**
   * Gives the account a new publishable key, valid for signed GETs of these kinds and nothing else;
   * the previous one is invalid when this resolves. Undefined for an account that is revoked or
   * unknown.
   * @throws RenderError `invalid_parameter` for no kinds, or unknown ones
   */
  publish(id: string, kinds: readonly KindName[]): Promise<{ publishableKey: string } | undefined>;
  /** Ends the publishable key. False if there was none. */
  unpublish(id: string): Promise<boolean>;
  /** For signatures. Undefined for an account that is revoked or unknown. */
  secretKey(id: string): Promise<string | undefined>;
  /** Every secret key that is good now, the newest first: during an overlap there are two. */
  secretKeys(id: string): Promise<readonly string[]>;
  /**
   * New keys. The old ones are invalid when this resolves, or `overlapMs` later (0 to 30 days;
   * default 0); whatever was before them is invalid at once. Undefined for an account that is
   * revoked or unknown.
   * @throws RenderError `invalid_parameter` for another overlap
   */
  rotate(
    id: string,
    which: 'access' | 'secret' | 'both',
    options?: { overlapMs?: number },
  ): Promise<Partial<AccountKeys> | undefined>;
  /**
   * Ends the account: its keys are destroyed and its tasks are switched off. False if there was
   * nothing to end.
   */
  revoke(id: string): Promise<boolean>;
  /** Undefined for an account that is revoked or unknown. */
  update(id: string, changes: AccountChanges): Promise<Account | undefined>;
}
