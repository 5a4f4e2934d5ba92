import type { RenderRequest } from '@tintype/contract';

/** A user and a password. */
export interface Credentials {
  username: string;
  password: string;
}

/**
 * The credentials that stand in the address of a request. They are given to its server alone, when
 * it asks: a page that was loaded with them would write them into every address that it makes, and
 * so into results.
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

/** A `%` that is no encoding stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
