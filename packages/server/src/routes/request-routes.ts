import { RenderError } from '@tintype/contract';
import type { StoredRequest } from '@tintype/store';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../answer/send-json.ts';
import type { ServerOptions } from '../server-options.ts';
import { fileAddress } from './file-routes.ts';

/** What became of requests that were accepted to be rendered later. */
export function requestRoutes(app: FastifyInstance, { store }: ServerOptions): void {
  app.get('/v1/requests/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const found = await store.requests.getFor(request.caller.account.id, id);
    if (found === undefined) throw new RenderError('not_found', 'There is no request of this id.');
    return sendJson(reply, 200, requestToJson(found));
  });
}

function requestToJson(request: StoredRequest): Record<string, unknown> {
  const { id, status, api, createdAt, startedAt, finishedAt, file, error, baseUrl } = request;
  return {
    id,
    status,
    api,
    created: seconds(createdAt),
    ...(startedAt === undefined ? {} : { started: seconds(startedAt) }),
    ...(finishedAt === undefined ? {} : { finished: seconds(finishedAt) }),
    ...(file === undefined
      ? {}
      : { file: fileAddress(baseUrl, file), expires: seconds(file.expiresAt) }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Unix seconds, of Unix milliseconds. */
export function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
