import { devices } from '@tintype/contract';
import { limitsOf } from '@tintype/store';
import type { FastifyInstance } from 'fastify';
import { sendJson } from '../reply/send-json.ts';
import { readDays } from '../parse/read-days.ts';
import type { ServerOptions } from '../server-options.ts';

/** Limits and options of an account. Neither counts against its quota. */
export function accountRoutes(app: FastifyInstance, { store, plans }: ServerOptions): void {
  app.get('/v1/usage', async (request, reply) => {
    const { account } = request.caller;
    const days = readDays(request.entries);
    const { quotaPerMonth: quota, ratePerMinute } = limitsOf(account, plans);
    const { used } = await store.usage.used(account.id);
    const rate = await store.usage.rateState(account.id, ratePerMinute);
    return sendJson(reply, 200, {
      hits: { quota, used, remaining: Math.max(0, quota - used) },
      concurrency: {
        limit: rate.limit,
        remaining: rate.remaining,
        reset: Math.ceil(rate.resetAt / 1000),
      },
      ...(days !== undefined && { days: await store.usage.byDay(account.id, days) }),
    });
  });

  app.get('/v1/devices', async (_request, reply) => sendJson(reply, 200, { devices }));
}
