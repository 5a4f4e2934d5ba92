import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Everybody else has a turn after so many bytes, as these may be those of a video. */
const TURN_BYTES = 1_048_576;

/** Bytes under a key of their own: whoever has no key has nothing of them. */
export interface SealedBytes {
  /** Base64. */
  key: string;
  sealed: Uint8Array;
}

/** Seals bytes with AES-256-GCM, under a key that seals nothing else. */
export async function sealBytes(bytes: Uint8Array): Promise<SealedBytes> {
  const key = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const content = await inTurns(bytes, (part) => cipher.update(part));
  cipher.final();
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), ...content]);
  return { key: key.toString('base64'), sealed };
}

/** Undefined where the key is another, or the bytes were changed. */
export async function openBytes({ key, sealed }: SealedBytes): Promise<Buffer | undefined> {
  if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const content = await inTurns(sealed.subarray(NONCE_BYTES + TAG_BYTES), (part) =>
    decipher.update(part),
  );
  try {
    decipher.final();
    return Buffer.concat(content);
  } catch {
    return undefined;
  }
}

async function inTurns(bytes: Uint8Array, work: (part: Uint8Array) => Buffer): Promise<Buffer[]> {
  const done: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; at += TURN_BYTES) {
    if (at > 0) await turn();
    done.push(work(bytes.subarray(at, at + TURN_BYTES)));
  }
  return done;
}
