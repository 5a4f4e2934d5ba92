import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { startOpening, startSealing } from './aes-gcm.ts';

/** Encrypts small secrets, so that the database alone does not reveal them. */
export interface SecretBox {
  /** `context` must be the same when it is opened: a value moved to another row does not open. */
  seal(text: string, context: string): Buffer;
  /** Undefined when the key or the context is another, or the value was changed. */
  open(sealed: Uint8Array, context: string): string | undefined;
  /** Returns whether it was sealed under the current key. */
  isCurrent(sealed: Uint8Array): boolean;
  /** From now on these: the first seals, all of them open. */
  use(keys: readonly Buffer[]): void;
}

/**
 * First byte of an encrypted value, before its key id. Values of version 1 begin with their nonce.
 */
const FORM = 2;
const KEY_ID_BYTES = 4;
const HEAD_BYTES = 1 + KEY_ID_BYTES;

/** Encrypts with AES-256-GCM and the first key; decrypts with any of them. */
export function createSecretBox(...first: readonly Buffer[]): SecretBox {
  let ring = ringOf(first);
  const head = () => ring[0]?.head ?? Buffer.alloc(0);
  return {
    seal: (text, context) => {
      const [{ key, head: mark } = noKey()] = ring;
      const sealing = startSealing(key, context);
      const content = sealing.add(Buffer.from(text));
      return Buffer.concat([mark, sealing.end(), content]);
    },
    open: (sealed, context) => {
      const named = ring.find((one) => one.head.equals(sealed.subarray(0, HEAD_BYTES)));
      const text = named && unlock(sealed.subarray(HEAD_BYTES), named.key, context);
      if (text !== undefined) return text;
      for (const { key } of ring) {
        const old = unlock(sealed, key, context);
        if (old !== undefined) return old;
      }
      return undefined;
    },
    isCurrent: (sealed) => head().equals(sealed.subarray(0, HEAD_BYTES)),
    use: (keys) => {
      ring = ringOf(keys);
    },
  };
}

function noKey(): never {
  throw new Error('A secret box needs a key.');
}

function ringOf(keys: readonly Buffer[]) {
  return keys.map((key) => {
    const id = createHash('sha256').update('tintype key id').update(key).digest();
    // A third of the time for small values: bytes are made a key of for each.
    return {
      key: createSecretKey(key),
      head: Buffer.concat([Buffer.of(FORM), id.subarray(0, KEY_ID_BYTES)]),
    };
  });
}

function unlock(sealed: Uint8Array, key: KeyObject, context: string): string | undefined {
  const opening = startOpening(sealed, key, context);
  const text = opening?.add(opening.content);
  return opening?.isWhole() ? text?.toString('utf8') : undefined;
}
