import type { FastifyInstance } from 'fastify';

const links = [
  { path: 'console', title: 'Console', about: 'render a page, and see what was rendered' },
  { path: 'reference', title: 'API reference', about: 'read the HTTP API, and try it out' },
  { path: 'openapi.json', title: 'OpenAPI', about: 'the same for programs' },
] as const;

/** `GET /`: relative links to the pages of the service. */
export function frontPage(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => {
    const items = links
      .filter(({ path }) => app.hasRoute({ method: 'GET', url: `/${path}` }))
      .map(({ path, title, about }) => `<li><a href="${path}">${title}</a>: ${about}`);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      })
      .send(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Tintype</title><h1>Tintype</h1><ul>${items.join('')}</ul>\n`,
      );
  });
}
