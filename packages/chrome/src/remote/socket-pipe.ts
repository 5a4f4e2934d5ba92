import type { WebSocket } from 'ws';
import { Binary, type CdpMessage } from '../protocol/cdp-binary.ts';
import type { LostMessage } from '../protocol/message-assembler.ts';
import { commonLimits, type MessageLimits, type MessagePipe } from '../protocol/message-pipe.ts';

/** Maximum length of messages, bytes that wait to be sent, and calls without a response. */
interface SocketLimits extends MessageLimits {
  unsent: number;
  calls: number;
}

/**
 * Maximum length of a received message: a longer one closes the connection. Chromium sends
 * none of more than 256 MiB, and drops what would be longer (`kSendBufferSizeForDevTools`,
 * content/browser/devtools/devtools_http_handler.cc): no page can close the connection this way.
 */
export const longestMessage = 2 ** 28;

const defaultLimits: SocketLimits = {
  ...commonLimits,
  // Images have 4 bytes for 3 here.
  image: longestMessage,
  unsent: 256_000_000,
  calls: 20_000,
};

/** Bytes of a message to inspect to know its type, without parsing all of it. */
const headBytes = 256;
const tailBytes = 128;

/** For limits of single responses: some characters are escaped here. */
const escaped = 2;

/** Speaks CDP in JSON over a WebSocket, each message with the bounds that it has on a pipe. */
export function openSocketPipe(
  socket: WebSocket,
  limits: SocketLimits = defaultLimits,
): MessagePipe {
  const images = new Set<number>();
  /** Of the answers that have a limit of their own. */
  const own = new Map<number, number>();
  /** With the sessions that they are for. */
  const unanswered = new Map<number, string | undefined>();
  const forget = (id: number) => {
    images.delete(id);
    own.delete(id);
    unanswered.delete(id);
  };
  let closed = false;
  const limitOf = ({ id, method }: CdpMessage): number => {
    const isImage = id === undefined ? method === 'Page.screencastFrame' : images.has(id);
    if (isImage) return limits.image;
    return id === undefined ? limits.event : (own.get(id) ?? limits.answer);
  };
  const pipe: MessagePipe = {
    get closed() {
      return closed;
    },
    send(message, max) {
      const text = JSON.stringify(message);
      const bytes = Buffer.byteLength(text);
      if (bytes > limits.sent) {
        throw new Error(`${message.method} would be a message of ${bytes} bytes`);
      }
      if (message.id !== undefined && max !== undefined) {
        if (max === 'image') images.add(message.id);
        else own.set(message.id, Math.min(max * escaped, limits.answer));
      }
      if (message.id !== undefined) unanswered.set(message.id, message.sessionId);
      // If a browser reads or answers nothing, all of it would be buffered here.
      const isStuck = socket.bufferedAmount + bytes > limits.unsent;
      if (isStuck || unanswered.size > limits.calls) return socket.terminate();
      socket.send(text);
    },
    onmessage: undefined,
    onlost: undefined,
    onclose: undefined,
    close() {
      closed = true;
      socket.off('message', onMessage).off('close', onClose);
    },
  };
  const onClose = () => {
    pipe.close();
    pipe.onclose?.();
  };
  const onMessage = (data: unknown, isBinary: boolean) => {
    const read = isBinary ? undefined : readMessage(data as Buffer, limitOf, images);
    // The other side is no browser.
    if (!read) return socket.terminate();
    const { id } = 'message' in read ? read.message : read.head;
    if (id !== undefined) forget(id);
    // Calls of a closed session are never answered.
    const ended = 'message' in read ? endedSession(read.message) : undefined;
    if (ended !== undefined) {
      for (const [call, sessionId] of unanswered) if (sessionId === ended) forget(call);
    }
    // The waiter handles the reply before the next message arrives.
    setImmediate(() => {
      if (closed) return;
      if ('message' in read) pipe.onmessage?.(read.message, read.bytes);
      else pipe.onlost?.(read);
    });
  };
  socket.on('message', onMessage).on('close', onClose);
  return pipe;
}

function endedSession({ method, params }: CdpMessage): string | undefined {
  if (method !== 'Target.detachedFromTarget') return undefined;
  const sessionId = params?.['sessionId'];
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** Undefined for what is no message of CDP. */
function readMessage(
  data: Buffer,
  limitOf: (head: CdpMessage) => number,
  images: ReadonlySet<number>,
): { message: CdpMessage; bytes: number } | LostMessage | undefined {
  const bytes = data.length;
  const head = headOf(data);
  if (!head) return undefined;
  const limit = limitOf(head);
  if (bytes > limit) return { head, sessionId: sessionAtEnd(data), bytes, limit };
  try {
    const message = JSON.parse(data.toString('utf8')) as CdpMessage;
    if (message.id !== undefined && images.has(message.id)) {
      unpack(message.result, 'data');
      unpack(message.result, 'screenshotData');
    }
    if (message.method === 'Page.screencastFrame') unpack(message.params, 'data');
    return { message, bytes };
  } catch {
    return undefined;
  }
}

/** The id of an answer or the method of an event, which browsers write first. */
function headOf(data: Buffer): CdpMessage | undefined {
  const text = data.toString('latin1', 0, headBytes);
  const [, id, method] =
    /^\{\s*"(?:id":\s*(\d{1,10})|method":\s*"([\w.]{1,100})")/.exec(text) ?? [];
  if (id !== undefined) return { id: Number(id) };
  return method === undefined ? undefined : { method };
}

/** The session that sent a message, which browsers write last. */
function sessionAtEnd(data: Buffer): string | undefined {
  const text = data.subarray(-tailBytes).toString('latin1');
  return /"sessionId":\s*"(\w{1,64})"\s*\}\s*$/.exec(text)?.[1];
}

/** Images become bytes, as the pipe gives them. */
function unpack(fields: Record<string, unknown> | undefined, name: string): void {
  const text = fields?.[name];
  if (fields && typeof text === 'string') fields[name] = new Binary(Buffer.from(text, 'base64'));
}
