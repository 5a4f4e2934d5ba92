import * as z from 'zod/mini';
import type { Receipt } from '../headers/receipt.ts';
import { error, type ErrorBody } from './error.ts';
import {
  about,
  apiName,
  count,
  int64,
  kindName,
  optional,
  requestId,
  seconds,
  text,
  uri,
} from './values.ts';

/** In the order of a request's life. */
export const requestStatuses = ['queued', 'processing', 'succeeded', 'failed'] as const;

export const requestMetadata = z.object({
  status: optional(z.int()).check(about('HTTP status of the main document; absent for `html`.')),
  title: optional(text("The document's title.")),
  icon: optional(text("Absolute URL of the page's icon.")),
  fonts: optional(z.array(z.string())).check(
    about('Names of the font families whose glyphs were painted.'),
  ),
  headers: optional(z.record(z.string(), z.string())).check(
    about('Headers of the main document, names in lower case, without `set-cookie`.'),
  ),
  hash: optional(text('SHA-256 of the file, hex.')),
  image_size: optional(z.object({ width: z.int(), height: z.int() })).check(
    about('Size of the image or video in pixels.'),
  ),
});

/** Metadata of a page and its file, each field under the name of the parameter that requests it. */
export interface RequestMetadata extends z.infer<typeof requestMetadata> {}

/** A file, and what belongs to it. */
const result = {
  file: optional(uri('URL of the file until it expires; it works without a key.')),
  expires: optional(seconds('When the file is removed.')),
  metadata: optional(requestMetadata as z.ZodMiniType<RequestMetadata>).check(
    about('Metadata requested by `metadata_*`, if it succeeded.'),
  ),
  receipt: optional(z.custom<Receipt>()).check(
    about('The report on its quality, if it succeeded.', { type: 'object' }),
  ),
  error: optional(error as z.ZodMiniType<ErrorBody>),
};

export const output = z.object({
  name: z.string(),
  kind: kindName,
  ...result,
  media_type: optional(z.string()),
  bytes: optional(count),
});

/** Outcome of one output of `captures`. */
export interface OutputState extends z.infer<typeof output> {}

export const request = z.object({
  id: requestId,
  status: z.enum(requestStatuses),
  api: apiName,
  url: optional(text('URL of the page, without credentials; the first 2,048 characters.')),
  task: optional(z.int().check(about('Task of a run.', int64))),
  batch: optional(text('Batch of the request.')),
  scheduled_for: optional(seconds('Scheduled time of a run.')),
  created: seconds('When it was received.'),
  started: optional(seconds('When its first attempt started.')),
  finished: optional(seconds('When it finished.')),
  wait_ms: optional(z.int()).check(about('Milliseconds from creation to the first attempt.')),
  duration_ms: optional(z.int()).check(about('Milliseconds from the first attempt to the end.')),
  ...result,
  outputs: optional(z.array(output as z.ZodMiniType<OutputState>)).check(
    about('Of `captures`: the outcome of each output.'),
  ),
});

/** State of a request. */
export interface RequestState extends z.infer<typeof request> {}

export const queuedRequest = z.object({
  id: requestId,
  status: z.literal('queued'),
  created: seconds('Creation.'),
  status_url: uri('Address of its state.'),
});

/** A queued async request. */
export interface QueuedRequest extends z.infer<typeof queuedRequest> {}
