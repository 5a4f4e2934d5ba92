import type { Socket } from 'node:net';

/** Counts what came in over the sockets of one session. */
export interface Meter {
  /** Takes a socket into the count until it closes. */
  track(socket: Socket): void;
  /** Brings the count of one socket up to date, and calls the limit when it is passed. */
  touch(socket: Socket): void;
  readonly bytes: number;
}

/** @param onBytes Called with the new total whenever it grew. */
export function createMeter(onBytes: (total: number) => void): Meter {
  const seen = new Map<Socket, number>();
  let settled = 0;
  function take(socket: Socket): boolean {
    const before = seen.get(socket);
    if (before === undefined || socket.bytesRead === before) return false;
    seen.set(socket, socket.bytesRead);
    settled += socket.bytesRead - before;
    return true;
  }
  return {
    track(socket) {
      seen.set(socket, 0);
      socket.once('close', () => {
        take(socket);
        seen.delete(socket);
      });
    },
    touch(socket) {
      if (take(socket)) onBytes(settled);
    },
    get bytes() {
      for (const socket of seen.keys()) take(socket);
      return settled;
    },
  };
}
