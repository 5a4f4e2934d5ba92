import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey, type Trust } from './client-address.ts';
import type { Tally } from './create-tally.ts';
import type { RequestLimits } from '../options/request-limits.ts';

/** Dependencies of connection limits. */
export interface ConnectionParts {
  limits: Pick<RequestLimits, 'connections' | 'connectionsPerAddress'>;
  trust: Trust;
  tally: Tally;
  /** Called for each connection that was closed on arrival. */
  onRefused(why: string): void;
}

/** Closes connections over the limits, in all or per address. Trusted proxies have no own limit. */
export function limitConnections(server: Server, parts: ConnectionParts): void {
  const { limits, trust, tally, onRefused } = parts;
  let open = 0;
  const refuse = () => onRefused(`more than ${limits.connections} connections`);
  // Closed before anything is made for them. What comes from another port is counted below alone.
  server.maxConnections = limits.connections;
  server.on('drop', refuse);
  server.prependListener('connection', (socket: Socket) => {
    if (open >= limits.connections) {
      socket.destroy();
      refuse();
      return;
    }
    open += 1;
    socket.once('close', () => (open -= 1));
    const { remoteAddress = '' } = socket;
    const client = trust(remoteAddress, 0) ? undefined : clientKey(remoteAddress);
    if (client === undefined) return;
    if (tally.enter(client)) {
      socket.once('close', () => tally.leave(client));
      return;
    }
    socket.destroy();
    onRefused(`more than ${limits.connectionsPerAddress} connections of ${client}`);
  });
}
