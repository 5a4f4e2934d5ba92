import type { Socket } from 'node:net';

// RFC 1928: the little of it that Chromium speaks, read strictly.

/** The requested target: a name, or an IP address without brackets, as it was sent. */
export interface SocksTarget {
  host: string;
  port: number;
}

/** Replies to a request. The bound address, which no client reads, is all zero. */
export const socksReply = {
  granted: reply(0),
  generalFailure: reply(1),
  notAllowed: reply(2),
  networkUnreachable: reply(3),
  hostUnreachable: reply(4),
  connectionRefused: reply(5),
  expired: reply(6),
  commandNotSupported: reply(7),
  addressTypeNotSupported: reply(8),
} as const;

const noAuthentication = Buffer.from([5, 0]);
const noAcceptableMethod = Buffer.from([5, 0xff]);
const nothing = Buffer.alloc(0);

function reply(code: number): Buffer {
  return Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}

/** The result: more bytes are needed, the request is refused, or it is complete. */
type Reading<T> = 'more' | { refusal: Buffer | undefined } | { value: T; length: number };

/** The offer of ways to authenticate: only "none" is taken. */
function readGreeting(bytes: Buffer): Reading<true> {
  if (bytes[0] !== 5 || bytes[1] === 0) return { refusal: undefined };
  const length = 2 + (bytes[1] ?? 0);
  if (bytes.length < 2 || bytes.length < length) return 'more';
  if (!bytes.subarray(2, length).includes(0)) return { refusal: noAcceptableMethod };
  return { value: true, length };
}

function readHost(bytes: Buffer, type: number): string | undefined {
  if (type === 1) return [...bytes].join('.');
  if (type === 4)
    return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':');
  // Names come in ASCII (RFC 5891); other bytes would be read differently by others.
  return bytes.every((byte) => byte < 0x80) ? bytes.toString('latin1') : undefined;
}

function readRequest(bytes: Buffer): Reading<SocksTarget> {
  const [version = 5, command = 1, reserved = 0, type = 1] = bytes;
  if (version !== 5 || reserved !== 0) return { refusal: undefined };
  // BIND and UDP ASSOCIATE: nothing is let in, and no UDP goes out.
  if (command !== 1) return { refusal: socksReply.commandNotSupported };
  if (type !== 1 && type !== 3 && type !== 4)
    return { refusal: socksReply.addressTypeNotSupported };
  const start = type === 3 ? 5 : 4;
  if (bytes.length < start) return 'more';
  const end = start + (type === 1 ? 4 : type === 4 ? 16 : bytes[4]!);
  if (end === start) return { refusal: undefined };
  if (bytes.length < end + 2) return 'more';
  const host = readHost(bytes.subarray(start, end), type);
  if (host === undefined) return { refusal: undefined };
  return { value: { host, port: bytes.readUInt16BE(end) }, length: end + 2 };
}

/**
 * Reads the greeting and the request of a client. Returns the target, with the client paused and
 * its request not yet answered; or undefined if the client disconnected, used another protocol, or
 * did not finish within `timeoutMs`: it is then closed.
 */
export function readSocksTarget(
  client: Socket,
  timeoutMs: number,
): Promise<SocksTarget | undefined> {
  return new Promise((resolve) => {
    let pending: Buffer = nothing;
    let isGreeted = false;
    const settle = (target: SocksTarget | undefined) => {
      clearTimeout(timer);
      client.off('data', onData).off('end', close).off('close', close);
      resolve(target);
    };
    const close = () => {
      client.destroy();
      settle(undefined);
    };
    const refuse = (answer: Buffer | undefined) => {
      if (!answer) return close();
      client.write(answer);
      client.destroySoon();
      settle(undefined);
    };
    const onData = (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      if (!isGreeted) {
        const greeting = readGreeting(pending);
        if (greeting === 'more') return;
        if ('refusal' in greeting) return refuse(greeting.refusal);
        isGreeted = true;
        pending = pending.subarray(greeting.length);
        client.write(noAuthentication);
      }
      const request = readRequest(pending);
      if (request === 'more') return;
      if ('refusal' in request) return refuse(request.refusal);
      client.pause();
      settle(request.value);
      if (pending.length > request.length) client.unshift(pending.subarray(request.length));
    };
    const timer = setTimeout(close, timeoutMs);
    timer.unref();
    client.on('data', onData).on('end', close).on('close', close);
  });
}
