import { createLazy } from '@tintype/core';
import type { ServerPart } from '../options/server-part.ts';
import { openApiDocument, type OpenApiOptions } from './openapi-document.ts';

/** `GET /openapi.json`: the description of the API, for any origin, without a key. */
export function openApiRoute(options: OpenApiOptions): ServerPart {
  const text = createLazy(async () => JSON.stringify(openApiDocument(options)));
  return (app) => {
    app.get('/openapi.json', async (_request, reply) =>
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .send(await text.get()),
    );
  };
}
