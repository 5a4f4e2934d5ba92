import * as z from 'zod/mini';
import { maxBatch } from '../captures/parse-batch.ts';
import { about, accessKey, count, kindName, optional, seconds, text, uri } from './values.ts';

export const batchCounts = { total: count, succeeded: count, failed: count };

const sitemap = z.object({
  pages: count,
  left_out: count.check(about('Addresses of other hosts, and those that are invalid.')),
});

export const batch = z.object({
  id: text('UUID v7.', { format: 'uuid' }),
  status: z.enum(['running', 'finished']).check(about('`finished`: all requests have finished.')),
  ...batchCounts,
  queued: count,
  processing: count,
  created: seconds('Creation.'),
  finished: optional(seconds('When its last request finished.')),
  status_url: uri('Its address.'),
  requests: uri('URL of the list of its requests.'),
  sitemap: optional(sitemap).check(about('If it was queued from a sitemap.')),
});

/** State of a batch. */
export interface BatchState extends z.infer<typeof batch> {}

const items = [z.minLength(1), z.maxLength(maxBatch)] as const;

export const newBatch = z.object({
  ...accessKey,
  requests: optional(z.array(z.object({ kind: kindName })).check(...items)).check(
    about('Requests with kind and parameters.'),
  ),
  urls: optional(z.array(z.string()).check(...items)).check(
    about(
      'Instead of requests: URLs for one request, whose kind and parameters are in the same object.',
    ),
  ),
  sitemap: optional(
    uri('Instead of urls: the address of a sitemap, whose pages of its own host are used.'),
  ),
  limit: optional(z.int().check(z.minimum(1), z.maximum(maxBatch))).check(
    about('Maximum number of pages of a sitemap.', { default: maxBatch }),
  ),
  webhook_url: optional(text('Called once, when all have finished.')),
  webhook_signed: optional(z.boolean()).check(z.meta({ default: true })),
});
