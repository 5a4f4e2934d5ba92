import { makeAccount } from '../../postgres/make-account.ts';

/** One account of a run. */
export interface ClusterAccount {
  name: string;
  key: string;
  /** Number of requests, and number that its quota allows. */
  asks: number;
  quota: number;
}

/**
 * Three accounts that get so many together; the last one asks for twice as many as its quota lets
 * it have.
 */
export async function makeClusterAccounts(
  place: string,
  dataDir: string,
  renders: number,
): Promise<ClusterAccount[]> {
  const share = Math.floor(renders / 3);
  const first = renders - 2 * share;
  const wishes = [
    { name: 'one', asks: first, quota: renders },
    { name: 'two', asks: share, quota: renders },
    { name: 'short', asks: 2 * share, quota: share },
  ];
  const accounts: ClusterAccount[] = [];
  for (const { name, asks, quota } of wishes) {
    const key = await makeAccount(place, dataDir, { name, quotaPerMonth: quota });
    accounts.push({ name, key, asks, quota });
  }
  return accounts;
}
