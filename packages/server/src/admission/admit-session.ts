import { RenderError } from '@tintype/contract';
import type { Account, Session, Store } from '@tintype/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSession, sessionSecret } from '../session/session.ts';
import type { ServerOptions } from '../options/server-options.ts';
import type { WrongKeys } from './create-wrong-keys.ts';
import { refuseBeyond, takeRate } from './take-rate.ts';

/** Limit of an account's console requests that only read, per minute: no part of its rate. */
const readsPerMinute = 600;

/** Header with the account that an operator acts for. */
export const accountHeader = 'x-tintype-account';

/**
 * Authenticates a console session: an account as itself, an operator as the named account. False
 * for requests of other clients.
 * @throws RenderError `unauthorized`, `rate_limited`, `invalid_request`, `not_found`
 */
export async function admitSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, plans }: ServerOptions,
  wrongKeys: WrongKeys,
): Promise<boolean> {
  const session = await findSession(request, store.sessions);
  if (session === undefined) return false;
  // Later errors of the request are not those of a wrong key.
  wrongKeys.prove(sessionSecret(request) ?? '');
  request.logFields.accountId = session.account?.id ?? 'operator';
  const account = await accountOf(session, request, store);
  request.logFields.accountId = account.id;
  if (session.account === undefined) request.operator = session.id;
  if (isRead(request)) {
    refuseBeyond(await store.usage.takeRate(`console ${account.id}`, readsPerMinute));
  } else await takeRate(account, plans, store.usage, reply);
  request.caller = { account, publishable: false };
  if (account.status === 'unpaid') throw new RenderError('payment_required');
  return true;
}

async function accountOf(
  { account }: Session,
  { headers }: FastifyRequest,
  { accounts }: Pick<Store, 'accounts'>,
): Promise<Account> {
  if (account !== undefined) return account;
  const id = headers[accountHeader];
  if (typeof id !== 'string') {
    throw new RenderError('invalid_request', 'Choose the account to act for.');
  }
  const named = await accounts.get(id);
  if (named !== undefined && named.status !== 'revoked') return named;
  throw new RenderError('not_found', 'Account not found, or revoked.');
}

function isRead({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && config.renders !== true;
}
