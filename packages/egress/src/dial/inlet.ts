import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';

/** Returns true when done with the bytes; otherwise they stay until the socket is resumed. */
export type Take = (bytes: Buffer) => boolean;

/** The readable side of a connection, without a stream's allocation of 64 KB per read. */
export interface Inlet {
  /** To be called once. Bytes received earlier are handed over first. */
  open(take: Take): void;
  /** The connection has ended, and its bytes are no longer in use. */
  giveBack(): void;
}

const bufferBytes = 65_536;
/** Buffers that wait to be used again. */
const keptBuffers = 64;
const kept: Buffer[] = [];
const inlets = new WeakMap<Socket, Inlet>();

/** As `net.connect`. The socket is read by an inlet, and cannot be read as a stream. */
export function connectByInlet(options: TcpNetConnectOpts): Socket {
  const buffer = kept.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
  let early: Buffer | undefined;
  let take: Take = (bytes) => {
    early = Buffer.from(bytes);
    return false;
  };
  const callback = (length: number) => take(buffer.subarray(0, length));
  const socket = connect({ ...options, onread: { buffer, callback } });
  inlets.set(socket, {
    open(next) {
      take = next;
      const isDone = early === undefined || next(early);
      early = undefined;
      if (isDone) socket.resume();
    },
    giveBack() {
      if (kept.length < keptBuffers) kept.push(buffer);
    },
  });
  return socket;
}

/** The inlet by which a socket is read; none where it is an ordinary stream. */
export function inletOf(socket: Socket): Inlet | undefined {
  return inlets.get(socket);
}
