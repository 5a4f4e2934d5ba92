import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lifetime of a session, in milliseconds. */
export const sessionLastsMs = 12 * 60 * 60_000;

/** With TLS, browsers keep other hosts and plain http from setting it. */
const names = { plain: 'tintype_session', secure: '__Host-tintype_session' } as const;

/** The secret of a session, as the browser sends it. */
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
