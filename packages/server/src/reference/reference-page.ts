import type { FastifyStaticSwaggerOptions } from '@fastify/swagger';
import { createLazy } from '@tintype/core';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerPart } from '../options/server-options.ts';
import { openApiDocument, type OpenApiOptions } from '../openapi/openapi-document.ts';

/** The page loads from the service only. */
const POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  // Swagger UI writes style attributes.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Request headers that affect the response of the page. */
const READ_HEADERS = ['if-none-match', 'if-modified-since', 'range', 'accept-encoding'] as const;

/** Headers of the connection, which are set again. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'date', 'transfer-encoding']);

/** `GET /reference`: the API to read and to try out, without a key. Built on the first request. */
export function referencePage(options: OpenApiOptions): ServerPart {
  return (app) => {
    const pages = createLazy(() => createPages(options));
    app.addHook('onClose', async () => {
      const made = await pages.started?.catch(() => undefined);
      await made?.close();
    });
    for (const path of ['/reference', '/reference/*']) {
      app.get(path, async ({ url, headers: given }, reply) => {
        const headers = Object.fromEntries(
          READ_HEADERS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
        );
        const made = await pages.get();
        const answer = await made.inject({ method: 'GET', url, headers });
        if (answer.statusCode === 404) return reply.callNotFound();
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && !OF_CONNECTION.has(name)) reply.header(name, value);
        }
        return reply.code(answer.statusCode).send(answer.rawPayload);
      });
    }
  };
}

async function createPages(options: OpenApiOptions): Promise<FastifyInstance> {
  const [{ fastifySwagger }, { fastifySwaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  // Its types support only OpenAPI 3.0.
  const specification = { document: openApiDocument(options) } as unknown;
  const swagger = { mode: 'static', specification } as FastifyStaticSwaggerOptions;
  const pages = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  pages.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
  });
  await pages.register(fastifySwagger, swagger);
  await pages.register(fastifySwaggerUi, {
    routePrefix: '/reference',
    staticCSP: POLICY,
    theme: { title: 'Tintype API' },
    uiConfig: {
      // Without the top bar, which asks for the URL of another description.
      layout: 'BaseLayout',
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      tryItOutEnabled: true,
      persistAuthorization: false,
      // Validator badges would be requested from another server.
      validatorUrl: null,
    },
  });
  return pages;
}
