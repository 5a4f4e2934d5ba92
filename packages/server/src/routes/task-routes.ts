import { requireFeature, type Account } from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../reply/base-url.ts';
import { linkNext } from '../reply/link-next.ts';
import { markReplayed } from '../reply/send-answer.ts';
import { sendJson } from '../reply/send-json.ts';
import { readIdempotencyKey } from '../parse/read-idempotency-key.ts';
import { readPage } from '../parse/read-page.ts';
import { refuseQuery } from '../parse/read-parameters.ts';
import type { ServerOptions } from '../server-options.ts';
import { seconds } from '../reply/json-values.ts';
import { listRequests } from './list-requests.ts';

/**
 * Scheduled tasks. Their rules are those of the service behind `tasks`; here they are only carried.
 */
export function taskRoutes(app: FastifyInstance, options: ServerOptions): void {
  const { store, tasks, plans, jobs, wakeScheduler, baseUrl } = options;
  app.get('/v1/tasks', async (request, reply) => {
    const { id } = ownerOf(request);
    const { tasks: list, next } = await tasks.list(id, readPage(request.entries));
    linkNext(request, reply, baseUrlOf(request, baseUrl), next);
    return sendJson(reply, 200, { tasks: list });
  });

  app.post('/v1/tasks', async (request, reply) => {
    refuseQuery(request.entries);
    const address = baseUrlOf(request, baseUrl);
    const { id, plan } = ownerOf(request);
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
    return sendJson(reply, 201, task);
  });

  app.post('/v1/tasks/preview', async (request, reply) => {
    refuseQuery(request.entries);
    ownerOf(request);
    const { crontab, timezone, runs } = tasks.preview(withoutKey(request));
    return sendJson(reply, 200, { crontab, timezone, runs: runs.map(seconds) });
  });

  app.post('/v1/tasks/:id/runs', async (request, reply) => {
    const task = await tasks.runNow(ownerOf(request).id, idOf(request));
    wakeScheduler();
    return sendJson(reply, 202, task);
  });

  app.get('/v1/tasks/:id', async (request, reply) =>
    sendJson(reply, 200, await tasks.get(ownerOf(request).id, idOf(request))),
  );

  app.get('/v1/tasks/:id/runs', async (request, reply) => {
    const page = readPage(request.entries);
    await tasks.get(ownerOf(request).id, idOf(request));
    const wanted = { ...page, taskId: Number(idOf(request)) };
    return sendJson(reply, 200, { runs: await listRequests(request, reply, wanted, options) });
  });

  app.patch('/v1/tasks/:id', async (request, reply) => {
    refuseQuery(request.entries);
    const task = await tasks.update(ownerOf(request).id, idOf(request), request.body);
    wakeScheduler();
    return sendJson(reply, 200, task);
  });

  app.delete('/v1/tasks/:id', async (request, reply) => {
    await tasks.remove(ownerOf(request).id, idOf(request));
    return reply.code(204).send();
  });

  /** The account that asks, if its plan has tasks. */
  function ownerOf(request: FastifyRequest): Account {
    const { account } = request.caller;
    requireFeature(account, 'tasks', plans);
    return account;
  }
}

/** The access key is not part of the task. */
function withoutKey({ body }: FastifyRequest): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { access_key: _key, ...rest } = body as Record<string, unknown>;
  return rest;
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
