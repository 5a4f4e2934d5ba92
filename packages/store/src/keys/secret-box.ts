import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { RenderError } from '@tintype/contract';

/** Keeps small secrets unreadable for whoever has the database alone. */
export interface SecretBox {
  /** `context` must be the same when it is opened: a value moved to another row does not open. */
  seal(text: string, context: string): Buffer;
  /** Undefined when the key or the context is another, or the value was changed. */
  open(sealed: Uint8Array, context: string): string | undefined;
}

/** What must open. @throws RenderError `storage_failed` when it does not: the database was changed by somebody else */
export function openSealed(box: SecretBox, sealed: Uint8Array, context: string): string {
  const text = box.open(sealed, context);
  if (text !== undefined) return text;
  throw new RenderError(
    'storage_failed',
    `The store of the service failed: a ${context.split(' ')[0]} cannot be decrypted.`,
  );
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under one key of 32 bytes. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal: (text, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]);
    },
    open: (sealed, context) => {
      if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const content = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([content, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
