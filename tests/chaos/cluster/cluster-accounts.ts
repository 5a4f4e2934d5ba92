import { makeAccount } from '../../postgres/make-account.ts';

/** One account of a run. */
export interface ClusterAccount {
  name: string;
  key: string;
  /** How many it asks for, and how many its quota lets it have. */
  asks: number;
  quota: number;
}

/** Three accounts that ask for so many together; the quota of the last is too small for what it asks. */
export async function makeClusterAccounts(
  place: string,
  dataDir: string,
  requests: number,
): Promise<ClusterAccount[]> {
  const asks = Math.floor(requests / 3);
  const wishes = [
    { name: 'one', asks: requests - 2 * asks, quota: requests },
    { name: 'two', asks, quota: requests },
    { name: 'short', asks, quota: Math.ceil(asks / 2) },
  ];
  const accounts: ClusterAccount[] = [];
  for (const { name, asks: own, quota } of wishes) {
    const key = await makeAccount(place, dataDir, { name, quotaPerMonth: quota });
    accounts.push({ name, key, asks: own, quota });
  }
  return accounts;
}
