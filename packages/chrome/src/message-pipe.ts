import type { Readable, Writable } from 'node:stream';
import { decodeMessage, encodeMessage, envelopeBytes, messageBytes } from './cdp-binary.ts';
import type { CdpMessage } from './cdp-binary.ts';

/** CDP with a browser started with `--remote-debugging-pipe=cbor`. */
export interface MessagePipe {
  /** Nothing more will come. */
  readonly closed: boolean;
  send(message: CdpMessage): void;
  /** Called with each message, one a turn of the event loop at most. */
  onmessage: ((message: CdpMessage) => void) | undefined;
  /** Called once nothing more will come. */
  onclose: (() => void) | undefined;
  close(): void;
}

/** Speaks CDP in its binary form: pictures come as they are, where JSON has base64 that both sides spend milliseconds on. */
export function openMessagePipe(input: Writable, output: Readable): MessagePipe {
  const assemble = assembler();
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
    send(message) {
      // What is sent at once goes in one write: each wakes the browser.
      if (unsent.push(encodeMessage(message)) === 1) process.nextTick(flush);
    },
    onmessage: undefined,
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
  const onData = (chunk: Buffer) => {
    try {
      for (const message of assemble(chunk).map(decodeMessage)) {
        // Whoever waits for an answer acts on it before the next message comes.
        setImmediate(() => {
          if (!closed) pipe.onmessage?.(message);
        });
      }
    } catch {
      // Nothing of what follows could be told apart.
      onClose();
    }
  };
  output.on('data', onData).on('close', onClose);
  // Said by the end of the process; a broken pipe is only its shadow.
  input.on('error', () => {});
  output.on('error', () => {});
  return pipe;
}

/** Gives whole messages of a stream of chunks. A large one is copied once. */
function assembler(): (chunk: Buffer) => Buffer[] {
  const head = Buffer.alloc(envelopeBytes);
  let message: Buffer = head;
  let have = 0;
  return (chunk) => {
    const whole: Buffer[] = [];
    let at = 0;
    while (at < chunk.length) {
      const copied = chunk.copy(message, have, at);
      at += copied;
      have += copied;
      if (have < message.length) continue;
      if (message === head) {
        message = Buffer.allocUnsafe(messageBytes(head));
        head.copy(message);
      } else {
        whole.push(message);
        message = head;
        have = 0;
      }
    }
    return whole;
  };
}
