import type { Account, AccountKeys, Store } from '@tintype/store';
import type { ServiceConfig } from './settings.ts';

/** The account that the service makes by itself. */
const NAME = 'default';

/** Keys that nobody has seen yet. */
export interface NewKeys {
  account: Account;
  keys: Partial<AccountKeys>;
}

/**
 * Makes or keeps the account of the configuration; without one, makes an account if there is none at all.
 *
 * @returns What has to be shown now, because it can never be shown again.
 */
export async function firstAccount(
  { accounts }: Pick<Store, 'accounts'>,
  { access_key: accessKey, secret_key: secretKey, plan }: ServiceConfig,
): Promise<NewKeys | undefined> {
  if (accessKey === undefined) {
    return await accounts.createFirst({ name: NAME, plan });
  }
  const keys = { accessKey, ...(secretKey === undefined ? {} : { secretKey }) };
  const { account, newKeys } = await accounts.ensure({ name: NAME, plan, keys });
  return newKeys === undefined ? undefined : { account, keys: newKeys };
}
