import { RenderError } from '@tintype/contract';
import type { NewSession, Session, Store } from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../answer/send-json.ts';
import type { WrongKeys } from '../limits/create-wrong-keys.ts';
import { writeAudit } from '../operator-routes/write-audit.ts';
import { refuseOtherSites } from './find-session.ts';
import { isPassword } from './operator-password.ts';
import { csrfToken, sessionLastsMs, sessionSecret, setSessionCookie } from './session-cookie.ts';

/** What people sign in with. */
export interface SignInParts {
  store: Pick<Store, 'sessions' | 'journal'>;
  wrongKeys: WrongKeys;
  operatorPassword: string | undefined;
}

/** Deriving a key takes a tenth of a second of a processor: so many at a time. */
const maxChecks = 2;

/** `/console/session`: to sign in, to ask who one is, to sign out. */
export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { store, wrongKeys } = parts;
  const { sessions } = store;
  const check = createCheck(parts);

  app.get('/console/session', async (request, reply) => {
    refuseOtherSites(request);
    const secret = sessionSecret(request);
    const session = secret === undefined ? undefined : await sessions.find('session', secret);
    if (secret === undefined || session === undefined) return sendJson(reply, 200, { who: null });
    return sendJson(reply, 200, toJson(session, secret));
  });

  app.post('/console/session', async (request, reply) => {
    refuseOtherSites(request);
    refuseGuessing(request, wrongKeys);
    const wanted = await check(request.body);
    const made = wanted && (await sessions.create({ ...wanted, lastsMs: sessionLastsMs }));
    if (made === undefined) {
      wrongKeys.count(request.client);
      throw new RenderError('unauthorized', 'This opens nothing here: it is wrong, or has ended.');
    }
    if (made.session.account === undefined) {
      await writeAudit(store.journal, { action: 'operator signed in', by: made.session.id });
    }
    setSessionCookie(request, reply, made.secret);
    return sendJson(reply, 201, toJson(made.session, made.secret));
  });

  app.delete('/console/session', async (request, reply) => {
    refuseOtherSites(request);
    const secret = sessionSecret(request);
    if (secret !== undefined) await sessions.end('session', secret);
    setSessionCookie(request, reply, undefined);
    return reply.code(204).send();
  });
}

type Wanted = Omit<NewSession, 'lastsMs'>;

/** Gives what a body lets somebody in as. */
function createCheck({ store, operatorPassword }: SignInParts) {
  let checks = 0;
  return async (body: unknown): Promise<Wanted | undefined> => {
    const given = (typeof body === 'object' && body !== null ? body : {}) as Record<
      string,
      unknown
    >;
    const { access_key: accessKey, link, password } = given;
    if (typeof accessKey === 'string') return { purpose: 'session', accessKey };
    if (typeof link === 'string') {
      return (await store.sessions.take('link', link)) && { purpose: 'session' };
    }
    if (typeof password !== 'string' || password.length > 1_000) {
      throw new RenderError('invalid_request', 'Send access_key, link or password.');
    }
    if (operatorPassword === undefined) return undefined;
    if (checks >= maxChecks) {
      throw new RenderError('rate_limited', 'Others are signing in; try again in 1 s.', {
        retryAfterS: 1,
      });
    }
    checks += 1;
    try {
      return (await isPassword(password, operatorPassword)) ? { purpose: 'session' } : undefined;
    } finally {
      checks -= 1;
    }
  };
}

function refuseGuessing({ client }: FastifyRequest, wrongKeys: WrongKeys): void {
  const retryAfterS = wrongKeys.pauseS(client);
  if (retryAfterS === undefined) return;
  const message = `Too many wrong keys came from this address; try again in ${retryAfterS} s.`;
  throw new RenderError('rate_limited', message, { retryAfterS });
}

function toJson({ account, expiresAt }: Session, secret: string) {
  return {
    who: account === undefined ? 'operator' : 'account',
    ...(account && { account: { id: account.id, name: account.name, plan: account.plan } }),
    csrf: csrfToken(secret),
    expires: Math.floor(expiresAt / 1000),
  };
}
