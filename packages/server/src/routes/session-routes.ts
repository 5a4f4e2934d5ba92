import { parseSession, RenderError, sessionName, type ErrorCode } from '@tintype/contract';
import type { Session } from '@tintype/contract/wire';
import type { PageSessionInfo } from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import { bodyFields, readIdempotencyKey, refuseQuery } from '../parse/read-render.ts';
import { baseUrlOf } from '../parse/read-query.ts';
import { markReplayed } from '../reply/send-answer.ts';
import { seconds } from '../reply/json-values.ts';
import { declareRoutes, type Route } from '../route/define-route.ts';
import { renderErrors } from '../route/error-responses.ts';
import { idempotencyParameter, listContent, pathParameter } from '../route/json-parts.ts';
import { locationHeader } from '../route/response-headers.ts';

const params = [pathParameter('name', 'Name of the session.', { type: 'string' })];
const content = 'Session';
const errors: readonly ErrorCode[] = ['session_not_found'];

/** Sessions: cookies and storage that renders of an account share. */
export const sessionRoutes: readonly Route[] = declareRoutes('account', 'Sessions', [
  {
    method: 'POST',
    path: '/v1/sessions',
    operation: {
      id: 'createSession',
      summary: 'Create or replace a session, from a storage state or by steps that log in',
      parameters: [idempotencyParameter],
      body: 'NewSession',
      status: 201,
      description: 'Created.',
      headers: locationHeader('Address of the session.'),
      content,
      errors: renderErrors,
    },
    handle: async (request, reply, { jobs, store, baseUrl, running }) => {
      refuseQuery(request.entries);
      request.logFields.operation = 'sessions';
      const { account } = request.caller;
      const body = bodyFields(request.body, 'the session');
      const asked = {
        id: request.id,
        accountId: account.id,
        idempotencyKey: readIdempotencyKey(request),
        operation: 'sessions',
        parameters: body,
        log: request.log,
      };
      const address = baseUrlOf(request, baseUrl);
      const created = await jobs.once(asked, async () => {
        await store.capacity.check();
        const session = parseSession(body, jobs.rulesFor(account));
        const { id, log } = request;
        const { traceparent } = request.logFields;
        const signal = running.signalOf(reply);
        const origin = { id, account, baseUrl: address, signal, log, traceparent };
        return toJson(await jobs.createSession({ ...origin, session }));
      });
      if (created.isReplayed) markReplayed(reply, created.id);
      reply.header('location', `${address}/v1/sessions/${created.value.name}`);
      return created.value;
    },
  },
  {
    method: 'GET',
    path: '/v1/sessions',
    operation: {
      id: 'listSessions',
      summary: 'List sessions by name, without cookies and storage',
      content: listContent('sessions', content),
    },
    handle: async ({ caller }, _reply, { store }) => ({
      sessions: (await store.pageSessions.list(caller.account.id)).map(toJson),
    }),
  },
  {
    method: 'GET',
    path: '/v1/sessions/:name',
    params,
    operation: { id: 'getSession', summary: 'One session', content, errors },
    handle: async (request, _reply, { store }) => {
      const found = await store.pageSessions.get(request.caller.account.id, nameOf(request));
      return toJson(found ?? missing());
    },
  },
  {
    method: 'GET',
    path: '/v1/sessions/:name/storage-state',
    params,
    operation: {
      id: 'exportSession',
      summary: 'Cookies and local storage of a session, as the parameter storage_state',
      content: 'StorageState',
      errors,
    },
    handle: async (request, _reply, { store }) => {
      const found = await store.pageSessions.read(request.caller.account.id, nameOf(request));
      return (found ?? missing()).state;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/sessions/:name',
    operation: {
      id: 'deleteSession',
      summary: 'Delete a session',
      status: 204,
      description: 'Deleted.',
      errors,
    },
    handle: async (request, _reply, { store }) => {
      const { account } = request.caller;
      if (!(await store.pageSessions.remove(account.id, nameOf(request)))) missing();
    },
  },
]);

/** Returns the name in the path. @throws RenderError `session_not_found` if no session can have it */
function nameOf({ params: given }: FastifyRequest): string {
  const { name } = given as { name: string };
  return sessionName.test(name) ? name : missing();
}

function missing(): never {
  throw new RenderError('session_not_found');
}

/** Returns a session in the API's form. */
function toJson(session: PageSessionInfo): Session {
  const { name, createdAt, updatedAt, usedAt, expiresAt, cookies, origins, bytes } = session;
  return {
    name,
    created: seconds(createdAt),
    updated: seconds(updatedAt),
    used: seconds(usedAt),
    expires: seconds(expiresAt),
    cookies,
    origins,
    bytes,
    login: session.hasLogin,
  };
}
