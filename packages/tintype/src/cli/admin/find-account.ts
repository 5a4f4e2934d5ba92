import type { Account, Store } from '@tintype/store';
import { UsageError } from '../cli-context.ts';

/**
 * Finds an account by name or id. Without either, returns the only account.
 * @throws UsageError if there is no such account, or several to choose from
 */
export async function findAccount(
  { accounts }: Pick<Store, 'accounts'>,
  subject: string | undefined,
): Promise<Account> {
  if (subject === undefined) {
    const living = await someLiving(accounts);
    const [only, second] = living;
    if (only && !second) return only;
    const names = living.map(({ name }) => name).join(', ');
    throw new UsageError(
      only
        ? `Name the account: --account <name | id>. There are ${names}.`
        : 'There is no account yet. Create one: tintype keys create <name>',
    );
  }
  const found = (await accounts.get(subject)) ?? (await accounts.findByName(subject));
  if (found) return found;
  throw new UsageError(`Account "${subject}" not found. See: tintype keys list`);
}

/** Maximum number of names in a message. */
const maxNames = 20;

async function someLiving(accounts: Store['accounts']): Promise<Account[]> {
  const living: Account[] = [];
  for await (const account of everyPage<Account>((page) => accounts.list(page))) {
    if (account.status !== 'revoked') living.push(account);
    if (living.length === maxNames) break;
  }
  return living;
}

interface PageOf<Row> {
  limit: number;
  after?: Row;
}

const pageSize = 500;

/** Yields all rows of a paginated list. */
export async function* everyPage<Row>(
  list: (page: PageOf<Row>) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  for (let after: Row | undefined; ;) {
    const rows = await list({ limit: pageSize, ...(after === undefined ? {} : { after }) });
    yield* rows;
    after = rows.at(-1);
    // A page may have few rows because of its size limit: only an empty page is the last.
    if (after === undefined) return;
  }
}
