import type { Socket } from 'node:net';
import type { Meter } from './meter.ts';

/** Whether a connection ended as it should: nothing is on its way in either direction. */
const isDone = (socket: Socket) => socket.readableEnded && socket.writableFinished;

/** Ties two connections together: bytes, back-pressure and half-closing in both directions; when one breaks, so does the other. */
export function tunnel(client: Socket, origin: Socket, meter: Meter): void {
  origin.on('data', () => meter.touch(origin));
  for (const [one, other] of [
    [client, origin],
    [origin, client],
  ] as const) {
    one.on('error', () => other.destroy());
    // The last bytes of one that is done may still be on their way to the other, which then ends by itself.
    one.on('close', () => {
      if (!isDone(one)) other.destroy();
    });
    one.pipe(other);
  }
}
