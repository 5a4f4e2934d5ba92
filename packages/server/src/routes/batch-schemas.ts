import { maxBatch, type KindSet } from '@tintype/contract';
import type { Json } from '../route/json-parts.ts';

/** `components.schemas` of batches. */
export function batchSchemas(kinds: KindSet): Json {
  const count: Json = { type: 'integer', minimum: 0 };
  const instant: Json = { type: 'integer', format: 'int64', description: 'Unix seconds.' };
  const items = { minItems: 1, maxItems: maxBatch };
  const counts = { total: count, succeeded: count, failed: count };
  const uri = { type: 'string', format: 'uri' };
  return {
    NewBatch: {
      type: 'object',
      properties: {
        access_key: { type: 'string', description: 'Unless X-Access-Key carries it.' },
        requests: {
          type: 'array',
          ...items,
          items: {
            type: 'object',
            required: ['kind'],
            properties: { kind: { enum: kinds.names } },
          },
          description: 'Each with its kind and parameters.',
        },
        urls: {
          type: 'array',
          ...items,
          items: { type: 'string' },
          description:
            'Instead of requests: pages for one request, whose kind and parameters are beside it.',
        },
        sitemap: {
          ...uri,
          description:
            'Instead of urls: the address of a sitemap, whose pages of its own host are used.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 1000,
          default: 1000,
          description: 'Of a sitemap, so many pages.',
        },
        webhook_url: { type: 'string', description: 'Called once, when all have ended.' },
        webhook_signed: { type: 'boolean', default: true },
      },
    },
    Batch: {
      type: 'object',
      required: ['id', 'status', 'total', 'queued', 'processing', 'succeeded', 'failed', 'created'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        status: { enum: ['running', 'finished'] },
        ...counts,
        queued: count,
        processing: count,
        created: instant,
        finished: instant,
        status_url: uri,
        requests: { ...uri, description: 'The list of its requests.' },
        sitemap: {
          type: 'object',
          description: 'When it was queued from a sitemap.',
          properties: {
            pages: count,
            left_out: {
              ...count,
              description: 'Addresses of other hosts, and those that are none.',
            },
          },
        },
      },
    },
    WebhookBatch: {
      type: 'object',
      required: ['id', 'total', 'succeeded', 'failed', 'created', 'requests'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        ...counts,
        created: instant,
        requests: uri,
      },
    },
  };
}
