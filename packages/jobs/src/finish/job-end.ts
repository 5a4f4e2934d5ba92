import type { ErrorBody } from '@tintype/contract';
import type { NewDelivery, NewRequest, Results } from '@tintype/store';

/** The end of a job, as its webhook reports it. Timestamps are Unix milliseconds. */
export type JobEnd =
  | (Results & { error?: undefined; createdAt: number })
  | { error: ErrorBody; file?: undefined; outputs?: undefined; createdAt: number };

/** Writes the webhook of a job that ended; undefined when it has none. */
export type DeliveryFor = (job: NewRequest, end: JobEnd) => NewDelivery | undefined;
