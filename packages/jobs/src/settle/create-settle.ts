import type { RenderError, RenderRequest } from '@tintype/contract';
import { metadataHeaders } from '@tintype/contract/headers';
import type { RenderResult } from '@tintype/core';
import { keepResult, limitsOf, type Account, type Plans, type Store } from '@tintype/store';
import type { DeliveryFor } from './job-end.ts';
import type { FailureRecord, JobRecord } from './job-records.ts';

/** What {@link createSettle} needs. */
export interface SettleParts {
  store: Pick<Store, 'files' | 'fileBytes'>;
  plans: Plans;
  deliveryFor: DeliveryFor;
  /** A webhook waits: the deliverer looks at once. */
  wakeDeliverer(): void;
  /** Unix milliseconds. */
  now: () => number;
}

/** What a job that succeeded leaves behind. */
export interface Success {
  account: Account;
  request: RenderRequest;
  result: RenderResult;
}

/** Writes how jobs end: file, webhook and quota, all of it or nothing. */
export interface Settle {
  /**
   * False: nothing was written, as the job is somebody else's now.
   * @throws RenderError `account_storage_full`
   */
  succeed(record: JobRecord, success: Success): Promise<boolean>;
  /** False as in `succeed`. */
  fail(record: FailureRecord, error: RenderError): Promise<boolean>;
}

export function createSettle(parts: SettleParts): Settle {
  const { store, plans, deliveryFor, wakeDeliverer, now } = parts;
  return {
    async succeed(record, { account, request, result }) {
      const { body, extension, mediaType, metadata: page } = result;
      const { cache_ttl: ttlSeconds, attachment_name: attachmentName } = request;
      const content = { body, extension, mediaType, ...(attachmentName && { attachmentName }) };
      const expiresAt = now() + ttlSeconds * 1000;
      const { file, discard } = await keepResult(store, account.id, content, expiresAt);
      const metadata = metadataHeaders(page, request);
      const { storedBytes } = limitsOf(account, plans);
      let isWritten = false;
      try {
        const delivery = deliveryFor(record.job, { file, createdAt: record.createdAt });
        isWritten = await record.succeed({ file, metadata, storedBytes }, delivery);
        if (isWritten && delivery) wakeDeliverer();
        return isWritten;
      } finally {
        // Nothing points at it.
        if (!isWritten) await discard();
      }
    },
    async fail(record, error) {
      const body = error.toBody();
      const delivery = deliveryFor(record.job, { error: body, createdAt: record.createdAt });
      const isWritten = await record.fail(body, delivery);
      if (isWritten && delivery) wakeDeliverer();
      return isWritten;
    },
  };
}
