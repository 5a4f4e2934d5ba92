import { RenderError } from '@tintype/contract';
import type { NewSession, Session, Store } from '@tintype/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJson } from '../reply/send-json.ts';
import { refuseGuessing, type WrongKeys } from '../admission/create-wrong-keys.ts';
import { refuseBeyond } from '../admission/take-rate.ts';
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

export interface SignInParts {
  store: Pick<Store, 'accounts' | 'journal' | 'sessions' | 'usage'>;
  wrongKeys: WrongKeys;
  operatorPassword: string | undefined;
  /** Unix milliseconds. */
  now: () => number;
}

/** Sign-ins of one account: each is written to the database. */
const signInsPerMinute = 20;

/** `/console/session`: sign in, return the session, sign out. */
export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { store, wrongKeys } = parts;
  const { sessions } = store;
  const read = createReadCredentials(parts);

  app.get('/console/session', async (request, reply) => {
    refuseOtherSites(request);
    const secret = sessionSecret(request);
    if (secret === undefined) return sendJson(reply, 200, { who: null });
    refuseGuessing(request, wrongKeys, secret);
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
    const credentials = await read(request);
    const created =
      credentials && (await sessions.create({ ...credentials, lastsMs: sessionLastsMs }));
    if (created === undefined) {
      wrongKeys.count(request.client);
      throw new RenderError('unauthorized', wrongCredentials(request));
    }
    if (created.session.account === undefined) {
      await writeAudit(store.journal, { action: 'operator signed in', by: created.session.id });
    }
    wrongKeys.prove(created.secret);
    setSessionCookie(request, reply, created.secret);
    return sendJson(reply, 201, toJson(created.session, created.secret));
  });

  app.delete('/console/session', async (request, reply) => {
    const secret = sessionSecret(request) ?? '';
    refuseGuessing(request, wrongKeys, secret);
    if (!(await isSession(request, sessions))) {
      wrongKeys.count(request.client);
      throw new RenderError('unauthorized', 'The session has ended.');
    }
    await sessions.end('session', secret);
    setSessionCookie(request, reply, undefined);
    return reply.code(204).send();
  });
}

/** Returns true if a request is the console's, with a valid session. */
async function isSession(request: FastifyRequest, sessions: Store['sessions']): Promise<boolean> {
  const session = await findSession(request, sessions).catch((error: unknown) => {
    if (error instanceof RenderError && error.code === 'unauthorized') return undefined;
    throw error;
  });
  return session !== undefined;
}

type Credentials = Omit<NewSession, 'lastsMs'>;

function createReadCredentials({ store, operatorPassword, now }: SignInParts) {
  const { accounts, journal, sessions, usage } = store;
  const isOperatorPassword =
    operatorPassword === undefined
      ? async () => false
      : createPasswordCheck({
          hashed: operatorPassword,
          now,
          onWrong: (from = 'an unknown address', pauseS) =>
            writeAudit(journal, { action: wrongPassword(pauseS), by: from }),
        });

  async function readKey(accessKey: string): Promise<Credentials | undefined> {
    const account = await accounts.findByAccessKey(accessKey);
    if (account === undefined) return undefined;
    refuseBeyond(await usage.takeRate(`sign-in ${account.id}`, signInsPerMinute), 'sign-ins');
    return { purpose: 'session', accessKey };
  }

  return async ({ body, client }: FastifyRequest): Promise<Credentials | undefined> => {
    const given = (typeof body === 'object' && body !== null ? body : {}) as Record<
      string,
      unknown
    >;
    const { access_key: accessKey, link, password } = given;
    if (typeof accessKey === 'string') return readKey(accessKey);
    if (typeof link === 'string') {
      // Checked first: an unknown link then costs no write transaction.
      const isKnown = (await sessions.find('link', link)) !== undefined;
      return isKnown && (await sessions.take('link', link)) ? { purpose: 'session' } : undefined;
    }
    if (typeof password !== 'string' || password.length > 1_000) {
      throw new RenderError('invalid_request', 'Send access_key, link or password.');
    }
    return (await isOperatorPassword(password, client)) ? { purpose: 'session' } : undefined;
  };
}

/** Names the credentials that were sent. */
function wrongCredentials({ body }: FastifyRequest): string {
  const given = body as Readonly<Record<string, unknown>>;
  if (given['access_key'] !== undefined) return 'That key is not valid or has expired.';
  if (given['link'] !== undefined) return 'That link is not valid or has expired.';
  return 'That password is not valid.';
}

const wrongPassword = (pauseS: number) =>
  pauseS === 0
    ? 'a wrong operator password'
    : `too many wrong operator passwords: rejected for ${pauseS} s`;

function toJson({ account, expiresAt }: Session, secret: string) {
  return {
    who: account === undefined ? 'operator' : 'account',
    ...(account && { account: { id: account.id, name: account.name, plan: account.plan } }),
    csrf: csrfToken(secret),
    expires: Math.floor(expiresAt / 1000),
  };
}
