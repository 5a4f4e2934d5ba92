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
  /** `GET`; a HEAD counts as one. */
  method: string;
  /** The path of the API, without the prefix in the URL: `/v1/screenshot`. */
  path: string;
  /** The part after the question mark, exactly as it is sent. */
  query: string;
}

/** Result of {@link verifyLink}. */
export type LinkState = 'valid' | 'invalid' | 'missing' | 'repeated' | 'expired' | 'malformed';

/**
 * Returns the query string of a link that is signed as version 2: method, path and the query as it
 * is sent are signed, and its expiry if it has one.
 *
 * @param query The part after the question mark, percent-encoded, without `signature`,
 *   `signature_version` and `expires`.
 * @param expires Unix seconds. From then on the link is rejected. Without it, it never is.
 * @throws {TypeError} If the secret key is empty, the query has a signature already, or `expires`
 *   is no whole number of seconds.
 * @example signLink({ path: '/v1/screenshot', query: 'access_key=...&url=https%3A%2F%2Fexample.com'
 *   }, secretKey, 1_800_000_000);
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
 * Checks a link that is signed as version 2. Takes time linear in its length, whatever it holds,
 * and throws for none.
 *
 * @param now Unix milliseconds.
 * @returns `malformed` where `signature_version` or `expires` comes twice, or is not what it can
 *   be.
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

/**
 * The version that a query string says its signature has; undefined where it says none that there
 * is.
 */
export function signatureVersionOf(query: string): 1 | 2 | undefined {
  const { versions } = linkPairs(withoutMark(query));
  if (versions.length === 0) return 1;
  const [version] = versions;
  if (versions.length > 1 || (version !== '1' && version !== '2')) return undefined;
  return version === '1' ? 1 : 2;
}

/** Parameters of a link that belong to no render. */
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
