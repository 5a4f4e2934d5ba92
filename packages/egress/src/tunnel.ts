import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Meter } from './meter.ts';

/** Ties two connections together: bytes, back-pressure and half-closing in both directions; the end of one is the end of both. */
export function tunnel(client: Duplex, origin: Socket, meter: Meter): void {
  origin.on('data', () => meter.touch(origin));
  const end = () => {
    client.destroy();
    origin.destroy();
  };
  client.on('error', end);
  origin.on('error', end);
  client.on('close', end);
  origin.on('close', end);
  client.pipe(origin);
  origin.pipe(client);
}
