import { createHmac, createHash, timingSafeEqual } from 'node:crypto';
import { RenderError } from '@tintype/contract';
import type { Session, Sessions } from '@tintype/store';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lifetime of a session, in milliseconds. */
export const sessionLastsMs = 12 * 60 * 60_000;

/** With TLS, `__Host-` prevents other hosts and plain http from setting it. */
const names = { plain: 'tintype_session', secure: '__Host-tintype_session' } as const;

export function sessionSecret(request: FastifyRequest): string | undefined {
  const name = nameFor(request);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key = '', ...value] = part.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

/** Sets or deletes the cookie with the secret of a session. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string | undefined,
): void {
  const ageS = secret === undefined ? 0 : sessionLastsMs / 1000;
  const secure = isSecure(request) ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameFor(request)}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${ageS}${secure}`,
  );
}

/** Returns the token that proves a request to be the console's. */
export function csrfToken(secret: string): string {
  return createHmac('sha256', secret).update('tintype console').digest('base64url');
}

const isSecure = (request: FastifyRequest) => request.protocol === 'https';
const nameFor = (request: FastifyRequest) => (isSecure(request) ? names.secure : names.plain);

/** Header that proves that a request is the console's. */
export const csrfHeader = 'x-tintype-csrf';

/**
 * Returns the session of a console request. Undefined without its header: browsers add a cookie by
 * themselves.
 * @throws RenderError `unauthorized` for an ended session or another site
 */
export async function findSession(
  request: FastifyRequest,
  sessions: Pick<Sessions, 'find'>,
): Promise<Session | undefined> {
  const token = request.headers[csrfHeader];
  if (token === undefined) return undefined;
  refuseOtherSites(request);
  const secret = sessionSecret(request);
  const isProven = secret !== undefined && isSame(String(token), csrfToken(secret));
  const session = isProven ? await sessions.find('session', secret) : undefined;
  if (session) return session;
  throw new RenderError('unauthorized', 'The session has ended. Sign in again.');
}

/** @throws RenderError `unauthorized` if a browser reports that another site sent the request */
export function refuseOtherSites({ headers, host }: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = headers;
  // `Sec-Fetch-Site` takes precedence: a proxy may have changed Host and Origin.
  const isForeign =
    site === undefined
      ? origin !== undefined && URL.parse(origin)?.host !== host
      : site !== 'same-origin' && site !== 'none';
  if (!isForeign) return;
  throw new RenderError('unauthorized', 'Only the console of this service may send this request.');
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
