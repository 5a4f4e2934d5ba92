import type { ErrorCode, KindSet } from '@tintype/contract';
import {
  daysParameter,
  idempotencyParameter,
  jsonContent,
  ref,
  type Json,
} from '../route/json-parts.ts';
import { operation } from '../route/define-route.ts';
import { deliveryStates } from '../routes/delivery-routes.ts';
import { pageLimits } from '../parse/read-page.ts';
import { requestApis, requestStatuses, requestVerdicts } from '../parse/read-request-filter.ts';
import {
  contentHeaders,
  headersOf,
  headOf,
  locationHeader,
  partResponses,
} from '../route/response-headers.ts';

const pathParameter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

const taskId = pathParameter('id', 'Id of the task.', {
  type: 'integer',
  format: 'int64',
  minimum: 1,
});
const filter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'query',
  description,
  schema,
});

const instant: Json = { type: 'integer', format: 'int64', minimum: 0 };
const words: Json = { type: 'string', minLength: 1, maxLength: 2_048 };

const listOf = (name: string): Json =>
  jsonContent({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'array', items: ref('schemas', 'Request') } },
  });

/** Of every list. */
const pageParameters: readonly Json[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'How many entries at most.',
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: pageLimits.max,
      default: pageLimits.usual,
    },
  },
  {
    name: 'cursor',
    in: 'query',
    description: 'Where to go on: from the header Link of the page before.',
    schema: { type: 'string' },
  },
];
const linkHeader: Json = {
  Link: {
    description: 'Address of the next page, with rel="next"; absent on the last one.',
    schema: { type: 'string' },
  },
};
const taskBodyErrors: readonly ErrorCode[] = [
  'invalid_request',
  'missing_parameter',
  'invalid_parameter',
  'unknown_parameter',
  'payload_too_large',
  'plan_required',
];

function taskPaths(): Json {
  const tag = 'Tasks';
  const content = jsonContent(ref('schemas', 'Task'));
  const errors: readonly ErrorCode[] = ['plan_required', 'not_found'];
  return {
    '/v1/tasks': {
      post: operation({
        id: 'createTask',
        tag,
        summary: 'Create a scheduled task',
        parameters: [idempotencyParameter],
        body: 'NewTask',
        status: 201,
        description: 'Created.',
        headers: locationHeader('Address of the task.'),
        content,
        errors: [
          ...taskBodyErrors,
          'idempotency_in_progress',
          'idempotency_key_reused',
          'storage_full',
        ],
      }),
      get: operation({
        id: 'listTasks',
        tag,
        summary: 'List scheduled tasks, oldest first',
        parameters: pageParameters,
        headers: linkHeader,
        errors: ['plan_required', 'invalid_parameter', 'unknown_parameter'],
        content: jsonContent({
          type: 'object',
          required: ['tasks'],
          properties: { tasks: { type: 'array', items: ref('schemas', 'Task') } },
        }),
      }),
    },
    '/v1/tasks/preview': {
      post: operation({
        id: 'previewTask',
        tag,
        summary: 'When a task would run: the next time, and up to nine within five years after it',
        body: 'TaskTimes',
        content: jsonContent({
          type: 'object',
          required: ['crontab', 'timezone', 'runs'],
          properties: {
            crontab: { type: 'string' },
            timezone: { type: 'string' },
            runs: { type: 'array', items: { type: 'integer' }, description: 'Unix seconds.' },
          },
        }),
        errors: taskBodyErrors,
      }),
    },
    '/v1/tasks/{id}': {
      parameters: [taskId],
      get: operation({ id: 'getTask', tag, summary: 'One scheduled task', content, errors }),
      patch: operation({
        id: 'updateTask',
        tag,
        summary: 'Change a scheduled task',
        body: 'TaskChanges',
        content,
        errors: [...taskBodyErrors, 'not_found'],
      }),
      delete: operation({
        id: 'deleteTask',
        tag,
        summary: 'Delete a scheduled task',
        status: 204,
        description: 'Deleted.',
        errors,
      }),
    },
    '/v1/tasks/{id}/runs': {
      parameters: [taskId],
      post: operation({
        id: 'runTask',
        tag,
        summary: 'Run a scheduled task now; its other times stay',
        status: 202,
        description: 'It runs within a second.',
        content,
        errors: [...errors, 'invalid_request'],
      }),
      get: operation({
        id: 'listRuns',
        tag,
        summary: 'Runs of a scheduled task, newest first',
        parameters: pageParameters,
        headers: linkHeader,
        errors: [...errors, 'invalid_parameter', 'unknown_parameter'],
        content: listOf('runs'),
      }),
    },
  };
}

function deliveryPaths(): Json {
  const tag = 'Requests';
  const id = pathParameter('id', 'Id of the delivery: its `webhook-id`.', { type: 'string' });
  const content = jsonContent(ref('schemas', 'Delivery'));
  return {
    '/v1/deliveries': {
      get: operation({
        id: 'listDeliveries',
        tag,
        summary: 'Webhooks of the account, newest first',
        parameters: [
          filter('state', 'Only those of this state.', { enum: deliveryStates }),
          ...pageParameters,
        ],
        headers: linkHeader,
        errors: ['invalid_parameter', 'unknown_parameter'],
        content: jsonContent({
          type: 'object',
          required: ['deliveries'],
          properties: { deliveries: { type: 'array', items: ref('schemas', 'Delivery') } },
        }),
      }),
    },
    '/v1/deliveries/{id}': {
      parameters: [id],
      get: operation({
        id: 'getDelivery',
        tag,
        summary: 'One webhook',
        content,
        errors: ['not_found'],
      }),
    },
    '/v1/deliveries/{id}/retry': {
      parameters: [id],
      post: operation({
        id: 'retryDelivery',
        tag,
        summary: 'Send a webhook again, under the same webhook-id',
        status: 202,
        description: 'It is sent within a second.',
        content,
        errors: ['invalid_request', 'not_found', 'queue_full'],
      }),
    },
  };
}

function filePaths(): Json {
  const name = { type: 'string', pattern: '^[0-9a-f]{64}\\.[a-z0-9]{1,8}$' };
  const content = { '*/*': { schema: { type: 'string', format: 'binary' } } };
  const get = operation({
    id: 'getFile',
    tag: 'Requests',
    summary: 'A stored result, until it expires',
    isPublic: true,
    parameters: [pathParameter('file', '64 hex digits and the extension.', name)],
    description: 'The file.',
    content,
    headers: { ...headersOf(['contentDisposition']), ...contentHeaders },
    errors: ['not_found', 'storage_failed'],
  });
  const responses = {
    ...(get['responses'] as Json),
    ...partResponses(content, headersOf(['requestId'])),
  };
  const whole = { ...get, responses };
  const elsewhere = {
    description: 'Where the operator wants that: it lies in S3, at this address for a while.',
    headers: locationHeader('An address that opens the file.'),
  };
  return {
    get: { ...whole, responses: { ...responses, 302: elsewhere } },
    head: headOf(whole, 'headFile', 'The headers of a stored result'),
  };
}

/** Everything with a key that is no render, and stored files. */
export function resourcePaths(kinds: KindSet): Json {
  return {
    '/v1/requests': {
      get: operation({
        id: 'listRequests',
        tag: 'Requests',
        summary: 'Requests that were queued with async or have a webhook, newest first',
        parameters: [
          filter('status', 'Only those of this status.', { enum: requestStatuses }),
          filter('api', 'Only those of this kind.', { enum: requestApis(kinds) }),
          filter('batch', 'Only those of this batch.', { type: 'string' }),
          filter('task', 'Only runs of this task.', { type: 'integer', format: 'int64' }),
          filter('since', 'Only those that came then or later. Unix seconds.', instant),
          filter('until', 'Only those that came before. Unix seconds.', instant),
          filter('slow', 'Only those that ended at least so many seconds after they came.', {
            type: 'number',
            minimum: 0,
            maximum: 86_400,
          }),
          filter('host', 'Only those of pages of this host, with or without the port.', words),
          filter('address', 'Only those with this in the address of their page.', words),
          filter('verdict', 'Only those whose receipt says so.', { enum: requestVerdicts }),
          filter('error', 'Only those that failed with this code.', { type: 'string' }),
          ...pageParameters,
        ],
        description:
          'A page. It can have fewer entries than `limit`, or none, and a next one: for `slow`, `host`, `address`, `verdict` and `error` it looks at 5,000 requests at a time.',
        headers: linkHeader,
        errors: ['invalid_parameter', 'unknown_parameter'],
        content: listOf('requests'),
      }),
    },
    '/v1/requests/{id}': {
      get: operation({
        id: 'getRequest',
        tag: 'Requests',
        summary: 'What became of a request that was queued with async or has a webhook',
        parameters: [pathParameter('id', 'Id of the request.', { type: 'string' })],
        description:
          'What became of it. With `Accept: application/zip` or `multipart/mixed`, the files of captures.',
        content: jsonContent(ref('schemas', 'Request')),
        errors: ['not_found'],
      }),
      delete: operation({
        id: 'deleteRequest',
        tag: 'Requests',
        summary:
          'Forget a request, with its files, its trace and its webhooks; what has not ended is ended',
        parameters: [pathParameter('id', 'Id of the request.', { type: 'string' })],
        status: 204,
        description: 'Forgotten.',
        errors: ['not_found'],
      }),
    },
    '/v1/requests/{id}/comparison': {
      get: operation({
        id: 'compareRequests',
        tag: 'Requests',
        summary: 'What differs between the images of two requests, in red',
        parameters: [
          pathParameter('id', 'Id of the later request.', { type: 'string' }),
          { ...filter('with', 'Id of the earlier one.', { type: 'string' }), required: true },
        ],
        description:
          'The later image, pale, with what differs in red. Images of at most 25 million pixels.',
        content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
        headers: {
          'X-Tintype-Comparison': {
            description:
              'JSON: `changed`, the share of the pixels that differ; `area` that holds them, in pixels; `same_size`.',
            schema: { type: 'string' },
          },
        },
        errors: [
          'not_found',
          'invalid_parameter',
          'invalid_request',
          'queue_full',
          'storage_failed',
        ],
      }),
    },
    '/v1/requests/{id}/trace': {
      get: operation({
        id: 'getTrace',
        tag: 'Requests',
        summary: 'How a request went that failed, for a day',
        parameters: [pathParameter('id', 'Id of the request.', { type: 'string' })],
        description: 'The trace.',
        content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        headers: { ...headersOf(['contentDisposition']), ...contentHeaders },
        errors: ['not_found', 'storage_failed'],
      }),
    },
    ...deliveryPaths(),
    '/v1/files/{file}': filePaths(),
    ...taskPaths(),
    '/v1/usage': {
      get: operation({
        id: 'getUsage',
        tag: 'Account',
        summary: 'What the account has used and has left',
        parameters: [daysParameter],
        errors: ['invalid_parameter'],
        content: jsonContent(ref('schemas', 'Usage')),
      }),
    },
    '/v1/devices': {
      get: operation({
        id: 'listDevices',
        tag: 'Account',
        summary: 'The devices of viewport_device',
        content: jsonContent({
          type: 'object',
          required: ['devices'],
          properties: { devices: { type: 'array', items: ref('schemas', 'Device') } },
        }),
      }),
    },
  };
}
