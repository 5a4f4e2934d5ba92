import {
  hmacHex,
  isEqual,
  isSignature,
  parameter,
  percentDecoded,
  requireSecret,
  takeSignature,
  utf8,
  withoutMark,
} from './signature-parts.ts';

export {
  linkParameters,
  signatureVersionOf,
  signLink,
  verifyLink,
  type Link,
  type LinkState,
} from './link-signing.ts';

/** Result of {@link verifySignature}. */
export type SignatureState = 'valid' | 'invalid' | 'missing' | 'repeated';

/**
 * Returns the signature (version 1) of a query string: lower-case hex HMAC-SHA256 of its UTF-8 bytes.
 * @param query The part after the question mark, exactly as it will be sent, without a `signature`.
 * @param secretKey The secret key of the account.
 * @throws {TypeError} If the secret key is empty or the query has a signature already.
 * @example
 * signatureOf('url=https%3A%2F%2Fexample.com&full_page=true', secretKey); // 64 hex digits
 */
export function signatureOf(query: string, secretKey: string): string {
  const raw = withoutMark(query);
  if (takeSignature(raw).signatures.length > 0) {
    throw new TypeError('The query has a signature already; sign it without.');
  }
  return hmacHex(utf8(raw), secretKey);
}

/**
 * Returns a query string with a signature of version 1 at its end, which is valid for every kind
 * and never expires. Prefer {@link signLink}. The server verifies it with {@link verifySignature}.
 * @throws {TypeError} When the secret key is empty or the query has a signature already.
 * @example
 * signQuery('url=https%3A%2F%2Fexample.com', secretKey);
 * // 'url=https%3A%2F%2Fexample.com&signature=...'
 */
export function signQuery(query: string, secretKey: string): string {
  const raw = withoutMark(query);
  const signed = `${parameter}=${signatureOf(raw, secretKey)}`;
  return raw === '' ? signed : `${raw}&${signed}`;
}

/**
 * Verifies the signature (version 1) in a query string, in time linear in its length. It may be of
 * the query as sent, percent-decoded, or percent-decoded with each `+` as a space, because
 * libraries differ. An empty signature is `missing`.
 * @param query Query string without the question mark, not decoded.
 * @throws {TypeError} When the secret key is empty.
 */
export function verifySignature(query: string, secretKey: string): SignatureState {
  requireSecret(secretKey);
  const { signatures, rest } = takeSignature(withoutMark(query));
  if (signatures.length > 1) return 'repeated';
  const [signature = ''] = signatures;
  if (signature === '' || signature === 'null') return 'missing';
  if (!isSignature(signature)) return 'invalid';
  for (const text of signedForms(rest)) {
    if (isEqual(hmacHex(text, secretKey), signature)) return 'valid';
  }
  return 'invalid';
}

/**
 * Returns the `X-Tintype-Webhook-Signature` of a body: lower-case hex HMAC-SHA256.
 * @throws {TypeError} When the secret key is empty.
 */
export function signBody(body: string | Uint8Array, secretKey: string): string {
  return hmacHex(typeof body === 'string' ? utf8(body) : body, secretKey);
}

/** Verifies a body in constant time. @throws {TypeError} When the secret key is empty. */
export function verifyBody(
  body: string | Uint8Array,
  signature: string,
  secretKey: string,
): boolean {
  const expected = signBody(body, secretKey);
  return isSignature(signature) && isEqual(expected, signature);
}

/** Yields the forms of a query that clients sign, the most likely first. */
function* signedForms(query: string): Generator<Uint8Array> {
  const sent = utf8(query);
  yield sent;
  const hasPlus = query.includes('+');
  if (hasPlus || query.includes('%')) yield percentDecoded(sent);
  if (hasPlus) yield percentDecoded(sent, true);
}
