import { createRequestId } from '@tintype/core';
import type { RenderRequest } from '@tintype/contract';
import {
  limitsOf,
  refusedRequest,
  type Account,
  type Batch,
  type NewBatch,
  type Plans,
  type Store,
} from '@tintype/store';
import { checkFeatures } from '../execute/check-features.ts';
import { storedJob } from '../settle/stored-job.ts';

/** Requests that an account asks for together. */
export interface BatchSubmission {
  /** UUID v7. */
  id: string;
  account: Account;
  /** Parsed by the rules of the account; each is async, and has no webhook of its own. */
  requests: readonly RenderRequest[];
  webhook?: NewBatch['webhook'];
  baseUrl: string;
}

/** What {@link createSubmitBatch} needs. */
export interface SubmitBatchParts {
  store: Pick<Store, 'batches' | 'capacity'>;
  plans: Plans;
  validateWebhookTarget?(url: URL, accountId: string): Promise<void>;
  wakeWorker(): void;
}

/**
 * Queues all of them, or none.
 * @throws RenderError As a submission that is queued.
 */
export type SubmitBatch = (submission: BatchSubmission) => Promise<Batch>;

export function createSubmitBatch(parts: SubmitBatchParts): SubmitBatch {
  const { store, plans, wakeWorker } = parts;
  return async ({ id, account, requests, webhook, baseUrl }) => {
    for (const request of requests) checkFeatures(account, request, plans);
    if (webhook) await parts.validateWebhookTarget?.(new URL(webhook.url), account.id);
    await store.capacity.check();
    const limits = limitsOf(account, plans);
    const { id: accountId } = account;
    const jobs = requests.map((request) =>
      storedJob({ id: createRequestId(), accountId, baseUrl }, request),
    );
    const batch = { id, accountId, baseUrl, ...(webhook && { webhook }) };
    const queued = await store.batches.create(batch, jobs, limits.quotaPerMonth, limits);
    if (typeof queued === 'string') throw refusedRequest(queued, limits);
    wakeWorker();
    return queued;
  };
}
