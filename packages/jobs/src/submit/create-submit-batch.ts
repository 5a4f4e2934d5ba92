import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRequestId } from '@tintype/core';
import type { RenderRequest } from '@tintype/contract';
import {
  limitsOf,
  accountStorageFull,
  refusedRequest,
  type Account,
  type Batch,
  type NewBatch,
  type Plans,
  type Store,
} from '@tintype/store';
import { checkFeatures } from '../execute/middleware/planned.ts';
import type { OnceKeeper } from '../idempotency/do-once.ts';
import { storedJob } from '../finish/stored-job.ts';

/** Requests that an account asks for together. */
export interface BatchSubmission {
  /** UUID v7. */
  id: string;
  account: Account;
  /** Parsed by the rules of the account; each is async, and has no webhook of its own. */
  requests: readonly RenderRequest[];
  webhook?: NewBatch['webhook'];
  baseUrl: string;
  /** As in `NewRequest`. */
  traceparent?: string | undefined;
  /** Keeps the answer for its Idempotency-Key with the batch. */
  repeat?: { keeper: OnceKeeper; answerOf(batch: Batch): object };
}

/** After so many, others get their turn. */
const betweenPauses = 50;

export interface SubmitBatchParts {
  store: Pick<Store, 'batches' | 'capacity'>;
  plans: Plans;
  validateWebhookTarget?(url: URL, accountId: string): Promise<void>;
  wakeWorker(): void;
  /** Unix milliseconds. */
  now: () => number;
}

/** Queues all requests or none. @throws RenderError as for one queued request */
export type SubmitBatch = (submission: BatchSubmission) => Promise<Batch>;

export function createSubmitBatch(parts: SubmitBatchParts): SubmitBatch {
  const { store, plans, wakeWorker } = parts;
  return async ({ id, account, requests, webhook, baseUrl, traceparent, repeat }) => {
    await store.capacity.check();
    await checkRoom(account, requests, parts);
    for (const request of requests) checkFeatures(account, request, plans);
    if (webhook) await parts.validateWebhookTarget?.(new URL(webhook.url), account.id);
    const limits = limitsOf(account, plans);
    const { id: accountId } = account;
    const jobs = requests.map((request) =>
      storedJob({ id: createRequestId(), accountId, baseUrl, traceparent }, request),
    );
    const batch = { id, accountId, baseUrl, createdAt: parts.now(), ...(webhook && { webhook }) };
    const { length: total } = jobs;
    const counts = { total, queued: total, processing: 0, succeeded: 0, failed: 0 };
    const queued = await store.batches.create(
      batch,
      jobs,
      limits.quotaPerMonth,
      limits,
      repeat?.keeper.repeatOf(repeat.answerOf({ ...batch, ...counts })),
    );
    if (typeof queued === 'string') throw refusedRequest(queued, limits);
    repeat?.keeper.kept();
    wakeWorker();
    return queued;
  };
}

/** A batch that cannot be accepted is rejected before any part of it is made; the store decides. */
async function checkRoom(
  account: Account,
  requests: readonly RenderRequest[],
  { store, plans }: SubmitBatchParts,
): Promise<void> {
  const limits = limitsOf(account, plans);
  const kept = await store.capacity.kept(account.id);
  if (kept.waiting + requests.length > limits.waiting) {
    throw refusedRequest('too_many_waiting', limits);
  }
  let bytes = kept.storedBytes;
  for (const [at, request] of requests.entries()) {
    if (at % betweenPauses === betweenPauses - 1) await nextTurn();
    bytes += Buffer.byteLength(JSON.stringify(request));
    if (bytes > limits.storedBytes) throw accountStorageFull(limits.storedBytes);
  }
}
