import type { ErrorCode } from '@tintype/contract';
import { requireFeature, type Account, type Plans } from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import { baseUrlOf } from '../parse/read-query.ts';
import { linkNext, readPage } from '../parse/read-list.ts';
import { markReplayed } from '../reply/send-answer.ts';
import { readIdempotencyKey, refuseQuery } from '../parse/read-render.ts';
import { seconds } from '../reply/json-values.ts';
import { listRequests } from './request-routes.ts';
import { declareRoutes, idOf, type Route } from '../route/define-route.ts';
import {
  idempotencyParameter,
  linkHeader,
  listContent,
  pageParameters,
  pathParameter,
} from '../route/json-parts.ts';
import { locationHeader } from '../route/response-headers.ts';

const content = 'Task';
export const idParameter = pathParameter('id', 'Id of the task.', {
  type: 'integer',
  format: 'int64',
  minimum: 1,
});
const params = [idParameter];
const errors: readonly ErrorCode[] = ['plan_required', 'not_found'];
const bodyErrors: readonly ErrorCode[] = [
  'invalid_request',
  'missing_parameter',
  'invalid_parameter',
  'unknown_parameter',
  'payload_too_large',
  'plan_required',
];

/** Scheduled tasks; `tasks` of the options has their rules. */
export const taskRoutes: readonly Route[] = declareRoutes('account', 'Tasks', [
  {
    method: 'GET',
    path: '/v1/tasks',
    operation: {
      id: 'listTasks',
      summary: 'List scheduled tasks, oldest first',
      parameters: pageParameters,
      headers: linkHeader,
      errors: ['plan_required', 'invalid_parameter', 'unknown_parameter'],
      content: listContent('tasks', 'Task'),
    },
    handle: async (request, reply, { tasks, plans, baseUrl }) => {
      const { id } = ownerOf(request, plans);
      const { tasks: list, next } = await tasks.list(id, readPage(request.entries));
      linkNext(request, reply, baseUrlOf(request, baseUrl), next);
      return { tasks: list };
    },
  },
  {
    method: 'POST',
    path: '/v1/tasks',
    operation: {
      id: 'createTask',
      summary: 'Create a scheduled task',
      parameters: [idempotencyParameter],
      body: 'NewTask',
      status: 201,
      description: 'Created.',
      headers: locationHeader('Address of the task.'),
      content,
      errors: [...bodyErrors, 'idempotency_in_progress', 'idempotency_key_reused', 'storage_full'],
    },
    handle: async (request, reply, { store, tasks, plans, jobs, wakeScheduler, baseUrl }) => {
      refuseQuery(request.entries);
      const address = baseUrlOf(request, baseUrl);
      const { id, plan } = ownerOf(request, plans);
      const asked = {
        id: request.id,
        accountId: id,
        idempotencyKey: readIdempotencyKey(request),
        operation: 'tasks',
        parameters: withoutKey(request),
        log: request.log,
      };
      const created = await jobs.once(asked, async () => {
        await store.capacity.check();
        const task = await tasks.create(id, request.body, address, plans[plan].maxTasks);
        return { location: `${address}/v1/tasks/${task.id}`, task };
      });
      if (created.isReplayed) markReplayed(reply, created.id);
      else wakeScheduler();
      const { location, task } = created.value;
      reply.header('location', location);
      return task;
    },
  },
  {
    method: 'POST',
    path: '/v1/tasks/preview',
    changes: false,
    operation: {
      id: 'previewTask',
      summary:
        'Preview the next runs of a task: the next one, and up to nine within five years after it',
      body: 'TaskTimes',
      content: 'TaskPreview',
      errors: bodyErrors,
    },
    handle: async (request, _reply, { tasks, plans }) => {
      refuseQuery(request.entries);
      ownerOf(request, plans);
      const { crontab, timezone, runs } = tasks.preview(withoutKey(request));
      return { crontab, timezone, runs: runs.map(seconds) };
    },
  },
  {
    method: 'POST',
    path: '/v1/tasks/:id/runs',
    params,
    operation: {
      id: 'runTask',
      summary: 'Run a scheduled task now, in addition to its schedule',
      status: 202,
      description: 'Queued; it runs within a second.',
      content,
      errors: [...errors, 'invalid_request'],
    },
    handle: async (request, _reply, { tasks, plans, wakeScheduler }) => {
      const task = await tasks.runNow(ownerOf(request, plans).id, idOf(request));
      wakeScheduler();
      return task;
    },
  },
  {
    method: 'GET',
    path: '/v1/tasks/:id',
    params,
    operation: { id: 'getTask', summary: 'One scheduled task', content, errors },
    handle: async (request, _reply, { tasks, plans }) =>
      tasks.get(ownerOf(request, plans).id, idOf(request)),
  },
  {
    method: 'GET',
    path: '/v1/tasks/:id/runs',
    operation: {
      id: 'listRuns',
      summary: 'Runs of a scheduled task, newest first',
      parameters: pageParameters,
      headers: linkHeader,
      errors: [...errors, 'invalid_parameter', 'unknown_parameter'],
      content: listContent('runs', 'Request'),
    },
    handle: async (request, reply, options) => {
      const { tasks, plans } = options;
      const page = readPage(request.entries);
      await tasks.get(ownerOf(request, plans).id, idOf(request));
      const filter = { ...page, taskId: Number(idOf(request)) };
      return { runs: await listRequests(request, reply, filter, options) };
    },
  },
  {
    method: 'PATCH',
    path: '/v1/tasks/:id',
    operation: {
      id: 'updateTask',
      summary: 'Change a scheduled task',
      body: 'TaskChanges',
      content,
      errors: [...bodyErrors, 'not_found'],
    },
    handle: async (request, _reply, { tasks, plans, wakeScheduler }) => {
      refuseQuery(request.entries);
      const task = await tasks.update(ownerOf(request, plans).id, idOf(request), request.body);
      wakeScheduler();
      return task;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/tasks/:id',
    operation: {
      id: 'deleteTask',
      summary: 'Delete a scheduled task',
      status: 204,
      description: 'Deleted.',
      errors,
    },
    handle: async (request, _reply, { tasks, plans }) =>
      tasks.remove(ownerOf(request, plans).id, idOf(request)),
  },
]);

/** The access key is not part of the task. */
export function withoutKey({ body }: FastifyRequest): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { access_key: _key, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** Returns the caller's account, if its plan has tasks. */
export function ownerOf({ caller: { account } }: FastifyRequest, plans: Plans): Account {
  requireFeature(account, 'tasks', plans);
  return account;
}
