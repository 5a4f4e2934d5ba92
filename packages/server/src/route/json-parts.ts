import { idempotencyKeyHeader } from '@tintype/contract/headers';
import { pageLimits } from '../parse/read-list.ts';

/** Any part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** Returns a reference within the document: `ref('schemas', 'Task')`. */
export function ref(place: 'schemas' | 'headers' | 'responses', name: string): Json {
  return { $ref: `#/components/${place}/${name}` };
}

export function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** The header Idempotency-Key. */
export const idempotencyParameter: Json = {
  name: idempotencyKeyHeader,
  in: 'header',
  required: false,
  description:
    'Unique key of this request. A retry with the same key within 24 hours is executed and charged once, and gets the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]{1,255}$' },
};

/** Query parameter of usage by day. */
export const daysParameter: Json = {
  name: 'days',
  in: 'query',
  description: 'Adds the renders of this number of days, today (UTC) included.',
  schema: { type: 'integer', minimum: 1, maximum: 400 },
};

export function pathParameter(name: string, description: string, schema: Json): Json {
  return { name, in: 'path', required: true, description, schema };
}

export function queryParameter(name: string, description: string, schema: Json): Json {
  return { name, in: 'query', description, schema };
}

/** A page of a list: an object with one array. */
export function listContent(name: string, schema: string): Json {
  const items = ref('schemas', schema);
  return jsonContent({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'array', items } },
  });
}

/** Parameters of every list. */
export const pageParameters: readonly Json[] = [
  queryParameter('limit', 'Maximum number of entries.', {
    type: 'integer',
    minimum: 1,
    maximum: pageLimits.max,
    default: pageLimits.usual,
  }),
  queryParameter('cursor', 'Cursor of the page, from the header Link of the previous one.', {
    type: 'string',
  }),
];

export const linkHeader: Json = {
  Link: {
    description: 'URL of the next page, with rel="next"; absent on the last one.',
    schema: { type: 'string' },
  },
};
