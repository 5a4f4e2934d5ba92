import { builtInKinds, RenderError } from '@tintype/contract';
import { headerTable } from '@tintype/contract/headers';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { allRoutes } from './routes/all-routes.ts';
import { allowOrigins } from './allow-origins.ts';
import { createApp } from './create-app.ts';
import { compressJson } from './reply/compress-json.ts';
import { sendError, withoutCharset } from './reply/send-json.ts';
import { toRenderError } from './parse/to-render-error.ts';
import { consoleRoutes } from './console-routes/console-routes.ts';
import { drain, createRunning, type Running } from './options/running.ts';
import { authenticate } from './admission/authenticate.ts';
import { limitSenders } from './admission/limit-senders.ts';
import { createByteBudget } from './parse/create-byte-budget.ts';
import { createWrongKeys } from './admission/create-wrong-keys.ts';
import { keylessShare, requestLimits, type RequestLimits } from './options/request-limits.ts';
import { logFields } from './observe/log-fields.ts';
import { checkProtocol } from './admission/check-protocol.ts';
import { createJsonParser } from './parse/create-json-parser.ts';
import type { Entries } from './parse/read-query.ts';
import { readBodies } from './parse/read-bodies.ts';
import { auditOperators, authenticateOperator } from './operator-routes/authenticate-operator.ts';
import { createOpenPorts } from './open-ports.ts';
import { frontPage } from './routes/front-page.ts';
import { addRoutes, type Access } from './route/define-route.ts';
import { noteRoutes, type NotRouted } from './route/note-routes.ts';
import type { Server, ServerOptions } from './options/server-options.ts';

/** Creates the HTTP service. It opens nothing before `listen`. */
export function createServer(options: ServerOptions): Server {
  const limits = requestLimits(options.limits);
  const running = createRunning();
  const wrongKeys = createWrongKeys(limits.wrongKeysPerMinute, options.now);
  const app = createApp(options, limits);
  const openPorts = createOpenPorts(app, options.tls !== undefined);
  const notRouted = noteRoutes(app);
  trackRequests(app, running, limits, notRouted, options.headerPrefix);
  limitSenders(app, options, limits);
  const json = createJsonParser(limits.bodyBytes);
  app.addHook('onClose', () => json.stop());
  readBodies(app, {
    limits,
    budget: createByteBudget(limits.bodiesBytes),
    keylessBudget: createByteBudget(limits.bodiesBytes / keylessShare),
    json,
    ...(options.kinds && { kinds: options.kinds }),
  });
  app.decorateRequest('entries', null as unknown as Entries);
  auditOperators(app, options.store);
  compressJson(app);
  answerErrors(app, notRouted);
  allowOrigins(app, options.corsOrigins ?? [], options.headerPrefix);
  // Not encapsulated: their hooks apply to every response.
  for (const part of options.parts ?? []) void app.register(plugin(async (all) => part(all)));
  if (options.hasApi ?? true) clientRoutes(app, options, { running, wrongKeys });
  let closed: Promise<void> | undefined;
  return {
    listen: openPorts,
    get draining() {
      return running.draining;
    },
    get running() {
      return running.size;
    },
    close: () => (closed ??= drain(app, running, options.drainTimeoutMs)),
    abort: () => running.abort(),
    fastify: app,
  };
}

/** Routes for clients, operators and the console. */
function clientRoutes(
  app: FastifyInstance,
  options: ServerOptions,
  { running, wrongKeys }: { running: Running; wrongKeys: ReturnType<typeof createWrongKeys> },
): void {
  const { console: pages, kinds = builtInKinds, store, now, answerAgent } = options;
  const declared = allRoutes(kinds).filter(({ path }) => path !== '/mcp' || answerAgent);
  const admit: Record<Access, (scope: FastifyInstance) => void> = {
    public: () => undefined,
    account: (scope) => authenticate(scope, options, wrongKeys),
    operator: (scope) => authenticateOperator(scope, { store, wrongKeys }),
  };
  for (const access of Object.keys(admit) as Access[]) {
    void app.register(async (scope) => {
      admit[access](scope);
      const routes = declared.filter((route) => route.access === access);
      addRoutes(scope, routes, { ...options, running });
    });
  }
  frontPage(app);
  if (pages) {
    void app.register(async (own) =>
      consoleRoutes(own, { store, wrongKeys, console: pages, kinds, now }),
    );
  }
}

/** Sets the request id of every response, and closes connections whose client does not read. */
function trackRequests(
  app: FastifyInstance,
  running: Running,
  { sendTimeoutMs }: RequestLimits,
  notRouted: NotRouted,
  headerPrefix: string | undefined,
): void {
  void logFields(app);
  app.addHook('onRequest', (request, reply, done) => {
    running.add(reply);
    reply.header(headerTable.requestId.name, request.id);
    done();
  });
  checkProtocol(app, headerPrefix);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) return done(notRouted(request, reply));
    if (!running.draining || request.routeOptions.config.duringDrain === true) return done();
    done(new RenderError('shutting_down'));
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (running.draining) reply.header('connection', 'close');
    withoutCharset(reply);
    request.raw.socket.setTimeout(sendTimeoutMs);
    done();
  });
}

function answerErrors(app: FastifyInstance, notRouted: NotRouted): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toRenderError(error);
    if (known.code === 'internal') request.log.error({ err: known.cause }, 'a request failed');
    return sendError(reply, known);
  });
  app.setNotFoundHandler((request, reply) => sendError(reply, notRouted(request, reply)));
}
