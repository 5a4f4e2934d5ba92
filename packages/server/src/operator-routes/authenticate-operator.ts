import { RenderError } from '@tintype/contract';
import type { AuditEntry } from '@tintype/contract/wire';
import type { Store } from '@tintype/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findSession, sessionSecret } from '../session/session.ts';
import { refuseGuessing, type WrongKeys } from '../admission/create-wrong-keys.ts';
import { refuseBeyond } from '../admission/take-rate.ts';
import { rawQuery, readQuery } from '../parse/read-query.ts';
import { writeAudit } from './write-audit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the operator's session or token; undefined for other callers. */
    operator: string | undefined;
    /** Names of the changed fields, for the audit list. Default: those of the body. */
    changed: string[] | undefined;
    /** Old and new values of the changed fields, for the audit list. */
    values: AuditEntry['values'] | undefined;
  }
}

/** Dependencies of {@link authenticateOperator}. */
export interface OperatorParts {
  store: Pick<Store, 'sessions' | 'journal' | 'usage'>;
  wrongKeys: WrongKeys;
}

/** Requests of one session or token. */
const requestsPerMinute = 600;

/** Admits operators only: with a token (`tintype console token`), or signed in to the console. */
export function authenticateOperator(
  app: FastifyInstance,
  { store, wrongKeys }: OperatorParts,
): void {
  app.addHook('onRequest', async (request) => {
    const secret = bearerToken(request) ?? sessionSecret(request) ?? '';
    refuseGuessing(request, wrongKeys, secret);
    const found = await findOperator(request, store).catch((error: unknown) => {
      wrongKeys.count(request.client);
      throw error;
    });
    wrongKeys.prove(secret);
    request.operator = found;
    request.logFields.accountId = 'operator';
    request.entries = readQuery(rawQuery(request.raw.url ?? ''));
    refuseBeyond(await store.usage.takeRate(`operator ${found}`, requestsPerMinute));
  });
}

async function findOperator(
  request: FastifyRequest,
  { sessions }: Pick<Store, 'sessions'>,
): Promise<string> {
  const token = bearerToken(request);
  const session =
    token === undefined
      ? await findSession(request, sessions)
      : await sessions.find('token', token);
  if (session !== undefined && session.account === undefined) return session.id;
  throw new RenderError(
    'unauthorized',
    'Operators only: send a token from tintype console token as Authorization: Bearer.',
  );
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}

/** Records the changes of operators, before the response is sent. */
export function auditOperators(app: FastifyInstance, store: Pick<Store, 'journal'>): void {
  app.decorateRequest('operator', undefined);
  app.decorateRequest('changed', undefined);
  app.decorateRequest('values', undefined);
  app.addHook('onSend', async (request, reply, payload) => {
    const { operator, method } = request;
    const route = request.routeOptions.url ?? '';
    const { changes } = request.routeOptions.config;
    if (operator === undefined || !changes || reply.statusCode >= 400) return payload;
    await writeAudit(store.journal, {
      action: `${method} ${route}`,
      by: operator,
      account: request.caller?.account.id,
      subject: subjectOf(request, reply),
      changed: request.changed ?? givenFields(request),
      values: request.values,
      requestId: request.id,
    });
    return payload;
  });
}

/** Returns the id in the path, or that of the created object. */
function subjectOf({ params }: FastifyRequest, reply: FastifyReply): string | undefined {
  const { id } = (params ?? {}) as { id?: string };
  const made = String(reply.getHeader('location') ?? '').split('/');
  return (id ?? made.at(-1))?.slice(0, 100) || undefined;
}

/** Maximum number of names in an audit entry. */
const maxFields = 50;

function givenFields({ method, body, routeOptions }: FastifyRequest): string[] | undefined {
  const isChange = method === 'PATCH' || routeOptions.config.access === 'operator';
  if (!isChange || typeof body !== 'object' || body === null) return undefined;
  const names = Object.keys(body).filter((name) => /^[a-z_]{1,40}$/.test(name));
  return names.filter((name) => name !== 'access_key').slice(0, maxFields);
}
