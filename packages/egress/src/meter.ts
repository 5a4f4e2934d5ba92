import type { Socket } from 'node:net';

/** Where bytes come from. */
export interface Source {
  host: string;
  port: number;
}

/** Counts what came in over the sockets of one session. */
export interface Meter {
  /** Takes a socket into the count until it closes. */
  track(socket: Socket, source: Source): void;
  /** Brings the count of one socket up to date, and calls the limit when it is passed. */
  touch(socket: Socket): void;
  readonly bytes: number;
}

/** @param onBytes Called with the new total when it grew, and with the source that made it grow. */
export function createMeter(onBytes: (total: number, source: Source) => void): Meter {
  const seen = new Map<Socket, { bytes: number; source: Source }>();
  let settled = 0;
  function take(socket: Socket): Source | undefined {
    const record = seen.get(socket);
    if (!record || socket.bytesRead === record.bytes) return undefined;
    settled += socket.bytesRead - record.bytes;
    record.bytes = socket.bytesRead;
    return record.source;
  }
  return {
    track(socket, source) {
      seen.set(socket, { bytes: 0, source });
      socket.once('close', () => {
        take(socket);
        seen.delete(socket);
      });
    },
    touch(socket) {
      const source = take(socket);
      if (source) onBytes(settled, source);
    },
    get bytes() {
      for (const socket of seen.keys()) take(socket);
      return settled;
    },
  };
}
