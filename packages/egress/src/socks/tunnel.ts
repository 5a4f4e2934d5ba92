import type { Socket } from 'node:net';
import { inletOf, type Inlet } from '../dial/inlet.ts';
import type { Meter } from '../session/meter.ts';

/** Returns whether a connection ended normally: nothing is in transit in either direction. */
const isDone = (socket: Socket) => socket.readableEnded && socket.writableFinished;

/** Connects two sockets: bytes, back-pressure, half-closing; one that breaks ends both. */
export function tunnel(client: Socket, origin: Socket, meter: Meter): void {
  for (const [one, other] of [
    [client, origin],
    [origin, client],
  ] as const) {
    one.on('error', () => other.destroy());
    // The other side ends by itself once the last bytes have arrived.
    one.on('close', () => {
      if (!isDone(one)) other.destroy();
    });
  }
  client.pipe(origin);
  const inlet = inletOf(origin);
  if (inlet) return bringIn(inlet, client, origin, meter);
  origin.on('data', () => meter.touch(origin));
  origin.pipe(client);
}

/** Hands on what the origin sends. Its next bytes are read once the system has taken these. */
function bringIn(inlet: Inlet, client: Socket, origin: Socket, meter: Meter): void {
  let writes = 0;
  let waiting = false;
  const wrote = () => {
    writes -= 1;
    if (writes > 0 || !waiting) return;
    waiting = false;
    origin.resume();
  };
  origin.on('close', () => {
    if (writes === 0) inlet.giveBack();
  });
  inlet.open((bytes) => {
    meter.touch(origin);
    if (client.destroyed || client.writableEnded) return true;
    writes += 1;
    client.write(bytes, wrote);
    waiting = client.writableLength > 0;
    return !waiting;
  });
  const end = () => client.end();
  if (origin.readableEnded) end();
  else origin.on('end', end);
}
