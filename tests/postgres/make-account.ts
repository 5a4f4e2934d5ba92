import { openStore, type NewAccount } from '@tintype/store';

/** Creates an account in the database of services. Returns its access key. */
export async function makeAccount(
  place: string,
  dataDir: string,
  account: Pick<NewAccount, 'name'> & Partial<NewAccount>,
): Promise<string> {
  const store = await openStore({ place, dataDir });
  try {
    const { keys } = await store.accounts.create({ plan: 'scale', ...account });
    return keys.accessKey;
  } finally {
    await store.close();
  }
}
