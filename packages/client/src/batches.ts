import type { KindName } from '@tintype/contract';
import type { BatchState } from '@tintype/contract/wire';
import type { ParametersFor } from './parameters.ts';
import type { CallOptions } from './send.ts';

/** Webhook for the end of a batch. */
export interface BatchWebhook {
  webhook_url?: string | undefined;
  webhook_signed?: boolean | undefined;
}

export type BatchedRequest = { kind: KindName } & Record<string, unknown>;

/** Batches of at most 1,000 requests. */
export interface Batches {
  /** Queues all requests or none; `client.requests.list({ batch: id })` returns each outcome. */
  create(
    batch: (
      | { requests: readonly BatchedRequest[] }
      /** One request for each page of a sitemap, at most `limit` (1 to 1,000, default 1,000). */
      | (BatchedRequest & { sitemap: string; limit?: number })
    ) &
      BatchWebhook,
    options?: CallOptions,
  ): Promise<BatchState>;
  /** Queues one request for each page. */
  spread<K extends KindName>(
    kind: K,
    urls: readonly string[],
    parameters?: Omit<ParametersFor<K>, 'url' | 'html' | 'webhook_url' | 'webhook_signed'> &
      BatchWebhook,
    options?: CallOptions,
  ): Promise<BatchState>;
  get(id: string, options?: CallOptions): Promise<BatchState>;
  /** Cancels requests that have not started; they are not charged. */
  cancel(id: string, options?: CallOptions): Promise<BatchState>;
}
