import { RenderError } from '@tintype/contract';
import type { Account, RateState } from '@tintype/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { earlyKey, hasBody, lateKey } from '../read/carried-keys.ts';
import { rawQuery, readQuery, type Entries } from '../read/read-query.ts';
import type { ServerOptions } from '../server-options.ts';
import { takeRate } from './take-rate.ts';

/** Who asks, known for every route of the API. */
export interface Caller {
  account: Account;
  /** After this request was taken out of the minute. */
  rate: RateState;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The query string, read. */
    entries: Entries;
    caller: Caller;
  }
}

/**
 * Lets nobody in without the access key of an account that has paid and has requests of this minute left. Whoever brings the key in a
 * header or in the query string is refused before the body is read.
 */
export function authenticate(app: FastifyInstance, options: ServerOptions): void {
  const early = new WeakMap<FastifyRequest, string>();
  app.decorateRequest('entries', null as unknown as Entries);
  app.decorateRequest('caller', null as unknown as Caller);
  app.addHook('onRequest', async (request, reply) => {
    request.entries = readQuery(rawQuery(request.raw.url ?? ''));
    const key = earlyKey(request, request.entries);
    if (key !== undefined) {
      early.set(request, key);
      await admit(key, request, reply, options);
    } else if (!hasBody(request.method)) {
      throw new RenderError('unauthorized');
    }
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!hasBody(request.method)) return;
    const known = early.get(request);
    const key = lateKey(request.body, known);
    if (key === undefined) throw new RenderError('unauthorized');
    if (known === undefined) await admit(key, request, reply, options);
  });
}

async function admit(
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, plans }: ServerOptions,
): Promise<void> {
  const account = await store.accounts.findByAccessKey(key);
  if (account === undefined) throw new RenderError('unauthorized');
  request.facts.accountId = account.id;
  const rate = await takeRate(account, plans, store.usage, reply);
  request.caller = { account, rate };
  if (account.status === 'unpaid') throw new RenderError('payment_required');
}
