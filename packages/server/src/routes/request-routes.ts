import { RenderError } from '@tintype/contract';
import type { FastifyInstance } from 'fastify';
import { resultHeaders } from '../reply/result-headers.ts';
import { sendOutputs } from '../reply/send-outputs.ts';
import { sendJson } from '../reply/send-json.ts';
import type { ServerOptions } from '../server-options.ts';
import { readPackaging } from '../parse/read-packaging.ts';
import { readPage } from '../parse/read-page.ts';
import { filterNames, readRequestFilter } from '../parse/read-request-filter.ts';
import { listRequests } from './list-requests.ts';

/** State of async requests, and of those that have a webhook. */
export function requestRoutes(app: FastifyInstance, options: ServerOptions): void {
  const { store } = options;
  app.get('/v1/requests', async (request, reply) => {
    const page = readPage(request.entries, filterNames);
    const filter = readRequestFilter(request.entries, options.kinds);
    const requests = await listRequests(request, reply, { ...page, ...filter }, options);
    return sendJson(reply, 200, { requests });
  });

  app.get('/v1/requests/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const found = await store.requests.getFor(request.caller.account.id, id);
    if (found === undefined) throw new RenderError('not_found', 'There is no request of this id.');
    const hasOutputs = found.status === 'succeeded' && found.outputs !== undefined;
    const packaging = hasOutputs ? readPackaging(request.headers.accept) : 'json';
    return sendOutputs(reply, found, packaging, options);
  });

  app.delete('/v1/requests/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const isRemoved = await store.requests.remove(request.caller.account.id, id);
    if (!isRemoved) throw new RenderError('not_found', 'There is no request of this id.');
    return reply.code(204).send();
  });

  app.get('/v1/requests/:id/trace', async (request, reply) => {
    const { id } = request.params as { id: string };
    const file = await store.files.traceOf(request.caller.account.id, id);
    const content = file && (await store.fileBytes.open(file));
    if (!content) throw new RenderError('not_found', 'There is no trace of this id.');
    reply.headers({
      ...resultHeaders({ ...file, shownName: `trace-${id}` }),
      'content-length': file.bytes,
      'cache-control': 'private, no-store',
    });
    return reply.send(content);
  });
}
