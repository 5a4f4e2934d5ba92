import type { ErrorCode } from '@tintype/contract';
import { jsonContent, ref, type Json } from './json-parts.ts';
import { operation } from './operation.ts';
import { headersOf, locationHeader } from './response-headers.ts';

const pathParameter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

const taskId = pathParameter('id', 'Id of the task.', { type: 'string', pattern: '^[0-9]{1,16}$' });
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
        body: 'NewTask',
        status: 201,
        description: 'Created.',
        headers: locationHeader('Address of the task.'),
        content,
        errors: taskBodyErrors,
      }),
      get: operation({
        id: 'listTasks',
        tag,
        summary: 'List scheduled tasks',
        errors: ['plan_required'],
        content: jsonContent({
          type: 'object',
          required: ['tasks'],
          properties: { tasks: { type: 'array', items: ref('schemas', 'Task') } },
        }),
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
  };
}

/** Everything with a key that is no render, and stored files. */
export function resourcePaths(): Json {
  const name = { type: 'string', pattern: '^[0-9a-f]{64}\\.[a-z0-9]{1,8}$' };
  return {
    '/v1/requests/{id}': {
      get: operation({
        id: 'getRequest',
        tag: 'Requests',
        summary: 'What became of a request that was accepted with async or has a webhook',
        parameters: [pathParameter('id', 'Id of the request.', { type: 'string' })],
        content: jsonContent(ref('schemas', 'Request')),
        errors: ['not_found'],
      }),
    },
    '/v1/files/{file}': {
      get: operation({
        id: 'getFile',
        tag: 'Requests',
        summary: 'A stored result, until it expires',
        isPublic: true,
        parameters: [pathParameter('file', '64 hex digits and the extension.', name)],
        description: 'The file. Where Range asks for a part of it, 206 and that part.',
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
        headers: headersOf(['contentDisposition']),
        errors: ['not_found', 'storage_failed'],
      }),
    },
    ...taskPaths(),
    '/v1/usage': {
      get: operation({
        id: 'getUsage',
        tag: 'Account',
        summary: 'What the account has used and has left',
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
