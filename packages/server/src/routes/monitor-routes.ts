import type { ErrorCode } from '@tintype/contract';
import { baseUrlOf } from '../parse/read-query.ts';
import { linkNext, readPage } from '../parse/read-list.ts';
import { refuseQuery } from '../parse/read-render.ts';
import { declareRoutes, idOf, type Route } from '../route/define-route.ts';
import { linkHeader, listContent, pageParameters, pathParameter } from '../route/json-parts.ts';
import { idParameter, ownerOf, withoutKey } from './task-routes.ts';

const errors: readonly ErrorCode[] = ['plan_required', 'not_found'];
const bodyErrors: readonly ErrorCode[] = [
  ...errors,
  'invalid_request',
  'missing_parameter',
  'invalid_parameter',
  'unknown_parameter',
  'payload_too_large',
];

/** Monitors: scheduled tasks with `watch`. */
export const monitorRoutes: readonly Route[] = declareRoutes('account', 'Monitors', [
  {
    method: 'GET',
    path: '/v1/tasks/:id/monitor',
    params: [idParameter],
    operation: {
      id: 'getMonitor',
      summary: 'The accepted pages of a monitor, and what differs each time',
      content: 'Monitor',
      errors,
    },
    handle: async (request, _reply, { tasks, plans }) =>
      tasks.monitors.get(ownerOf(request, plans).id, idOf(request)),
  },
  {
    method: 'PATCH',
    path: '/v1/tasks/:id/monitor',
    operation: {
      id: 'updateMonitor',
      summary: 'Change what a monitor leaves out because it differs each time',
      body: 'MonitorChanges',
      content: 'Monitor',
      errors: bodyErrors,
    },
    handle: async (request, _reply, { tasks, plans }) => {
      refuseQuery(request.entries);
      const { id } = ownerOf(request, plans);
      return tasks.monitors.update(id, idOf(request), withoutKey(request));
    },
  },
  {
    method: 'DELETE',
    path: '/v1/tasks/:id/monitor',
    operation: {
      id: 'restartMonitor',
      summary: 'Forget the accepted pages: the monitor starts again with its next run',
      status: 204,
      description: 'Forgotten.',
      errors,
    },
    handle: async (request, _reply, { tasks, plans }) =>
      tasks.monitors.restart(ownerOf(request, plans).id, idOf(request)),
  },
  {
    method: 'GET',
    path: '/v1/tasks/:id/checks',
    params: [idParameter],
    operation: {
      id: 'listChecks',
      summary: 'Checks of a monitor, newest first',
      parameters: pageParameters,
      headers: linkHeader,
      errors: [...errors, 'invalid_parameter', 'unknown_parameter'],
      content: listContent('checks', 'MonitorCheck'),
    },
    handle: async (request, reply, { tasks, plans, baseUrl }) => {
      const page = readPage(request.entries);
      const { id } = ownerOf(request, plans);
      const { checks, next } = await tasks.monitors.checks(id, idOf(request), page);
      linkNext(request, reply, baseUrlOf(request, baseUrl), next);
      return { checks };
    },
  },
  {
    method: 'POST',
    path: '/v1/tasks/:id/checks/:request/accept',
    params: [
      idParameter,
      pathParameter('request', 'Id of the request of the check.', {
        type: 'string',
        format: 'uuid',
      }),
    ],
    operation: {
      id: 'acceptCheck',
      summary: 'Accept the page of a check: the monitor reports it no longer',
      body: 'Acceptance',
      content: 'Monitor',
      errors: bodyErrors,
    },
    handle: async (request, _reply, { tasks, plans }) => {
      refuseQuery(request.entries);
      const { id } = ownerOf(request, plans);
      const { request: checked } = request.params as { request: string };
      return tasks.monitors.accept(id, idOf(request), checked, withoutKey(request));
    },
  },
]);
