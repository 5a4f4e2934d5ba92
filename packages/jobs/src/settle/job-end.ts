import type { ErrorBody } from '@tintype/contract';
import type { NewDelivery, NewRequest, Results } from '@tintype/store';

/** How a job ended, as its webhook tells it. Instants are Unix milliseconds. */
export type JobEnd =
  | (Results & { error?: undefined; createdAt: number })
  | { error: ErrorBody; file?: undefined; outputs?: undefined; createdAt: number };

/** Writes the webhook of a job that ended; undefined when it has none. */
export type DeliveryFor = (job: NewRequest, end: JobEnd) => NewDelivery | undefined;
