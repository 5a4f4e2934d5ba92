import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { EgressFailure, type NetworkFailure } from './failure.ts';
import { filterHeaders } from './filter-headers.ts';
import { createOriginAgent, forward } from './forward.ts';
import type { Meter } from './meter.ts';
import type { Outbound, Rules } from './outbound.ts';
import { parseAbsoluteForm, parseAuthority, type RequestTarget } from './parse-target.ts';
import { answerFromSite, type Site } from './site.ts';
import { tunnel } from './tunnel.ts';

/** Whether connections to a host (canonical name or address) are refused. Asked for each; a promise holds it up. */
export type HostJudge = (host: string) => boolean | Promise<boolean>;

/** What the proxy of one session works with. */
export interface ProxyOptions {
  outbound: Outbound;
  meter: Meter;
  /** By canonical host. */
  sites: ReadonlyMap<string, Site>;
  rules: Rules;
  failed(failure: NetworkFailure): void;
}

/** The three things that a proxy is asked. A request that is refused gets no answer: its connection is closed. */
export interface ProxyHandlers {
  onRequest(request: IncomingMessage, response: ServerResponse): void;
  onConnect(request: IncomingMessage, client: Duplex, head: Buffer): void;
  onUpgrade(request: IncomingMessage, client: Duplex, head: Buffer): void;
  /** Connections that were opened under the old rules do not serve under the new ones. */
  setRules(rules: Rules): void;
  setJudge(judge: HostJudge): void;
  destroy(): void;
}

function upgradeRequest(request: IncomingMessage, target: RequestTarget): string {
  const { upgrade = '', connection = 'Upgrade' } = request.headers;
  const headers = ['Host', target.authority, ...filterHeaders(request.rawHeaders, ['host'])];
  headers.push('Connection', connection, 'Upgrade', upgrade);
  const lines = [`${request.method} ${target.path} HTTP/1.1`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** A request with a body cannot become a tunnel: what is body to us might be a request to the next one. */
function hasLength({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

const plainName = ({ host }: RequestTarget): string => host.toLowerCase().replace(/\.$/, '');

export function createProxyHandlers(options: ProxyOptions): ProxyHandlers {
  const { outbound, meter, sites } = options;
  let { rules } = options;
  let judge: HostJudge | undefined;
  const openAgent = () =>
    createOriginAgent((host, port) => outbound.open(host, port, 'http', rules));
  let agent = openAgent();

  function refuse(failure: EgressFailure, connection: Duplex): void {
    // A page that went away has no use for the news, and tearing down makes failures of its own.
    if (!connection.destroyed) options.failed(failure.toFailure());
    connection.destroy();
  }

  function siteFor(target: RequestTarget): Site | undefined {
    return sites.size === 0 ? undefined : sites.get(plainName(target));
  }

  /** Goes on at once where nobody has to think: most hosts are on no list. */
  function unlessBlocked(target: RequestTarget, client: Duplex, goOn: () => void): void {
    const verdict = judge?.(plainName(target)) ?? false;
    if (verdict === false) return goOn();
    if (verdict === true) return void client.destroy();
    client.on('error', () => client.destroy());
    verdict.then(
      (isBlocked) => (isBlocked || client.destroyed ? void client.destroy() : goOn()),
      () => client.destroy(),
    );
  }

  async function openTunnel(
    client: Duplex,
    target: RequestTarget,
    head: Buffer,
    greet: (origin: Duplex) => void,
  ): Promise<void> {
    client.on('error', () => client.destroy());
    try {
      const origin = await outbound.open(target.host, target.port, 'tunnel', rules);
      if (client.destroyed) return void origin.destroy();
      greet(origin);
      if (head.length > 0) origin.write(head);
      tunnel(client, origin, meter);
    } catch (error) {
      refuse(error as EgressFailure, client);
    }
  }

  return {
    onRequest(request, response) {
      const target = parseAbsoluteForm(request.url ?? '');
      if (!target) return void request.socket.destroy();
      const site = siteFor(target);
      if (site) return answerFromSite(site, target, request, response);
      unlessBlocked(target, request.socket, () => {
        const { upstream } = rules;
        const failed = (failure: EgressFailure) => refuse(failure, request.socket);
        forward({ request, response, target, agent, meter, upstream, failed });
      });
    },
    onConnect(request, client, head) {
      const target = parseAuthority(request.url ?? '');
      if (!target || hasLength(request)) return void client.destroy();
      const greet = () => client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      unlessBlocked(target, client, () => void openTunnel(client, target, head, greet));
    },
    onUpgrade(request, client, head) {
      const target = parseAbsoluteForm(request.url ?? '');
      if (!target || siteFor(target) || hasLength(request)) return void client.destroy();
      const greet = (origin: Duplex) => origin.write(upgradeRequest(request, target), 'latin1');
      unlessBlocked(target, client, () => void openTunnel(client, target, head, greet));
    },
    setJudge(next) {
      judge = next;
    },
    setRules(next) {
      rules = next;
      agent.destroy();
      agent = openAgent();
    },
    destroy: () => agent.destroy(),
  };
}
