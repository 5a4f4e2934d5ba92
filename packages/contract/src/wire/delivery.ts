import * as z from 'zod/mini';
import { error } from './error.ts';
import { count, kindName, optional, requestId, seconds, text, uri } from './values.ts';
import { batchCounts } from './batch.ts';

/** In the order of a delivery's life. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

export const delivery = z.object({
  id: text('Its `webhook-id`.'),
  request: requestId,
  url: uri('The receiver.'),
  state: z.enum(deliveryStates),
  signed: z.boolean(),
  attempts: count,
  created: seconds('Creation.'),
  next_attempt: optional(seconds('Next attempt of a pending one.')),
  finished: optional(seconds('Delivery or last attempt.')),
  last_status: optional(z.int()),
  last_error: optional(z.string()),
  body: text('Body as sent.'),
});

/** A webhook of the account. */
export interface Delivery extends z.infer<typeof delivery> {}

const created = seconds('When the request was received.');
const expires = seconds('When the file is removed.');
const failure = z.pick(error, { statusCode: true, error: true, message: true });

export const webhookSuccess = z.object({
  id: requestId,
  file: uri('URL of the file until it expires.'),
  expires,
  created,
});

/** The webhook of a render that succeeded. */
export interface WebhookSuccess extends z.infer<typeof webhookSuccess> {}

export const webhookFailure = z.object({
  id: requestId,
  created,
  error: failure,
});

/** The webhook of a render that failed. */
export interface WebhookFailure extends z.infer<typeof webhookFailure> {}

const output = z.object({
  name: z.string(),
  kind: kindName,
  file: optional(uri('URL of the file until it expires.')),
  expires: optional(expires),
  error: optional(failure),
});

/** One of several files of a load, or why there is none. */
export type WebhookOutput = Pick<z.infer<typeof output>, 'name' | 'kind'> &
  (
    | (Pick<WebhookSuccess, 'file' | 'expires'> & { error?: never })
    | (Pick<WebhookFailure, 'error'> & { file?: never })
  );

export const webhookOutputs = z.object({
  id: requestId,
  outputs: z.array(output as unknown as z.ZodMiniType<WebhookOutput>),
  created,
});

/** The webhook of several files of one load, of which at least one came. */
export interface WebhookOutputs extends z.infer<typeof webhookOutputs> {}

export const webhookBatch = z.object({
  id: requestId,
  ...batchCounts,
  created,
  requests: uri('The list of its requests, each with its file or error.'),
});

/** The webhook of a batch that has finished. */
export interface WebhookBatch extends z.infer<typeof webhookBatch> {}
