import type { ErrorBody } from '@tintype/contract';
import type { NewDelivery, NewFile, NewRequest } from '@tintype/store';

/** How a job ended, as its webhook tells it. Instants are Unix milliseconds. */
export type JobEnd =
  | { file: Pick<NewFile, 'name' | 'extension' | 'expiresAt'>; createdAt: number }
  | { error: ErrorBody; createdAt: number };

/** Writes the webhook of a job that ended; undefined when it has none. */
export type DeliveryFor = (job: NewRequest, end: JobEnd) => NewDelivery | undefined;
