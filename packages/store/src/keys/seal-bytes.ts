import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { startOpening, startSealing } from './aes-gcm.ts';

const KEY_BYTES = 32;

/** Everybody else has a turn after so many bytes, as these may be those of a video. */
const TURN_BYTES = 1_048_576;

/** Bytes encrypted under a key of their own, unreadable without it. */
export interface SealedBytes {
  /** Base64. */
  key: string;
  sealed: Uint8Array;
}

/** Seals bytes with AES-256-GCM, under a key that seals nothing else. */
export async function sealBytes(bytes: Uint8Array): Promise<SealedBytes> {
  const key = randomBytes(KEY_BYTES);
  const sealing = startSealing(key);
  const content = await inTurns(bytes, sealing.add);
  return { key: key.toString('base64'), sealed: Buffer.concat([sealing.end(), ...content]) };
}

/** Undefined where the key is another, or the bytes were changed. */
export async function openBytes({ key, sealed }: SealedBytes): Promise<Buffer | undefined> {
  const opening = startOpening(sealed, Buffer.from(key, 'base64'));
  if (!opening) return undefined;
  const content = await inTurns(opening.content, opening.add);
  return opening.isWhole() ? Buffer.concat(content) : undefined;
}

async function inTurns(bytes: Uint8Array, work: (part: Uint8Array) => Buffer): Promise<Buffer[]> {
  const done: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; at += TURN_BYTES) {
    if (at > 0) await turn();
    done.push(work(bytes.subarray(at, at + TURN_BYTES)));
  }
  return done;
}
