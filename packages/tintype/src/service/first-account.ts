import type { Account, AccountKeys, Store } from '@tintype/store';
import type { ServiceConfig } from './settings/settings.ts';

/** Name of the account that the service creates. */
const NAME = 'default';

/** New keys that have not been shown. */
export interface NewKeys {
  account: Account;
  keys: Partial<AccountKeys>;
}

/**
 * Creates or updates the account of the configuration. Without one, creates an account if there is
 * none.
 * @returns keys that must be shown now, as they can never be shown again
 */
export async function firstAccount(
  { accounts }: Pick<Store, 'accounts'>,
  { access_key: accessKey, secret_key: secretKey, plan }: ServiceConfig,
  warn: (message: string) => void,
): Promise<NewKeys | undefined> {
  if (accessKey === undefined) {
    return await accounts.createFirst({ name: NAME, plan });
  }
  const keys = { accessKey, ...(secretKey === undefined ? {} : { secretKey }) };
  const ensured = await accounts.ensure({ name: NAME, plan, keys });
  if (ensured === undefined) {
    warn(
      `access_key: the account ${NAME} of this key was revoked or renamed, and is not created again. Give another key for a new account, or none.`,
    );
  }
  const newKeys = ensured?.newKeys;
  return ensured && newKeys ? { account: ensured.account, keys: newKeys } : undefined;
}
