import type { Readable } from 'node:stream';
import { RenderError } from '@tintype/contract';

export interface BodyBounds {
  /** Maximum size. */
  bytes: number;
  /** Time for the body to arrive, in milliseconds. */
  timeoutMs: number;
  /** Reserves a total number of bytes; false if there is no room. */
  grow(bytes: number): boolean;
  tooLarge(): RenderError;
  /** Returns the error of a full budget. */
  noRoom(): RenderError;
}

/** Maximum pieces of a body, and one more for each 64 bytes: each piece costs time. */
const freePieces = 2_048;
const bytesPerPiece = 64;

/** Bytes reserved at first, if the length is unknown. */
const firstBytes = 16_384;

/**
 * Reads a body within bounds.
 * @param declaredBytes `Content-Length`, if any
 * @throws RenderError if it is too large, too slow, in too many pieces, or of another length
 */
export function readBody(
  payload: Readable,
  declaredBytes: number | undefined,
  { bytes: maxBytes, timeoutMs, grow, tooLarge, noRoom }: BodyBounds,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    if ((declaredBytes ?? 0) > maxBytes) return reject(tooLarge());
    if (payload.destroyed) return reject(new RenderError('cancelled'));
    const roomBytes = declaredBytes ?? Math.min(firstBytes, maxBytes);
    if (!grow(roomBytes)) return reject(noRoom());
    let room: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(roomBytes);
    let received = 0;
    let pieces = 0;
    const timer = setTimeout(() => end(() => reject(tooSlow())), timeoutMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      payload.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost);
      settle();
    };
    const onData = (piece: Buffer) => {
      const problem = keep(piece);
      if (problem !== undefined) end(() => reject(problem));
    };
    const keep = (piece: Buffer): RenderError | undefined => {
      pieces += 1;
      const needed = received + piece.byteLength;
      if (needed > maxBytes) return tooLarge();
      if (pieces > freePieces + received / bytesPerPiece) return tooManyPieces();
      if (needed > room.byteLength) {
        const larger = Math.min(maxBytes, Math.max(needed, 2 * room.byteLength));
        if (!grow(larger)) return noRoom();
        const copy = Buffer.allocUnsafeSlow(larger);
        room.copy(copy, 0, 0, received);
        room = copy;
      }
      piece.copy(room, received);
      received = needed;
      return undefined;
    };
    const onEnd = () =>
      end(() => {
        if (declaredBytes === undefined || received === declaredBytes) {
          return resolve(room.subarray(0, received));
        }
        reject(
          new RenderError('invalid_request', 'The body is not as long as Content-Length says.'),
        );
      });
    const onLost = (cause?: unknown) =>
      end(() => reject(new RenderError('cancelled', undefined, { cause })));
    payload.on('data', onData).once('end', onEnd).once('error', onLost).once('close', onLost);
  });
}

function tooSlow(): RenderError {
  return new RenderError('invalid_request', 'The request did not arrive in time.');
}

function tooManyPieces(): RenderError {
  return new RenderError(
    'invalid_request',
    `The body comes in more than ${freePieces} pieces of less than ${bytesPerPiece} bytes; send larger ones.`,
  );
}
