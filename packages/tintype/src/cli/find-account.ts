import type { Account, Store } from '@tintype/store';
import { UsageError } from './usage-error.ts';

/**
 * The account of a name or an id; the only one there is when nothing was said.
 * @throws UsageError when there is none, or more than one to choose from
 */
export async function findAccount(
  { accounts }: Pick<Store, 'accounts'>,
  subject: string | undefined,
): Promise<Account> {
  const all = await accounts.list();
  const living = all.filter(({ status }) => status !== 'revoked');
  if (subject === undefined) {
    const [only, second] = living;
    if (only && !second) return only;
    const names = living.map(({ name }) => name).join(', ');
    throw new UsageError(
      only
        ? `Say whose: --account <name | id>. There are ${names}.`
        : 'There is no account yet. Make one: tintype keys create <name>',
    );
  }
  const found = all.find(({ id }) => id === subject) ?? living.find(({ name }) => name === subject);
  if (found) return found;
  throw new UsageError(`There is no account "${subject}". See: tintype keys list`);
}
