import type { Server as HttpsServer } from 'node:https';
import { headerTable } from '@tintype/contract/headers';
import { createRequestId } from '@tintype/core';
import Fastify, {
  LogController,
  type FastifyHttpsOptions,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify';
import { answerClientError } from './answer/client-error.ts';
import { sendError } from './answer/send-error.ts';
import { toRenderError } from './answer/to-render-error.ts';
import type { RequestLimits } from './limits/request-limits.ts';
import type { ServerOptions } from './server-options.ts';

/** A Fastify that knows nothing of Tintype but the bounds, the ids and the errors. */
export function createApp(options: ServerOptions, limits: RequestLimits): FastifyInstance {
  const { tls, log, trustProxy = false } = options;
  const common: FastifyServerOptions = {
    ...(log === undefined ? { logger: false } : { loggerInstance: log }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: typeof trustProxy === 'number' ? firstHops(trustProxy) : trustProxy,
    genReqId: () => createRequestId(),
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.receiveTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      // Signed requests need it as it came, and duplicates must be seen.
      querystringParser: () => ({}),
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, limits.headerBytes),
    frameworkErrors: (error, request, reply) => {
      request.facts = {};
      reply.header(headerTable.requestId.name, request.id);
      void sendError(reply, toRenderError(error, limits));
    },
  };
  const http = { maxHeaderSize: limits.headerBytes };
  if (tls === undefined) return Fastify({ ...common, http });
  const secure: FastifyHttpsOptions<HttpsServer> = {
    ...(common as unknown as FastifyHttpsOptions<HttpsServer>),
    https: { ...http, ...tls, minVersion: 'TLSv1.2' },
  };
  return Fastify(secure) as unknown as FastifyInstance;
}

/** Believes so many proxies in front of this one. */
function firstHops(count: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < count;
}
