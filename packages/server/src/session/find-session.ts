import { createHash, timingSafeEqual } from 'node:crypto';
import { RenderError } from '@tintype/contract';
import type { Session, Sessions } from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import { csrfToken, sessionSecret } from './session-cookie.ts';

/** The header in which the console proves that a request is its own. */
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
  // A browser that says it knows better than names do: a proxy in front may have changed these.
  const isForeign =
    site === undefined
      ? origin !== undefined && URL.parse(origin)?.host !== host
      : site !== 'same-origin' && site !== 'none';
  if (!isForeign) return;
  throw new RenderError('unauthorized', 'Only the console of this service may ask for this.');
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
