import type { ErrorCode } from '@tintype/contract';
import { planNames } from '@tintype/store';
import { daysParameter, daysSchema, jsonContent, ref, type Json } from '../route/json-parts.ts';
import { operation, type Operation } from '../route/define-route.ts';
import { locationHeader } from '../route/response-headers.ts';

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

const errors: readonly ErrorCode[] = ['unauthorized', 'rate_limited', 'storage_failed'];
const bodyErrors: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_parameter',
  'unknown_parameter',
  'payload_too_large',
];

/** An operation that requires a token of `tintype console token`. */
function forOperator(given: Omit<Operation, 'tag'>): Json {
  const described = operation({
    ...given,
    tag: 'Operation',
    isPublic: true,
    errors: [...errors, ...(given.errors ?? [])],
  });
  return { ...described, security: [{ OperatorToken: [] }] };
}

const accountId: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the account.',
  schema: { type: 'string' },
};

const inQuery = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'query',
  description,
  schema,
});

const pageOf: readonly Json[] = [
  inQuery('limit', 'How many entries at most.', {
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 100,
  }),
  inQuery('cursor', 'Where to go on.', { type: 'string' }),
];

const listOf = (name: string, items: Json): Json =>
  jsonContent({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'array', items } },
  });

/** Operations of operators. */
export function operatorApiPaths(): Json {
  const account = jsonContent(ref('schemas', 'Account'));
  return {
    '/v1/operator/accounts': {
      get: forOperator({
        id: 'listAccounts',
        summary: 'Accounts, oldest first',
        parameters: pageOf,
        headers: {
          Link: {
            description: 'Address of the next page, with rel="next"; absent on the last one.',
            schema: { type: 'string' },
          },
        },
        content: listOf('accounts', ref('schemas', 'Account')),
        errors: ['invalid_parameter', 'unknown_parameter'],
      }),
      post: forOperator({
        id: 'createAccount',
        summary: 'Make an account; its keys are shown in this answer alone',
        body: 'NewAccount',
        status: 201,
        description: 'Made.',
        headers: locationHeader('Address of the account.'),
        content: account,
        errors: [...bodyErrors, 'missing_parameter'],
      }),
    },
    '/v1/operator/accounts/{id}': {
      parameters: [accountId],
      get: forOperator({
        id: 'getAccount',
        summary: 'One account',
        content: account,
        errors: ['not_found'],
      }),
      patch: forOperator({
        id: 'updateAccount',
        summary: 'Change an account',
        body: 'AccountChanges',
        content: account,
        errors: [...bodyErrors, 'not_found'],
      }),
      delete: forOperator({
        id: 'revokeAccount',
        summary: 'End an account for good: its keys are destroyed, its tasks are switched off',
        status: 204,
        description: 'Revoked.',
        errors: ['not_found'],
      }),
    },
    '/v1/operator/accounts/{id}/usage': {
      parameters: [accountId],
      get: forOperator({
        id: 'getAccountUsage',
        summary: 'Renders of an account this month and by day (UTC), of the last 31 days',
        parameters: [daysParameter],
        content: jsonContent({
          type: 'object',
          required: ['quota_per_month', 'used_this_month', 'under_way', 'days'],
          properties: {
            quota_per_month: count,
            used_this_month: count,
            under_way: { ...count, description: 'Renders that are held for what has not ended.' },
            days: daysSchema,
          },
        }),
        errors: ['invalid_parameter', 'not_found'],
      }),
    },
    '/v1/operator/accounts/{id}/keys': {
      parameters: [accountId],
      post: forOperator({
        id: 'rotateKeys',
        summary: 'New keys of an account, shown in this answer alone',
        body: 'KeyRotation',
        status: 201,
        description: 'Made.',
        content: account,
        errors: [...bodyErrors, 'not_found'],
      }),
    },
    '/v1/operator/settings': {
      get: forOperator({
        id: 'getSettings',
        summary: 'The settings in force, and where each came from; no secrets',
        content: jsonContent({ type: 'object' }),
      }),
    },
    '/v1/operator/figures': {
      get: forOperator({
        id: 'getFigures',
        summary: 'How the service is, and was in each minute of the last day',
        parameters: [
          inQuery('since', 'Only minutes of then or later. Unix seconds.', count),
          inQuery('process', 'Only minutes of this process; otherwise those of all together.', {
            type: 'string',
          }),
        ],
        content: jsonContent({
          type: 'object',
          required: ['now', 'minutes', 'processes'],
          properties: {
            now: { type: 'object', description: 'The process that answers, with its browsers.' },
            minutes: { type: 'array', items: { type: 'object' }, description: 'Oldest first.' },
            processes: {
              type: 'array',
              items: { type: 'object' },
              description: 'The last minute of each process, newest first; 50 at most.',
            },
          },
        }),
      }),
    },
    '/v1/operator/doctor': {
      post: forOperator({
        id: 'runDoctor',
        summary: 'The checks of tintype doctor, run now where this process runs',
        content: jsonContent({
          type: 'object',
          required: ['ok', 'checks'],
          properties: {
            at: instant,
            ok: { type: 'boolean' },
            checks: {
              type: 'array',
              items: {
                type: 'object',
                required: ['name', 'state', 'text'],
                properties: {
                  name: { type: 'string' },
                  state: { enum: ['ok', 'warning', 'missing'] },
                  text: { type: 'string' },
                  fix: { type: 'string' },
                },
              },
            },
          },
        }),
        errors: ['not_found', 'timeout', 'internal'],
      }),
    },
    '/v1/operator/audit': {
      get: forOperator({
        id: 'listAudit',
        summary: 'What operators changed, newest first; the last 10,000 entries',
        parameters: pageOf,
        content: listOf('entries', {
          type: 'object',
          required: ['at', 'action', 'by'],
          properties: {
            at: instant,
            action: { type: 'string', description: 'Method and route, or in words.' },
            by: {
              type: 'string',
              description: 'The session or token that did it; of a wrong password, the address.',
            },
            account: { type: 'string', description: 'For which account.' },
            subject: { type: 'string', description: 'Id of what was changed, or made.' },
            changed: {
              type: 'array',
              items: { type: 'string' },
              description: 'Names of the fields that were given, or of the keys that were made.',
            },
            requestId: { type: 'string' },
          },
        }),
        errors: ['invalid_parameter', 'unknown_parameter'],
      }),
    },
  };
}

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
