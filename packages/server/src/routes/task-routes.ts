import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../answer/base-url.ts';
import { sendJson } from '../answer/send-json.ts';
import { requireFeature } from '../perform/check-features.ts';
import { refuseQuery } from '../read/read-parameters.ts';
import type { ServerOptions } from '../server-options.ts';

/** Scheduled tasks. Their rules are those of the service behind `tasks`; here they are only carried. */
export function taskRoutes(
  app: FastifyInstance,
  { tasks, plans, wake, baseUrl }: ServerOptions,
): void {
  app.get('/v1/tasks', async (request, reply) =>
    sendJson(reply, 200, { tasks: await tasks.list(ownerOf(request)) }),
  );

  app.post('/v1/tasks', async (request, reply) => {
    refuseQuery(request.entries);
    const address = baseUrlOf(request, baseUrl);
    const task = await tasks.create(ownerOf(request), request.body, address);
    wake.scheduler();
    reply.header('location', `${address}/v1/tasks/${task.id}`);
    return sendJson(reply, 201, task);
  });

  app.get('/v1/tasks/:id', async (request, reply) =>
    sendJson(reply, 200, await tasks.get(ownerOf(request), idOf(request))),
  );

  app.patch('/v1/tasks/:id', async (request, reply) => {
    refuseQuery(request.entries);
    const task = await tasks.update(ownerOf(request), idOf(request), request.body);
    wake.scheduler();
    return sendJson(reply, 200, task);
  });

  app.delete('/v1/tasks/:id', async (request, reply) => {
    await tasks.remove(ownerOf(request), idOf(request));
    return reply.code(204).send();
  });

  /** The account that asks, if its plan has tasks. */
  function ownerOf(request: FastifyRequest): string {
    const { account } = request.caller;
    requireFeature(account, 'tasks', plans);
    return account.id;
  }
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
