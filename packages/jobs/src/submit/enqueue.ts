import {
  limitsOf,
  refusedRequest,
  type Account,
  type NewRequest,
  type Plans,
  type Store,
  type StoredRequest,
} from '@tintype/store';
import type { AnswerKeeper } from '../idempotency/create-replays.ts';

export interface EnqueueParts {
  store: Pick<Store, 'requests' | 'capacity'>;
  plans: Plans;
  /** A job was queued: the worker looks at once. */
  wakeWorker(): void;
}

/**
 * Queues a job durably.
 * @throws RenderError `storage_full`, `account_storage_full`, `quota_exceeded` or `queue_full`
 */
export async function enqueue(
  job: NewRequest,
  account: Account,
  keeper: Pick<AnswerKeeper, 'queueing' | 'queued'> | undefined,
  { store, plans, wakeWorker }: EnqueueParts,
): Promise<StoredRequest> {
  const limits = limitsOf(account, plans);
  await store.capacity.check();
  const { quotaPerMonth } = limits;
  const queued = await store.requests.enqueue(job, quotaPerMonth, limits, keeper?.queueing());
  if (typeof queued === 'string') throw refusedRequest(queued, limits);
  keeper?.queued();
  wakeWorker();
  return queued;
}
