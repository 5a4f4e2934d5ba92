import type { Socket } from 'node:net';
import { EgressFailure, type NetworkFailure } from '../failure.ts';
import type { HostFilter } from '../policy/connection-policy.ts';
import type { Meter } from '../session/meter.ts';
import type { Outbound, Rules, UpstreamRules } from '../session/outbound.ts';
import { createPlainHttp } from '../http/plain-http.ts';
import type { Site } from '../http/site.ts';
import { readSocksTarget, socksReply, type SocksTarget } from './socks-handshake.ts';
import { tunnel } from './tunnel.ts';

export interface SocksFrontOptions {
  outbound: Outbound;
  meter: Meter;
  /** By canonical host. */
  sites: ReadonlyMap<string, Site>;
  rules: Rules;
  /** Time for a client to complete the SOCKS handshake. */
  handshakeTimeoutMs: number;
  failed(failure: NetworkFailure): void;
}

/** Accepts the browser's connections. */
export interface SocksFront {
  onClient(client: Socket): void;
  setRules(rules: Rules): void;
  setFilter(filter: HostFilter | undefined): void;
  destroy(): void;
}

/** The first byte of a TLS record that holds a ClientHello; no HTTP request starts with it. */
const tlsHandshake = 0x16;

const replyForCode: Record<string, Buffer> = {
  ECONNREFUSED: socksReply.connectionRefused,
  ENETUNREACH: socksReply.networkUnreachable,
  EHOSTUNREACH: socksReply.hostUnreachable,
};

const replyForKind: Record<NetworkFailure['kind'], Buffer> = {
  denied: socksReply.notAllowed,
  limit: socksReply.notAllowed,
  dns: socksReply.hostUnreachable,
  timeout: socksReply.expired,
  connect: socksReply.generalFailure,
  upstream: socksReply.generalFailure,
};

function replyFor({ kind, cause }: EgressFailure): Buffer {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  return (kind === 'connect' && replyForCode[code]) || replyForKind[kind];
}

const plainName = (host: string): string => host.toLowerCase().replace(/\.$/, '');

const hasUpstream = (rules: Rules): rules is UpstreamRules => rules.upstream !== undefined;

export function createSocksFront(options: SocksFrontOptions): SocksFront {
  const { outbound, meter, sites, handshakeTimeoutMs } = options;
  let { rules } = options;
  let filter: HostFilter | undefined;
  const http = createPlainHttp({ outbound, meter, failed: breakOff });

  function note(failure: EgressFailure, client: Socket): void {
    // A closed client needs no report, and teardown causes failures of its own.
    if (!client.destroyed) options.failed(failure.toFailure());
  }

  /** Ends a connection that was already granted. */
  function breakOff(failure: EgressFailure, client: Socket): void {
    note(failure, client);
    client.destroy();
  }

  function refuse(failure: EgressFailure, client: Socket): void {
    note(failure, client);
    client.write(replyFor(failure));
    client.destroySoon();
  }

  function siteFor({ host, port }: SocksTarget): Site | undefined {
    return sites.size === 0 || port !== 80 ? undefined : sites.get(plainName(host));
  }

  /** Returns immediately if it can: most hosts are on no list. A filter that fails blocks. */
  async function isBlocked({ host }: SocksTarget): Promise<boolean> {
    try {
      return (await filter?.(plainName(host))) ?? false;
    } catch {
      return true;
    }
  }

  async function connect(client: Socket, { host, port }: SocksTarget): Promise<void> {
    const origin = await outbound.open(host, port, 'tunnel', rules);
    if (client.destroyed) return void origin.destroy();
    client.write(socksReply.granted);
    tunnel(client, origin, meter);
  }

  /**
   * The proxy is contacted only when the browser sends its first byte: it opens connections that it
   * then does not use. That byte also shows what the connection is for: where the proxy is given
   * names, plain http goes to it as requests, since many proxies connect to port 443 only.
   */
  async function viaUpstream(
    client: Socket,
    target: SocksTarget,
    given: UpstreamRules,
  ): Promise<void> {
    const { host, port } = target;
    const goesAs = await outbound.check(host, port, given);
    if (client.destroyed) return;
    client.write(socksReply.granted);
    const close = () => client.destroy();
    client.once('end', close);
    client.once('data', (first: Buffer) => {
      client.off('end', close);
      client.pause();
      client.unshift(first);
      if (goesAs === 'host' && first[0] !== tlsHandshake)
        return http.take(client, target, { rules: given });
      outbound.open(host, port, 'tunnel', given).then(
        (origin) => {
          if (client.destroyed) return void origin.destroy();
          tunnel(client, origin, meter);
        },
        (failure: EgressFailure) => breakOff(failure, client),
      );
    });
    client.resume();
  }

  async function serveClient(client: Socket): Promise<void> {
    const target = await readSocksTarget(client, handshakeTimeoutMs);
    if (!target || client.destroyed) return;
    const site = siteFor(target);
    if (site) {
      client.write(socksReply.granted);
      http.take(client, target, { site });
      return;
    }
    if (filter && (await isBlocked(target))) {
      client.write(socksReply.notAllowed);
      client.destroySoon();
      return;
    }
    if (client.destroyed) return;
    if (hasUpstream(rules)) await viaUpstream(client, target, rules);
    else await connect(client, target);
  }

  return {
    onClient(client) {
      serveClient(client).catch((failure: EgressFailure) => refuse(failure, client));
    },
    setFilter(next) {
      filter = next;
    },
    setRules(next) {
      rules = next;
      http.destroy();
    },
    destroy: () => http.destroy(),
  };
}
