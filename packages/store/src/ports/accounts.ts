import type { PlanName } from '../plans.ts';

/** `unpaid` is answered with 402. A revoked account has no keys and never comes back. */
export type AccountStatus = 'active' | 'unpaid' | 'revoked';

/** Who may use the service, and how much. */
export interface Account {
  /** UUID v7. */
  id: string;
  /** Unique among the accounts that are not revoked. At most 100 characters. */
  name: string;
  plan: PlanName;
  status: AccountStatus;
  /** Whether its render GETs must be signed. */
  signatureRequired: boolean;
  /** Instead of what the plan says. */
  ratePerMinute?: number;
  /** Instead of what the plan says. */
  quotaPerMonth?: number;
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
  ratePerMinute?: number;
  quotaPerMonth?: number;
  /** Default: new random ones. */
  keys?: Partial<AccountKeys>;
}

/** What can be changed. `null` goes back to what the plan says. */
export interface AccountChanges {
  name?: string;
  plan?: PlanName;
  status?: 'active' | 'unpaid';
  signatureRequired?: boolean;
  ratePerMinute?: number | null;
  quotaPerMonth?: number | null;
}

export interface Accounts {
  /** @throws RenderError `invalid_parameter`, also when the name or the access key is taken. */
  create(account: NewAccount): Promise<{ account: Account; keys: AccountKeys }>;
  /** `create`, if there is no account that is not revoked: for the first start, also of two processes at once. */
  createFirst(account: NewAccount): Promise<{ account: Account; keys: AccountKeys } | undefined>;
  /** Makes the account of this name, or gives the one there is this plan and these keys: for a container's configuration. */
  ensure(account: { name: string; plan: PlanName; keys?: Partial<AccountKeys> }): Promise<{
    account: Account;
    /** Only what was made here and nobody has seen yet. */
    newKeys?: Partial<AccountKeys>;
  }>;
  /** All accounts, oldest first; also those that are revoked. */
  list(): Promise<Account[]>;
  get(id: string): Promise<Account | undefined>;
  /** The account whose access key this is now. Never one that is revoked. Any string may be asked for. */
  findByAccessKey(accessKey: string): Promise<Account | undefined>;
  /** For signatures. Undefined for an account that is revoked or unknown. */
  secretKey(id: string): Promise<string | undefined>;
  /** New keys; the old ones are invalid when this resolves. Undefined for an account that is revoked or unknown. */
  rotate(
    id: string,
    which: 'access' | 'secret' | 'both',
  ): Promise<Partial<AccountKeys> | undefined>;
  /** Ends the account: its keys are destroyed and its tasks are switched off. False if there was nothing to end. */
  revoke(id: string): Promise<boolean>;
  /** Undefined for an account that is revoked or unknown. */
  update(id: string, changes: AccountChanges): Promise<Account | undefined>;
}
