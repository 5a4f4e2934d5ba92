import { EgressFailure, type NetworkFailure, createFailureLog } from '../failure.ts';
import type { ConnectionPolicy, Resolve, HostFilter } from '../policy/connection-policy.ts';
import { openProxyServer } from './proxy-server.ts';
import { createMeter, maxTinyPieces, type Source } from './meter.ts';
import { createOutbound, type Rules } from './outbound.ts';
import { joinAllow, parseAllow, type AllowList } from '../policy/parse-allow.ts';
import { parseHost } from '../policy/parse-host.ts';
import type { Site } from '../http/site.ts';
import { createSocksFront } from '../socks/socks-front.ts';
import { parseUpstream } from '../upstream/upstream.ts';

/** Network policy of one page. */
export interface NetworkPolicy {
  /** `host`, `host:port` or CIDR beyond what the operator allows. */
  allow?: readonly string[];
  /** `http://user:password@host:port`: everything goes through it. */
  upstream?: string;
  /** True if the upstream is the caller's own; if public, it is given names. */
  isCallersProxy?: boolean;
  /** Whose page it is. DNS answers are not shared between scopes. */
  scope?: string;
  /** Maximum bytes to receive, instead of the default. */
  maxBytes?: number;
}

/** The egress proxy of one browser context: SOCKS5 on a port of its own. */
export interface EgressSession {
  /** For `createBrowserContext`, for example `socks5://127.0.0.1:34567`. */
  readonly proxyServer: string;
  /** Replaces the policy and closes open connections. Throws TypeError, without a change. */
  configure(policy: NetworkPolicy): void;
  /** Opens a checked connection ahead of a request; not with an upstream or a site. */
  expect(url: URL): void;
  /** Refuses connections to hosts that `filter` matches. They are not recorded as failures. */
  block(filter: HostFilter): void;
  /** Lets `site` answer requests for `http://host/`. */
  serve(host: string, site: Site): void;
  /** The latest 200 refused or failed targets, each once, the latest last. */
  readonly failures: readonly NetworkFailure[];
  /** Bytes received from the network. */
  readonly bytesReceived: number;
  /** Resets failures, bytes and the limit unless exceeded. Connections stay open. */
  restart(): void;
  /**
   * As {@link EgressSession.restart}, closes every connection, also new ones until
   * {@link EgressSession.configure}, and removes filter and sites: another page of the context has
   * its own. Returns false if a limit was exceeded: the session has ended.
   */
  renew(): boolean;
  /** Closes every connection, also new ones, but keeps the port for the context's lifetime. */
  cut(): void;
  /** As {@link EgressSession.cut}, and frees the port, once no context uses it. */
  close(): Promise<void>;
}

/** Bounds of one session. */
export interface SessionLimits {
  /** Bytes that may be received. */
  maxBytes: number;
  /** Connections to the network that may be open at once. */
  maxSockets: number;
  /** Time to connect, name resolution not included, in milliseconds. */
  connectTimeoutMs: number;
  /** Time for the browser to complete the SOCKS handshake, in milliseconds. */
  handshakeTimeoutMs: number;
}

/** State that a session shares with its siblings. */
export interface SessionOptions {
  policy: ConnectionPolicy;
  resolve: Resolve;
  allow: AllowList;
  limits: SessionLimits;
  /** The address of this machine that it listens at. */
  listenAt: string;
  /** The only address that connections may come from; absent for loopback. */
  client: string | undefined;
  /** Every upstream is given names. */
  proxyNames: boolean;
  /** The ports that egress proxies listen on; a session adds its own while it is open. */
  proxyPorts: Set<number>;
  onClose(session: EgressSession): void;
}

const megabyte = 1_048_576;

/** Clients that may connect beyond the limit, to be refused. */
const refusableClients = 256;

/** Opens the egress proxy of one browser context. */
export async function openEgressSession(options: SessionOptions): Promise<EgressSession> {
  const { limits } = options;
  let { maxBytes } = limits;
  const log = createFailureLog();
  const sites = new Map<string, Site>();
  let isCut = false;
  let isPaused = false;

  let isOverLimit = false;
  let scope: string | undefined;
  const resolve: Resolve = (host, isAllowed) => options.resolve(host, isAllowed, scope);
  const end = (source: Source, reason: string) => {
    isOverLimit = true;
    log.add({ kind: 'limit', ...source, reason });
    outbound.destroy((target) => new EgressFailure({ kind: 'limit', ...target, reason }));
  };
  const meter = createMeter(
    (total, source) => {
      if (total > maxBytes)
        end(source, `the page loaded more than ${(maxBytes / megabyte).toFixed(1)} MB`);
    },
    (source) => end(source, `the page loaded more than ${maxTinyPieces} pieces of a few bytes`),
  );
  const outbound = createOutbound({ ...options, ...limits, resolve, meter });
  let rules: Rules = { allow: options.allow, upstream: undefined, hasNames: false };
  const front = createSocksFront({
    outbound,
    meter,
    sites,
    rules,
    handshakeTimeoutMs: limits.handshakeTimeoutMs,
    failed(failure) {
      // A connection that the limit closed must not be reported as a failure of its origin.
      if (!isOverLimit || failure.kind === 'limit') log.add(failure);
    },
  });
  const { port, dropClients, close } = await openProxyServer({
    host: options.listenAt,
    from: options.client,
    maxClients: limits.maxSockets + refusableClients,
    onClient(client) {
      if (isCut || isPaused) client.destroy();
      else front.onClient(client);
    },
  });
  options.proxyPorts.add(port);

  const session: EgressSession = {
    proxyServer: `socks5://${options.listenAt.includes(':') ? `[${options.listenAt}]` : options.listenAt}:${port}`,
    configure({ allow = [], upstream, isCallersProxy = false, ...policy }) {
      rules = {
        allow: allow.length === 0 ? options.allow : joinAllow(options.allow, parseAllow(allow)),
        upstream: upstream === undefined ? undefined : parseUpstream(upstream),
        hasNames: options.proxyNames || (isCallersProxy && 'if public'),
      };
      front.setRules(rules);
      maxBytes = policy.maxBytes ?? limits.maxBytes;
      scope = policy.scope;
      isPaused = false;
      dropClients();
    },
    expect({ protocol, hostname, port: given }) {
      const asked = Number(given || (protocol === 'https:' ? 443 : 80));
      if (isCut || (asked === 80 && sites.has(hostname))) return;
      outbound.expect(hostname, asked, rules);
    },
    block: (filter) => front.setFilter(filter),
    serve: (host, site) => void sites.set(parseHost(host).host, site),
    failures: log.entries,
    get bytesReceived() {
      return meter.bytes;
    },
    restart() {
      // What has passed its limit is closed for good.
      if (isOverLimit) return;
      log.clear();
      meter.reset();
    },
    renew() {
      session.restart();
      front.setFilter(undefined);
      sites.clear();
      // Chromium repeats a request whose connection was closed.
      isPaused = true;
      dropClients();
      return !isOverLimit;
    },
    cut() {
      isCut = true;
      dropClients();
      outbound.destroy();
      front.destroy();
    },
    close() {
      session.cut();
      const closed = close();
      options.proxyPorts.delete(port);
      options.onClose(session);
      return closed;
    },
  };
  return session;
}
