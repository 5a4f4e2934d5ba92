import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export const parameter = 'signature';

export function withoutMark(query: string): string {
  return query.startsWith('?') ? query.slice(1) : query;
}

/** Separates the signature from the signed part, also as `%73ignature`. */
export function takeSignature(query: string): { signatures: string[]; rest: string } {
  const signatures: string[] = [];
  const rest: string[] = [];
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    // Longer names cannot decode to it.
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

const [percent, plus, space] = [37, 43, 32];

/** Decodes to bytes, which may be invalid UTF-8. A `%` without two hex digits is kept. */
export function percentDecoded(bytes: Uint8Array, readPlus = false): Uint8Array {
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

export function hmacHex(bytes: Uint8Array, secretKey: string): string {
  requireSecret(secretKey);
  return bytesToHex(hmac(sha256, utf8(secretKey), bytes));
}

/** Rejects an empty key, whose signatures anyone can compute. */
export function requireSecret(secretKey: string): void {
  if (typeof secretKey !== 'string' || secretKey === '') {
    throw new TypeError('The secret key is empty; pass the secret key of the account.');
  }
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function isSignature(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Compares two texts of 64 characters in constant time. */
export function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
