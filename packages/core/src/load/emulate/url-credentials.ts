import type { RenderRequest } from '@tintype/contract';

export interface Credentials {
  username: string;
  password: string;
}

/**
 * Returns the credentials in the URL of a request. They are sent to its server only, when it
 * requests them: a page loaded with them would write them into every URL that it builds, and so
 * into results.
 */
export function urlCredentials({
  url,
  base_url: base,
  authorization,
  headers = [],
}: RenderRequest): Credentials | undefined {
  const parsed = URL.parse(url ?? base ?? '');
  if (parsed === null || (parsed.username === '' && parsed.password === '')) return undefined;
  const isGiven =
    authorization !== undefined || headers.some((each) => /^authorization:/i.test(each));
  if (isGiven) return undefined;
  return { username: decoded(parsed.username), password: decoded(parsed.password) };
}

/** A `%` that starts no encoding is literal. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
