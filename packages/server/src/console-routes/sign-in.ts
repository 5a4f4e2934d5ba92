import { RenderError } from '@tintype/contract';
import type { NewSession, Session, Store } from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../reply/send-json.ts';
import type { WrongKeys } from '../admission/create-wrong-keys.ts';
import { writeAudit } from '../operator-routes/write-audit.ts';
import { createPasswordCheck } from './create-password-check.ts';
import {
  findSession,
  refuseOtherSites,
  csrfToken,
  sessionLastsMs,
  sessionSecret,
  setSessionCookie,
} from '../session/session.ts';

/** Dependencies of signing in. */
export interface SignInParts {
  store: Pick<Store, 'accounts' | 'journal' | 'sessions' | 'usage'>;
  wrongKeys: WrongKeys;
  operatorPassword: string | undefined;
  /** Unix milliseconds. */
  now: () => number;
}

/** Of one account in a minute: each is written to the database. */
const signInsPerMinute = 20;

/** `/console/session`: to sign in, to ask who one is, to sign out. */
export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { store, wrongKeys } = parts;
  const { sessions } = store;
  const read = createRead(parts);

  app.get('/console/session', async (request, reply) => {
    refuseOtherSites(request);
    const secret = sessionSecret(request);
    if (secret === undefined) return sendJson(reply, 200, { who: null });
    if (!wrongKeys.isProven(secret)) refuseGuessing(request, wrongKeys);
    const session = await sessions.find('session', secret);
    if (session === undefined) {
      wrongKeys.count(request.client);
      return sendJson(reply, 200, { who: null });
    }
    wrongKeys.prove(secret);
    return sendJson(reply, 200, toJson(session, secret));
  });

  app.post('/console/session', async (request, reply) => {
    refuseOtherSites(request);
    refuseGuessing(request, wrongKeys);
    const wanted = await read(request);
    const made = wanted && (await sessions.create({ ...wanted, lastsMs: sessionLastsMs }));
    if (made === undefined) {
      wrongKeys.count(request.client);
      throw new RenderError('unauthorized', 'This opens nothing here: it is wrong, or has ended.');
    }
    if (made.session.account === undefined) {
      await writeAudit(store.journal, { action: 'operator signed in', by: made.session.id });
    }
    wrongKeys.prove(made.secret);
    setSessionCookie(request, reply, made.secret);
    return sendJson(reply, 201, toJson(made.session, made.secret));
  });

  app.delete('/console/session', async (request, reply) => {
    const secret = sessionSecret(request) ?? '';
    if (!wrongKeys.isProven(secret)) refuseGuessing(request, wrongKeys);
    if (!(await isSession(request, sessions))) {
      wrongKeys.count(request.client);
      throw new RenderError('unauthorized', 'The session has ended.');
    }
    await sessions.end('session', secret);
    setSessionCookie(request, reply, undefined);
    return reply.code(204).send();
  });
}

/** Returns whether a request is the console's, with a valid session. */
async function isSession(request: FastifyRequest, sessions: Store['sessions']): Promise<boolean> {
  const session = await findSession(request, sessions).catch((error: unknown) => {
    if (error instanceof RenderError && error.code === 'unauthorized') return undefined;
    throw error;
  });
  return session !== undefined;
}

type Wanted = Omit<NewSession, 'lastsMs'>;

/** Returns the credentials that a body contains. */
function createRead({ store, operatorPassword, now }: SignInParts) {
  const { accounts, journal, sessions, usage } = store;
  const isRight =
    operatorPassword === undefined
      ? async () => false
      : createPasswordCheck({
          hashed: operatorPassword,
          now,
          onWrong: (from = 'an unknown address', pauseS) =>
            writeAudit(journal, { action: wrongPassword(pauseS), by: from }),
        });

  async function readKey(accessKey: string): Promise<Wanted | undefined> {
    const account = await accounts.findByAccessKey(accessKey);
    if (account === undefined) return undefined;
    const rate = await usage.takeRate(`sign-in ${account.id}`, signInsPerMinute);
    if (rate.allowed) return { purpose: 'session', accessKey };
    const message = `Only ${signInsPerMinute} sign-ins a minute are allowed; the next minute begins in ${rate.resetSeconds} s.`;
    throw new RenderError('rate_limited', message, { retryAfterS: rate.resetSeconds });
  }

  return async ({ body, client }: FastifyRequest): Promise<Wanted | undefined> => {
    const given = (typeof body === 'object' && body !== null ? body : {}) as Record<
      string,
      unknown
    >;
    const { access_key: accessKey, link, password } = given;
    if (typeof accessKey === 'string') return readKey(accessKey);
    if (typeof link === 'string') {
      // Looked for first: what there is not costs no transaction of the one thread that writes.
      const isKnown = (await sessions.find('link', link)) !== undefined;
      return isKnown && (await sessions.take('link', link)) ? { purpose: 'session' } : undefined;
    }
    if (typeof password !== 'string' || password.length > 1_000) {
      throw new RenderError('invalid_request', 'Send access_key, link or password.');
    }
    return (await isRight(password, client)) ? { purpose: 'session' } : undefined;
  };
}

const wrongPassword = (pauseS: number) =>
  pauseS === 0
    ? 'a wrong password of an operator'
    : `many wrong passwords of operators: none is checked for ${pauseS} s`;

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
