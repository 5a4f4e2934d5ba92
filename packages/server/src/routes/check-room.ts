import { accountStorageFull, limitsOf, refusedRequest, type Account } from '@tintype/store';
import type { ServerOptions } from '../server-options.ts';

/**
 * Refuses what would leave something behind (a file, a callback) before anything is rendered for it.
 * @throws RenderError `storage_full`, `account_storage_full` or `queue_full`
 */
export async function checkRoom(
  account: Account,
  { store, plans }: Pick<ServerOptions, 'store' | 'plans'>,
): Promise<void> {
  const limits = limitsOf(account, plans);
  await store.capacity.check();
  const { callbacks, storedBytes } = await store.capacity.kept(account.id);
  if (callbacks >= limits.waiting) throw refusedRequest('too_many_waiting', limits);
  if (storedBytes >= limits.storedBytes) throw accountStorageFull(limits.storedBytes);
}
