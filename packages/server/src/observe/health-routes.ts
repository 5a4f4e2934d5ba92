import type { Readiness } from './create-readiness.ts';
import type { ServerPart } from '../options/server-part.ts';

/** Seconds after which a client may look again. */
const RETRY_S = 2;

/** `GET /health`: the process is alive. `GET /ready`: renders work, 200 or 503. Both are public. */
export function healthRoutes(readiness: Readiness): ServerPart {
  return (app) => {
    const options = { config: { duringDrain: true } };
    app.get('/health', options, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    );
    app.get('/ready', options, async (_request, reply) => {
      const state = await readiness.check();
      if (state.status !== 'ready') reply.code(503).header('retry-after', RETRY_S);
      return reply.header('cache-control', 'no-store').send(state);
    });
  };
}
