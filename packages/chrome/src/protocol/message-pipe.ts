import type { Readable, Writable } from 'node:stream';
import type { CdpMessage } from './cdp-binary.ts';
import { decodeHead, decodeMessage, sessionAtEnd } from './decode-message.ts';
import { encodeMessage } from './encode-message.ts';
import { createAssembler, headBytes, type LostMessage } from './message-assembler.ts';

/** CDP with a browser started with `--remote-debugging-pipe=cbor`. */
export interface MessagePipe {
  readonly closed: boolean;
  /** @throws when the message cannot be written, or is longer than the browser reads */
  send(message: CdpMessage, max?: AnswerLimit): void;
  /** Called with each message and its length, at most once per tick of the event loop. */
  onmessage: ((message: CdpMessage, bytes: number) => void) | undefined;
  /** Called instead for a message that is too long or cannot be read. */
  onlost: ((lost: LostMessage) => void) | undefined;
  /** Called at the end of the stream. */
  onclose: (() => void) | undefined;
  close(): void;
}

/** Maximum length of the response to one message: that of an image, or a number of bytes. */
export type AnswerLimit = 'image' | number;

/** Maximum lengths of messages, in bytes. Pages determine the length of many of them. */
export interface MessageLimits {
  event: number;
  /** An answer: the text of a page of 32 million characters fits. */
  answer: number;
  image: number;
  /** Of messages sent: Chromium closes the pipe above 100 MB. */
  sent: number;
}

/** Limits of messages over a pipe and over a socket. */
export const commonLimits = { event: 24_000_000, answer: 80_000_000, sent: 90_000_000 };

const defaultLimits: MessageLimits = { ...commonLimits, image: 1_000_000_000 };

/** Speaks CDP in its binary form: images arrive as bytes, not as base64. */
export function openMessagePipe(
  input: Writable,
  output: Readable,
  limits: MessageLimits = defaultLimits,
): MessagePipe {
  /** Of the answers that have a limit of their own. */
  const own = new Map<number, number>();
  const limitOf = ({ id, method }: CdpMessage): number => {
    if (id === undefined) return method === 'Page.screencastFrame' ? limits.image : limits.event;
    return own.get(id) ?? limits.answer;
  };
  const assemble = createAssembler(
    () => Math.min(limits.event, limits.answer, ...own.values()),
    limitOf,
  );
  const unsent: Buffer[] = [];
  let closed = false;
  const flush = () => {
    const bytes = unsent.length === 1 ? unsent[0] : Buffer.concat(unsent);
    unsent.length = 0;
    if (!closed) input.write(bytes);
  };
  const pipe: MessagePipe = {
    get closed() {
      return closed;
    },
    send(message, max) {
      const bytes = encodeMessage(message);
      if (bytes.length > limits.sent) {
        throw new Error(`${message.method} would be a message of ${bytes.length} bytes`);
      }
      if (max !== undefined && message.id !== undefined) {
        own.set(message.id, max === 'image' ? limits.image : Math.min(max, limits.answer));
      }
      // Messages sent in one tick go in one write: each write wakes the browser.
      if (unsent.push(bytes) === 1) process.nextTick(flush);
    },
    onmessage: undefined,
    onlost: undefined,
    onclose: undefined,
    close() {
      closed = true;
      output.off('data', onData).off('close', onClose);
    },
  };
  const onClose = () => {
    pipe.close();
    pipe.onclose?.();
  };
  const deliver = (come: Buffer | LostMessage) => {
    const read = Buffer.isBuffer(come) ? decoded(come) : come;
    const { id } = 'message' in read ? read.message : read.head;
    if (id !== undefined) own.delete(id);
    // The waiter handles the reply before the next message arrives.
    setImmediate(() => {
      if (closed) return;
      if ('message' in read) pipe.onmessage?.(read.message, read.bytes);
      else pipe.onlost?.(read);
    });
  };
  const onData = (chunk: Buffer) => {
    try {
      assemble(chunk).forEach(deliver);
    } catch {
      // The start of the next message is unknown.
      onClose();
    }
    release(chunk);
  };
  output.on('data', onData).on('close', onClose);
  // Said by the end of the process; a broken pipe is only its shadow.
  input.on('error', () => {});
  output.on('error', () => {});
  return pipe;
}

/**
 * Frees the memory of a chunk that was copied. Nothing else frees it before the next collection,
 * and V8 collects the whole heap once 8 MB of such memory have come together: every ten images.
 */
function release({ buffer, byteLength }: Buffer): void {
  if (byteLength === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}

function decoded(bytes: Buffer): { message: CdpMessage; bytes: number } | LostMessage {
  try {
    return { message: decodeMessage(bytes), bytes: bytes.length };
  } catch {
    return {
      head: decodeHead(bytes.subarray(0, headBytes)),
      sessionId: sessionAtEnd(bytes),
      bytes: bytes.length,
    };
  }
}
