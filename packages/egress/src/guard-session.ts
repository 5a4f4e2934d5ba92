import { EgressFailure, type NetworkFailure } from './failure.ts';
import { createFailureLog } from './failure-log.ts';
import type { Gate, Resolve } from './gate.ts';
import type { HostJudge } from './host-judge.ts';
import { openLoopbackServer } from './loopback-server.ts';
import { createMeter, maxTinyPieces, type Source } from './meter.ts';
import { createOutbound, type Rules } from './outbound.ts';
import { joinAllow, parseAllow, type AllowList } from './parse-allow.ts';
import { parseHost } from './parse-host.ts';
import type { Site } from './site.ts';
import { createSocksFront } from './socks-front.ts';
import { parseUpstream } from './upstream.ts';

/** What one page may do on the network. */
export interface NetworkPolicy {
  /** `host`, `host:port` or CIDR beyond what the operator allows. */
  allow?: readonly string[];
  /** `http://user:password@host:port`: everything goes through it. */
  upstream?: string;
  /** The upstream is the caller's own. If it stands on a public address, it is given names: what it reaches is the caller's affair. */
  isCallersProxy?: boolean;
  /** Whose page it is: which names were found for pages of others makes no difference to it. */
  scope?: string;
  /** Bytes that may come in, instead of the guard's own limit. */
  maxBytes?: number;
}

/** The way out of one browser context: a SOCKS5 proxy on a loopback port of its own. */
export interface GuardSession {
  /** For `createBrowserContext`, for example `socks5://127.0.0.1:34567`. */
  readonly proxyServer: string;
  /**
   * Sets the policy, in place of the one before; connections under way are ended.
   * @throws TypeError when an entry cannot be read; the policy then stays as it was.
   */
  configure(policy: NetworkPolicy): void;
  /**
   * Begins a connection to where the page is about to go, checked as every other: the time until the page asks for it is not lost. With
   * an upstream, and for a host that is served here, nothing is done.
   */
  expect(url: URL): void;
  /** Refuses connections to hosts for which `judge` says so. They count as no failures. */
  block(judge: HostJudge): void;
  /** Lets `site` answer requests for `http://host/`. */
  serve(host: string, site: Site): void;
  /** What was refused or failed, each target once, the latest last; the latest 200. */
  readonly failures: readonly NetworkFailure[];
  /** Bytes that came in from the network. */
  readonly bytesReceived: number;
  /**
   * Ends every connection at once, and every new one, and keeps the port: a browser context that is not gone yet would reach
   * whatever listens there next, the way out of another page for one.
   */
  cut(): void;
  /** As {@link GuardSession.cut}, and gives the port back. To be called once nobody has its address any more. */
  close(): Promise<void>;
}

/** Bounds of one session. */
export interface SessionLimits {
  /** Bytes that may come in. */
  maxBytes: number;
  /** Connections to the network that may be open at once. */
  maxSockets: number;
  /** Time to connect, name resolution not included, in milliseconds. */
  connectTimeoutMs: number;
  /** Time for the browser to say what it wants of a connection, in milliseconds. */
  handshakeTimeoutMs: number;
}

/** What a session shares with its siblings. */
export interface SessionOptions {
  gate: Gate;
  resolve: Resolve;
  allow: AllowList;
  limits: SessionLimits;
  /** Every upstream is given names. */
  proxyNames: boolean;
  /** The ports that the guard listens on; a session adds its own while it is open. */
  guardPorts: Set<number>;
  onClose(session: GuardSession): void;
}

const megabyte = 1_048_576;

/** Clients that may wait beside those that are connected, to be told no. */
const refusableClients = 256;

/** Opens the way out for one browser context. */
export async function openGuardSession(options: SessionOptions): Promise<GuardSession> {
  const { limits } = options;
  let { maxBytes } = limits;
  const log = createFailureLog();
  const sites = new Map<string, Site>();
  let isCut = false;

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
      // What the limit cut off must not be reported as an origin's doing.
      if (!isOverLimit || failure.kind === 'limit') log.add(failure);
    },
  });
  const { port, dropClients, close } = await openLoopbackServer({
    maxClients: limits.maxSockets + refusableClients,
    onClient(client) {
      if (isCut) client.destroy();
      else front.onClient(client);
    },
  });
  options.guardPorts.add(port);

  const session: GuardSession = {
    proxyServer: `socks5://127.0.0.1:${port}`,
    configure({ allow = [], upstream, isCallersProxy = false, ...policy }) {
      rules = {
        allow: allow.length === 0 ? options.allow : joinAllow(options.allow, parseAllow(allow)),
        upstream: upstream === undefined ? undefined : parseUpstream(upstream),
        hasNames: options.proxyNames || (isCallersProxy && 'if public'),
      };
      front.setRules(rules);
      maxBytes = policy.maxBytes ?? limits.maxBytes;
      scope = policy.scope;
      dropClients();
    },
    expect({ protocol, hostname, port: given }) {
      const asked = Number(given || (protocol === 'https:' ? 443 : 80));
      if (isCut || (asked === 80 && sites.has(hostname))) return;
      outbound.expect(hostname, asked, rules);
    },
    block: (judge) => front.setJudge(judge),
    serve: (host, site) => void sites.set(parseHost(host).host, site),
    failures: log.entries,
    get bytesReceived() {
      return meter.bytes;
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
      options.guardPorts.delete(port);
      options.onClose(session);
      return closed;
    },
  };
  return session;
}
