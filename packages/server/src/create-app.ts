import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { headerTable } from '@tintype/contract/headers';
import { createRequestId } from '@tintype/core';
import Fastify, {
  LogController,
  type FastifyHttpOptions,
  type FastifyHttpsOptions,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify';
import { answerClientError } from './reply/client-error.ts';
import { sendError } from './reply/send-json.ts';
import { createResponseClass } from './reply/title-case-response.ts';
import { toRenderError } from './parse/to-render-error.ts';
import { trustOf } from './admission/client-address.ts';
import type { RequestLimits } from './options/request-limits.ts';
import { plainTarget } from './parse/read-query.ts';
import type { ServerOptions } from './options/server-options.ts';

/** Interval of checks for slow connections, in milliseconds. */
const connectionsCheckingInterval = 1_000;

/** Creates Fastify with Tintype's limits, request ids and errors. */
export function createApp(options: ServerOptions, limits: RequestLimits): FastifyInstance {
  const { tls, log, trustProxy = false, headerPrefix } = options;
  const common: FastifyServerOptions = {
    ...(log === undefined ? { logger: false } : { loggerInstance: log }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: trustOf(trustProxy),
    genReqId: () => createRequestId(),
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.receiveTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    exposeHeadRoutes: true,
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    return503OnClosing: false,
    rewriteUrl: ({ url }) => plainTarget(url ?? '/'),
    routerOptions: {
      ignoreTrailingSlash: true,
      // Signatures cover the query string as sent, and repeated parameters must be visible.
      querystringParser: () => ({}),
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, { headerBytes: limits.headerBytes, headerPrefix }),
    frameworkErrors: (error, request, reply) => {
      request.logFields = {};
      reply.header(headerTable.requestId.name, request.id);
      void sendError(reply, toRenderError(error));
    },
  };
  const http = {
    maxHeaderSize: limits.headerBytes,
    ServerResponse: createResponseClass(headerPrefix),
    // Node would respond without a body: see `checkProtocol`.
    requireHostHeader: false,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.receiveTimeoutMs,
    connectionsCheckingInterval,
  };
  if (tls === undefined) return Fastify({ ...common, http } as FastifyHttpOptions<HttpServer>);
  const secure: FastifyHttpsOptions<HttpsServer> = {
    ...(common as unknown as FastifyHttpsOptions<HttpsServer>),
    https: { ...http, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersTimeoutMs },
  };
  return Fastify(secure);
}

/** The contract validates instead: Fastify's compilers take a twentieth of the start. */
function noSchemas() {
  return (): never => {
    throw new Error('A route has a schema for Fastify. Requests are read by the contract here.');
  };
}
