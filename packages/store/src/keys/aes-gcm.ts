import { createCipheriv, createDecipheriv, randomBytes, type CipherKey } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Encrypts content, part by part. */
export interface Sealing {
  add(part: Uint8Array): Buffer;
  /** The part before the content. */
  end(): Buffer;
}

/** Decrypts content, part by part. */
export interface Opening {
  readonly content: Uint8Array;
  add(part: Uint8Array): Buffer;
  /** Returns whether key, context and content are authentic. Call it before using the content. */
  isWhole(): boolean;
}

/** AES-256-GCM under a key of 32 bytes. It opens only with the same context. */
export function startSealing(key: CipherKey, context = ''): Sealing {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
  return {
    add: (part) => cipher.update(part),
    end() {
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag()]);
    },
  };
}

/** Undefined for what is too short to have been sealed. */
export function startOpening(
  sealed: Uint8Array,
  key: CipherKey,
  context = '',
): Opening | undefined {
  if (sealed.byteLength < HEAD_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, HEAD_BYTES));
  return {
    content: sealed.subarray(HEAD_BYTES),
    add: (part) => decipher.update(part),
    isWhole() {
      try {
        decipher.final();
        return true;
      } catch {
        return false;
      }
    },
  };
}
