import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { RenderError } from '@tintype/contract';
import { headerTable } from '@tintype/contract/headers';
import { allowOrigins } from './allow-origins.ts';
import { createApp } from './create-app.ts';
import { sendError } from './answer/send-error.ts';
import { withoutCharset } from './answer/send-json.ts';
import { toRenderError } from './answer/to-render-error.ts';
import { drain } from './drain.ts';
import { authenticate } from './limits/authenticate.ts';
import { defaultLimits, type RequestLimits } from './limits/request-limits.ts';
import { requestFacts } from './observe/request-facts.ts';
import { hasBody } from './read/carried-keys.ts';
import { parseJsonBody } from './read/parse-json-body.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { noteRoutes, type NotTaken } from './routes/note-routes.ts';
import { renderRoutes } from './routes/render-routes.ts';
import { requestRoutes } from './routes/request-routes.ts';
import { taskRoutes } from './routes/task-routes.ts';
import { createRunning, type Running } from './running.ts';
import type { Server, ServerOptions } from './server-options.ts';

/**
 * Makes the HTTP service. Nothing is opened before `listen`.
 * @example
 * const server = createServer({ store, plans, perform, ... });
 * console.log(await server.listen({ host: '127.0.0.1', port: 3000 }));
 */
export function createServer(options: ServerOptions): Server {
  const limits = { ...defaultLimits, ...options.limits };
  const running = createRunning();
  const app = createApp(options, limits);
  const notTaken = noteRoutes(app);
  account(app, running, limits, notTaken);
  readBodies(app);
  answerErrors(app, limits, notTaken);
  allowOrigins(app, options.corsOrigins ?? []);
  // Not in a scope of their own: their hooks see every answer.
  for (const part of options.parts ?? []) void app.register(plugin(async (all) => part(all)));
  void app.register(async (open) => fileRoutes(open, options));
  void app.register(async (api) => {
    authenticate(api, options);
    renderRoutes(api, options, running);
    accountRoutes(api, options);
    requestRoutes(api, options);
    taskRoutes(api, options);
  });
  let closed: Promise<void> | undefined;
  return {
    listen: ({ host, port }) => app.listen({ host, port }),
    get draining() {
      return running.draining;
    },
    get running() {
      return running.size;
    },
    close() {
      closed ??= drain(app, running, options.drainTimeoutMs);
      return closed;
    },
    abort: () => running.abort(),
    fastify: app,
  };
}

/** Every answer carries the id of its request, and none holds a connection that nobody reads from. */
function account(
  app: FastifyInstance,
  running: Running,
  { sendTimeoutMs }: RequestLimits,
  notTaken: NotTaken,
): void {
  void requestFacts(app);
  app.addHook('onRequest', (request, reply, done) => {
    running.add(reply);
    reply.header(headerTable.requestId.name, request.id);
    if (request.is404) return done(notTaken(request, reply));
    if (!running.draining || request.routeOptions.config.duringDrain === true) return done();
    reply.header('connection', 'close');
    done(new RenderError('shutting_down'));
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    withoutCharset(reply);
    request.raw.socket.setTimeout(sendTimeoutMs);
    done();
  });
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async ({ method }: FastifyRequest, body: string) =>
      // Many clients say what a body is where they send none.
      body === '' && !hasBody(method) ? undefined : parseJsonBody(body),
  );
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    const type = request.headers['content-type'] ?? 'none';
    throw new RenderError(
      'invalid_request',
      `The body must be JSON, sent with content-type application/json; got ${type.slice(0, 80)}.`,
    );
  });
}

function answerErrors(app: FastifyInstance, limits: RequestLimits, notTaken: NotTaken): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toRenderError(error, limits);
    if (known.code === 'internal') request.log.error({ err: known.cause }, 'a request failed');
    return sendError(reply, known);
  });
  app.setNotFoundHandler((request, reply) => sendError(reply, notTaken(request, reply)));
}
