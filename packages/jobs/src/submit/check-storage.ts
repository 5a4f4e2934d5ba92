import {
  accountStorageFull,
  limitsOf,
  refusedRequest,
  type Account,
  type Plans,
  type Store,
} from '@tintype/store';

/**
 * Refuses a job whose file or webhook could not be stored, before rendering.
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
