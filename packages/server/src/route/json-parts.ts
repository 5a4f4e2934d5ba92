import { idempotencyKeyHeader } from '@tintype/contract/headers';

/** Any part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** Points to a part of the document: `ref('schemas', 'Task')`. */
export function ref(place: 'schemas' | 'headers' | 'responses', name: string): Json {
  return { $ref: `#/components/${place}/${name}` };
}

/** A body of JSON. */
export function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** The header of what can be sent again. */
export const idempotencyParameter: Json = {
  name: idempotencyKeyHeader,
  in: 'header',
  required: false,
  description:
    'A name for this request, new for each: sent again under it within 24 hours, it is done and charged once, and answered as the first time.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]{1,255}$' },
};

/** Of usage by day. */
export const daysParameter: Json = {
  name: 'days',
  in: 'query',
  description: 'Also the renders of each of so many days, today (UTC) included.',
  schema: { type: 'integer', minimum: 1, maximum: 400 },
};

/** Renders by day. */
export const daysSchema: Json = {
  type: 'array',
  description: 'Where `days` asked for them: newest first, without days that had none.',
  items: {
    type: 'object',
    required: ['day', 'used'],
    properties: {
      day: { type: 'string', format: 'date' },
      used: { type: 'integer', minimum: 0 },
    },
  },
};
