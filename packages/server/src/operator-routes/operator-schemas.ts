import { planNames } from '@tintype/store';
import type { Json } from '../route/json-parts.ts';

const count: Json = { type: 'integer', minimum: 0 };
const instant: Json = { type: 'integer', format: 'int64', description: 'Unix seconds.' };

const fields: Json = {
  name: { type: 'string', minLength: 1, maxLength: 100 },
  plan: { enum: planNames },
  status: { enum: ['active', 'unpaid'] },
  signature_required: { type: 'boolean' },
  signature_version: { enum: [1, 2] },
  rate_per_minute: { type: ['integer', 'null'], description: 'null is what the plan says.' },
  quota_per_month: { type: ['integer', 'null'], description: 'null is what the plan says.' },
};

/** `components.schemas` of what operators work with. */
export function operatorApiSchemas(): Json {
  const key = { type: 'string', description: 'In the answer that made it, and never again.' };
  return {
    Account: {
      type: 'object',
      required: ['id', 'name', 'plan', 'status', 'created'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        ...fields,
        status: { enum: ['active', 'unpaid', 'revoked'] },
        rate_per_minute: count,
        quota_per_month: count,
        used_this_month: count,
        waiting: { ...count, description: 'Async requests that have not ended.' },
        stored_bytes: count,
        previous_keys_until: instant,
        created: instant,
        access_key: key,
        secret_key: key,
      },
    },
    NewAccount: { type: 'object', required: ['name'], properties: fields },
    AccountChanges: { type: 'object', properties: fields },
    KeyRotation: {
      type: 'object',
      properties: {
        which: { enum: ['access', 'secret', 'both'], default: 'both' },
        overlap_s: {
          type: 'number',
          minimum: 0,
          maximum: 2_592_000,
          default: 0,
          description: 'How long the old keys are good beside the new ones.',
        },
      },
    },
  };
}
