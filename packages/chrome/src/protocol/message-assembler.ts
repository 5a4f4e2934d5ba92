import { type CdpMessage, envelopeBytes, messageBytes } from './cdp-binary.ts';
import { decodeHead, sessionAtEnd } from './decode-message.ts';

/** Details of a message that was not decoded. */
export interface LostMessage {
  /** Its id and method, and of its parameters those that come first. */
  head: CdpMessage;
  /** The session that sent it; without one, the browser itself. */
  sessionId: string | undefined;
  /** Its length in bytes. */
  bytes: number;
  /** Its maximum length; absent if that was not the reason. */
  limit?: number;
}

/** Returns complete messages of a stream, or the details of one that is too long. */
export type Assembler = (chunk: Buffer) => (Buffer | LostMessage)[];

/** Bytes stored of a message until its maximum length is known, and of one that is too long. */
export const headBytes = 4096;
const tailBytes = 64;

/**
 * Assembles messages. A large one is copied once; one that is too long is skipped as it arrives,
 * without being kept.
 * @param freeBytes - a message of at most this length is always read
 * @param limitOf - how long a longer one may be, by its beginning
 */
export function createAssembler(
  freeBytes: () => number,
  limitOf: (head: CdpMessage) => number,
): Assembler {
  const prefix = Buffer.alloc(envelopeBytes);
  let length = 0;
  let target: Buffer = prefix;
  let have = 0;
  let lost: { head: CdpMessage; limit: number; tail: Buffer } | undefined;

  const start = (): void => {
    target = prefix;
    have = 0;
    lost = undefined;
  };
  const grow = (size: number): void => {
    const larger = Buffer.allocUnsafe(size);
    target.copy(larger);
    target = larger;
  };
  /** The target is full: returns what is complete now. */
  const filled = (): Buffer | undefined => {
    if (target === prefix) {
      length = messageBytes(prefix);
      grow(length <= freeBytes() ? length : Math.min(length, headBytes));
      return undefined;
    }
    if (have < length) {
      const head = decodeHead(target);
      const limit = limitOf(head);
      if (length <= limit) grow(length);
      else lost = { head, limit, tail: Buffer.alloc(0) };
      return undefined;
    }
    const whole = target;
    start();
    return whole;
  };
  /** Skips bytes that are not stored; returns how many of the chunk. */
  const skip = (rest: Buffer, { tail }: { tail: Buffer }): number => {
    const skipped = rest.subarray(0, length - have);
    if (lost) lost.tail = Buffer.concat([tail, skipped.subarray(-tailBytes)]).subarray(-tailBytes);
    have += skipped.length;
    return skipped.length;
  };
  return (chunk) => {
    const done: (Buffer | LostMessage)[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (lost) {
        at += skip(chunk.subarray(at), lost);
        if (have < length) continue;
        const { head, limit, tail } = lost;
        done.push({ head, limit, bytes: length, sessionId: sessionAtEnd(tail) });
        start();
        continue;
      }
      const copied = chunk.copy(target, have, at);
      at += copied;
      have += copied;
      if (have < target.length) continue;
      const whole = filled();
      if (whole) done.push(whole);
    }
    return done;
  };
}
