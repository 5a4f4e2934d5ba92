import { nearest, RenderError } from '@tintype/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Returns the error of a request without a route. Sets `Allow` if another method has one. */
export type NotRouted = (request: FastifyRequest, reply: FastifyReply) => RenderError;

const order = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
const byOrder = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);

/** Records the routes that are registered after this call. */
export function noteRoutes(app: FastifyInstance): NotRouted {
  const routes = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = routes.get(url) ?? new Set();
    for (const each of [method].flat()) known.add(each);
    routes.set(url, known);
  });

  return (request, reply) => {
    const path = (request.raw.url ?? '/').split('?', 1)[0] ?? '/';
    const match = matching(routes, path);
    if (match === undefined) {
      const near = nearest(
        path,
        [...routes.keys()].filter((url) => url !== '/'),
      );
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      return new RenderError('not_found', `Not found: ${path.slice(0, 100)}.${hint}`);
    }
    const allowed = [...match].toSorted(byOrder).join(', ');
    reply.header('allow', allowed);
    const message = `Method not allowed: ${path.slice(0, 100)} accepts ${allowed}; got ${request.method}.`;
    return new RenderError('method_not_allowed', message);
  };
}

/** Returns the methods of the route that matches a path; `:id` matches one segment. */
function matching(
  routes: ReadonlyMap<string, ReadonlySet<string>>,
  path: string,
): ReadonlySet<string> | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  for (const [url, known] of routes) {
    const pattern = url.replace(/\/$/, '').split('/');
    const fits =
      pattern.length === parts.length &&
      pattern.every((part, index) => part.startsWith(':') || part === parts[index]);
    if (fits) return known;
  }
  return undefined;
}
