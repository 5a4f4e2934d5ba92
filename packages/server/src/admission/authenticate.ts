import { RenderError } from '@tintype/contract';
import type { Account } from '@tintype/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionSecret } from '../session/session.ts';
import { earlyKey, hasBody, lateKey } from '../parse/carried-keys.ts';
import { pathOf, rawQuery, readQuery, type Entries } from '../parse/read-query.ts';
import type { Caller, ServerOptions } from '../options/server-options.ts';
import { refuseGuessing, type WrongKeys } from './create-wrong-keys.ts';
import { admitSession } from './admit-session.ts';
import { takeRate } from './take-rate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Parsed query string. */
    entries: Entries;
    /** Null until a key was valid. */
    caller: Caller;
  }
}

/**
 * Requires the access key of a paid account with requests left this minute. A key in a header or
 * the query is checked before the body is read. Addresses that send many wrong keys are rejected
 * for the minute, except with a recently valid key.
 */
export function authenticate(
  app: FastifyInstance,
  options: ServerOptions,
  wrongKeys: WrongKeys,
): void {
  const early = new WeakMap<FastifyRequest, string>();
  app.decorateRequest('caller', null as unknown as Caller);
  app.addHook('onRequest', async (request, reply) => {
    countIfRefused(request, reply, wrongKeys);
    request.entries = readQuery(rawQuery(request.raw.url ?? ''));
    const key = earlyKey(request, request.entries);
    const secret = key ?? sessionSecret(request);
    refuseGuessing(request, wrongKeys, secret);
    if (key === undefined && (await admitSession(request, reply, options, wrongKeys))) return;
    if (key !== undefined) {
      early.set(request, key);
      await admit(key, request, reply, options, wrongKeys);
    } else if (!hasBody(request.method)) {
      throw new RenderError('unauthorized');
    }
  });
  app.addHook('preHandler', async (request, reply) => {
    // A session needs no key.
    if (!hasBody(request.method) || (request.caller && !early.has(request))) return;
    const known = early.get(request);
    const key = lateKey(request.body, known);
    if (key === undefined) throw new RenderError('unauthorized');
    if (known === undefined) await admit(key, request, reply, options, wrongKeys);
  });
}

/** Also counts requests whose body could not be read or did not arrive. */
function countIfRefused(
  request: FastifyRequest,
  { raw }: FastifyReply,
  wrongKeys: WrongKeys,
): void {
  raw.once('close', () => {
    const isRefused = raw.statusCode < 500 && raw.statusCode !== 429;
    if (isRefused && request.logFields.accountId === undefined) wrongKeys.count(request.client);
  });
}

async function admit(
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, plans }: ServerOptions,
  wrongKeys: WrongKeys,
): Promise<void> {
  const known = await store.accounts.findByAccessKey(key);
  const account = known ?? (await store.accounts.findByPublishableKey(key));
  if (account === undefined) throw new RenderError('unauthorized');
  wrongKeys.prove(key);
  request.logFields.accountId = account.id;
  const publishable = known === undefined;
  if (publishable) refuseBeyondLinks(account, request);
  await takeRate(account, plans, store.usage, reply);
  request.caller = { account, publishable };
  if (account.status === 'unpaid') throw new RenderError('payment_required');
}

/** Every reader of a link knows the publishable key. */
function refuseBeyondLinks({ publishableKinds = [] }: Account, request: FastifyRequest): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const path = pathOf(request.raw.url ?? '');
  if (isRead && publishableKinds.some((kind) => path === `/v1/${kind}`)) return;
  throw new RenderError(
    'unauthorized',
    `This key is only valid for signed GETs of ${publishableKinds.join(', ')}.`,
  );
}
