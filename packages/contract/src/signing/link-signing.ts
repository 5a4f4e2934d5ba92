import {
  hmacHex,
  isEqual,
  isSignature,
  parameter,
  requireSecret,
  takeSignature,
  utf8,
  withoutMark,
} from './signature-parts.ts';

/** Content of a signed link. */
export interface Link {
  /** `GET`; `HEAD` counts as `GET`. */
  method: string;
  /** Path of the API without the prefix of the deployment: `/v1/screenshot`. */
  path: string;
  /** Query string exactly as sent, without the question mark. */
  query: string;
}

/** Result of {@link verifyLink}. */
export type LinkState = 'valid' | 'invalid' | 'missing' | 'repeated' | 'expired' | 'malformed';

/**
 * Returns the query string of a link with a signature of version 2, which covers the method, the path,
 * the query as sent, and the expiry if there is one.
 * @param query The part after the question mark, percent-encoded, without `signature`,
 *   `signature_version` and `expires`.
 * @param expires Unix seconds from which the link is rejected. Default: never.
 * @throws {TypeError} If the secret key is empty, the query has a signature already, or `expires`
 *   is no whole number of seconds.
 * @example
 * signLink(
 *   { path: '/v1/screenshot', query: 'access_key=...&url=https%3A%2F%2Fexample.com' },
 *   secretKey,
 *   1_800_000_000,
 * );
 */
export function signLink(
  { path, query, method = 'GET' }: Omit<Link, 'method'> & { method?: string },
  secretKey: string,
  expires?: number,
): string {
  const raw = withoutMark(query);
  const { signatures } = takeSignature(raw);
  if (signatures.length > 0 || linkPairs(raw).versions.length > 0) {
    throw new TypeError('The query has a signature already; sign it without.');
  }
  if (expires !== undefined && (!Number.isSafeInteger(expires) || expires < 0)) {
    throw new TypeError(`expires must be a time in Unix seconds; got ${String(expires)}.`);
  }
  const end = expires === undefined ? '' : `&expires=${expires}`;
  const unsigned = `${raw === '' ? '' : `${raw}&`}signature_version=2${end}`;
  const signature = hmacHex(linkText({ method, path, query: unsigned }), secretKey);
  return `${unsigned}&${parameter}=${signature}`;
}

/**
 * Verifies a link with a signature of version 2, in time linear in its length. Throws for no link.
 * @param now Unix milliseconds.
 * @returns `malformed` if `signature_version` or `expires` is repeated or invalid.
 * @throws {TypeError} When the secret key is empty.
 */
export function verifyLink(
  { method, path, query }: Link,
  secretKey: string,
  now: number,
): LinkState {
  requireSecret(secretKey);
  const raw = withoutMark(query);
  const { signatures, rest } = takeSignature(raw);
  if (signatures.length > 1) return 'repeated';
  const [signature = ''] = signatures;
  if (signature === '' || signature === 'null') return 'missing';
  const { versions, ends } = linkPairs(raw);
  const [end] = ends;
  const isWhole = versions.length === 1 && versions[0] === '2' && ends.length <= 1;
  if (!isWhole || (end !== undefined && !/^[0-9]{1,15}$/.test(end))) return 'malformed';
  const expected = hmacHex(linkText({ method, path, query: rest }), secretKey);
  if (!isSignature(signature) || !isEqual(expected, signature)) return 'invalid';
  return end !== undefined && now >= Number(end) * 1000 ? 'expired' : 'valid';
}

/** Returns `signature_version` of a query string, 1 by default; undefined if it is invalid. */
export function signatureVersionOf(query: string): 1 | 2 | undefined {
  const { versions } = linkPairs(withoutMark(query));
  if (versions.length === 0) return 1;
  const [version] = versions;
  if (versions.length > 1 || (version !== '1' && version !== '2')) return undefined;
  return version === '1' ? 1 : 2;
}

/** Parameters of a link that are not render parameters. */
export const linkParameters = ['signature', 'signature_version', 'expires'] as const;

function linkText({ method, path, query }: Link): Uint8Array {
  return utf8(`${method === 'HEAD' ? 'GET' : method}\n${path}\n${query}`);
}

function linkPairs(query: string): { versions: string[]; ends: string[] } {
  const pairs = [...new URLSearchParams(query)];
  const valuesOf = (wanted: string) =>
    pairs.filter(([name]) => name === wanted).map(([, value]) => value);
  return { versions: valuesOf('signature_version'), ends: valuesOf('expires') };
}
