import type { Socket } from 'node:net';

export interface Source {
  host: string;
  port: number;
}

/** Counts the bytes received over the sockets of one session. */
export interface Meter {
  /** Counts the bytes of a socket until it closes. */
  track(socket: Socket, source: Source): void;
  /** Brings the count of one socket up to date, and calls the limit when it is passed. */
  touch(socket: Socket): void;
  /** Counts a received piece. Tiny pieces cost more than they carry: too many call the limit. */
  countPiece(bytes: number, source: Source): void;
  readonly bytes: number;
  /** Counts from nothing again. */
  reset(): void;
}

/** The size below which a piece is tiny. */
const tinyBytes = 64;
/** Tiny pieces that one session may be sent. */
export const maxTinyPieces = 50_000;

/** `onBytes` gets the new total and its source, `onTinyPieces` each tiny piece too many. */
export function createMeter(
  onBytes: (total: number, source: Source) => void,
  onTinyPieces: (source: Source) => void = () => {},
): Meter {
  let tinyPieces = 0;
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
    countPiece(bytes, source) {
      if (bytes >= tinyBytes) return;
      tinyPieces += 1;
      if (tinyPieces > maxTinyPieces) onTinyPieces(source);
    },
    get bytes() {
      for (const socket of seen.keys()) take(socket);
      return settled;
    },
    reset() {
      for (const socket of seen.keys()) take(socket);
      settled = 0;
      tinyPieces = 0;
    },
  };
}
