import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const accessKeyForm = /^[A-Za-z0-9_-]{16,24}$/;

/** 24 characters: 144 bits. */
export function newAccessKey(): string {
  return randomText(18);
}

/** 24 characters, of which 21 are random: 126 bits. It is no secret: it is part of links. */
export function newPublishableKey(): string {
  return `${publishablePrefix}${randomText(18).slice(0, 21)}`;
}

/** Shows readers that this key may be public. */
const publishablePrefix = 'pk_';

export function isPublishableKey(text: string): boolean {
  return text.startsWith(publishablePrefix) && isAccessKey(text);
}

/** 43 characters: 256 bits. */
export function newSecretKey(): string {
  return randomText(32);
}

/** A command line takes a word with a dash at its beginning for a flag. */
function randomText(bytes: number): string {
  for (;;) {
    const text = randomBytes(bytes).toString('base64url');
    if (!text.startsWith('-')) return text;
  }
}

/** Returns the stored digest of an access key. Keys are random, so a plain hash suffices. */
export function hashAccessKey(accessKey: string): Buffer {
  return createHash('sha256').update(accessKey).digest();
}

export function isAccessKey(text: string): boolean {
  return accessKeyForm.test(text);
}

/** Compares in constant time. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
