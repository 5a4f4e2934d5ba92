import {
  accountStorageFull,
  limitsOf,
  refusedRequest,
  type Account,
  type Plans,
  type Store,
} from '@tintype/store';

/**
 * Refuses what would leave something behind (a file, a webhook) before anything is rendered for it.
 * @throws RenderError `storage_full`, `account_storage_full` or `queue_full`
 */
export async function checkStorage(
  account: Account,
  { capacity }: Pick<Store, 'capacity'>,
  plans: Plans,
  { hasWebhook }: { hasWebhook: boolean },
): Promise<void> {
  const limits = limitsOf(account, plans);
  await capacity.check();
  const { webhooks, storedBytes } = await capacity.kept(account.id);
  if (hasWebhook && webhooks >= limits.waiting) {
    throw refusedRequest('too_many_waiting', limits);
  }
  if (storedBytes >= limits.storedBytes) throw accountStorageFull(limits.storedBytes);
}
