import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** What {@link verifySignature} finds. */
export type SignatureState = 'valid' | 'invalid' | 'missing' | 'repeated';

const parameter = 'signature';

/**
 * The signature of a query string: lower-case hex HMAC-SHA256 of its UTF-8 bytes in the order in which they stand.
 *
 * @param query What stands behind the question mark, exactly as it will be sent, without a `signature`.
 * @param secretKey The secret key of the account.
 * @throws {TypeError} When the secret key is empty or the query has a signature already.
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
 * A query string with its signature at the end. The server verifies it with {@link verifySignature}.
 *
 * @throws {TypeError} When the secret key is empty or the query has a signature already.
 * @example
 * signQuery('url=https%3A%2F%2Fexample.com', secretKey); // 'url=https%3A%2F%2Fexample.com&signature=...'
 */
export function signQuery(query: string, secretKey: string): string {
  const raw = withoutMark(query);
  const signed = `${parameter}=${signatureOf(raw, secretKey)}`;
  return raw === '' ? signed : `${raw}&${signed}`;
}

/**
 * Checks the signature in a query string. Takes time linear in its length, whatever it holds, and throws for no query.
 *
 * Clients sign what their library shows them, so that the signature may be that of the query as it was sent, of the
 * percent-decoded query, or of the percent-decoded query with each `+` read as a space.
 *
 * `missing` is also what an empty signature is, as an empty value means of every parameter that it is not given.
 *
 * @param query What stood behind the question mark, as `node:http` or a browser gives it: nothing decoded.
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
 * The signature of a body, as in the header `X-Tintype-Webhook-Signature`: lower-case hex HMAC-SHA256 of its exact bytes.
 *
 * @throws {TypeError} When the secret key is empty.
 */
export function signBody(body: string | Uint8Array, secretKey: string): string {
  return hmacHex(typeof body === 'string' ? utf8(body) : body, secretKey);
}

/**
 * Whether a signature is that of a body. Compares in constant time.
 *
 * @throws {TypeError} When the secret key is empty.
 */
export function verifyBody(
  body: string | Uint8Array,
  signature: string,
  secretKey: string,
): boolean {
  const expected = signBody(body, secretKey);
  return isSignature(signature) && isEqual(expected, signature);
}

function withoutMark(query: string): string {
  return query.startsWith('?') ? query.slice(1) : query;
}

/**
 * Parts the signature from what it signs. `%73ignature` is the same parameter to whoever reads the query next, so it is one here.
 */
function takeSignature(query: string): { signatures: string[]; rest: string } {
  const signatures: string[] = [];
  const rest: string[] = [];
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    // A name of this length at most can be decoded to it.
    const isSignatureName =
      name === parameter ||
      (name.length <= parameter.length * 3 && name.includes('%') && decoded(name) === parameter);
    if (isSignatureName) signatures.push(at < 0 ? '' : pair.slice(at + 1));
    else rest.push(pair);
  }
  return { signatures, rest: rest.join('&') };
}

function decoded(text: string): string {
  return new TextDecoder().decode(percentDecoded(utf8(text)));
}

/** The bytes that may have been signed, most likely ones first. */
function* signedForms(query: string): Generator<Uint8Array> {
  const sent = utf8(query);
  yield sent;
  const hasPlus = query.includes('+');
  if (hasPlus || query.includes('%')) yield percentDecoded(sent);
  if (hasPlus) yield percentDecoded(sent, true);
}

const [percent, plus, space] = [37, 43, 32];

/** Bytes, because what they decode to need be no UTF-8. A `%` that starts no escape stays, as it does in Python and PHP. */
function percentDecoded(bytes: Uint8Array, readPlus = false): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const [high, low] = [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])];
    if (byte === percent && high >= 0 && low >= 0) {
      out[length++] = high * 16 + low;
      at += 2;
    } else {
      out[length++] = readPlus && byte === plus ? space : byte;
    }
  }
  return out.subarray(0, length);
}

function hexDigit(code = 0): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function hmacHex(bytes: Uint8Array, secretKey: string): string {
  requireSecret(secretKey);
  return bytesToHex(hmac(sha256, utf8(secretKey), bytes));
}

/** Anyone can make the signature that an empty key gives. */
function requireSecret(secretKey: string): void {
  if (typeof secretKey !== 'string' || secretKey === '') {
    throw new TypeError('The secret key is empty; give the secret key of the account.');
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function isSignature(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Both are 64 characters long; looks at all of them, so that the time tells nothing about where they differ. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
