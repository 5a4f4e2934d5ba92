import type { FastifyStaticSwaggerOptions } from '@fastify/swagger';
import type { ServerPart } from '../observe/server-part.ts';
import { openApiDocument, type OpenApiOptions } from '../openapi/openapi-document.ts';

/** The page works without the internet: everything it may load or ask comes from the service itself. */
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

/** `GET /reference`: the API to read and to try out. Needs no key; whoever tries it out types one. */
export function referencePage(options: OpenApiOptions): ServerPart {
  return async (app) => {
    const [{ fastifySwagger }, { fastifySwaggerUi }] = await Promise.all([
      import('@fastify/swagger'),
      import('@fastify/swagger-ui'),
    ]);
    // Its types end at OpenAPI 3.0.
    const specification = { document: openApiDocument(options) } as unknown;
    const swagger = { mode: 'static', specification } as FastifyStaticSwaggerOptions;
    await app.register(async (page) => {
      page.addHook('onSend', async (_request, reply) => {
        reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
      });
      await page.register(fastifySwagger, swagger);
      await page.register(fastifySwaggerUi, {
        routePrefix: '/reference',
        staticCSP: POLICY,
        theme: { title: 'Tintype API' },
        uiConfig: {
          // Without the bar on top, which asks for the address of another description.
          layout: 'BaseLayout',
          deepLinking: true,
          docExpansion: 'list',
          defaultModelsExpandDepth: 0,
          tryItOutEnabled: true,
          persistAuthorization: false,
          // Badges of validators would be asked of a server of somebody else.
          validatorUrl: null,
        },
      });
    });
  };
}
