import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { dialAnswers } from './dial/dial-answers.ts';
import {
  createConnectionPolicy,
  type CheckedTarget,
  type Resolve,
} from './policy/connection-policy.ts';
import {
  openEgressSession,
  type EgressSession,
  type SessionLimits,
} from './session/egress-session.ts';
import { joinAllow, parseAllow } from './policy/parse-allow.ts';
import { createResolver } from './dial/resolver.ts';
import type { OutgoingRequest } from './dial/send-request.ts';

/** Options of {@link createEgress}. */
export interface EgressOptions {
  /** `host`, `host:port`, address or CIDR that everybody may reach although it is not public. */
  allow?: readonly string[];
  /** Narrows the ports of public hosts. Default: all but those of other services. */
  ports?: readonly number[];
  /** Ports of this machine that stay refused, such as the service's own. A set may grow. */
  ownPorts?: readonly number[] | ReadonlySet<number>;
  /** Finds the addresses of a name. Default: the system's DNS servers. */
  resolve?: Resolve;
  /**
   * Sends the names of public hosts to the operator's proxies, for those that accept no addresses,
   * or forward plain http only as requests. Names are resolved here nonetheless, and refused if
   * they lead to an address that is not public; a name that cannot be resolved here is left to the
   * proxy. The name servers can give the proxy another answer, so this is for proxies that reach
   * nothing private. Default false: a proxy receives the checked address.
   */
  proxyNames?: boolean;
  /** Advice on how to allow a refused target. Default: the command line's `--allow`. */
  advice?: (target: string) => string;
  /** Reports a private name as one without an address, for services. Default false. */
  hideAnswers?: boolean;
  /** This machine's IP address for browsers elsewhere. Default: sessions are local. */
  address?: string;
  /**
   * Limits of one session. Default: 512 MB received, 256 connections, 10 s to connect, 10 s for the
   * SOCKS handshake.
   */
  limits?: Partial<SessionLimits>;
}

/** A host and port to connect to. */
export interface Target {
  host: string;
  port: number;
}

/** The egress proxy of all pages, webhooks and server-side fetches. */
export interface Egress {
  /**
   * Opens a session for one browser context. An idle session does not keep Node alive.
   * @param client - the IP address of a browser on another machine: the session listens at
   *   `address`, and takes connections from there alone
   * @throws TypeError for a client where there is no `address`
   */
  open(client?: string): Promise<EgressSession>;
  /**
   * Resolves and checks a target without connecting. `scope` says for whom: what was found for
   * another is not known.
   * @throws EgressDenied when it is refused, EgressFailure when its name has no address.
   */
  check(target: URL | Target, allow?: readonly string[], scope?: string): Promise<CheckedTarget>;
  /** Checks a target and connects to the address checked. Throws EgressDenied, EgressFailure */
  dial(
    target: URL | Target,
    options?: { allow?: readonly string[]; scope?: string; signal?: AbortSignal },
  ): Promise<Socket>;
  /**
   * Checks the target of a request, connects to the checked address, and returns the response as
   * soon as its head has arrived. The certificate of an https target is verified. Redirects are not
   * followed. The caller reads or destroys the body of the response.
   * @throws EgressDenied, EgressFailure; the reason of the signal if it aborts
   */
  request(url: URL, request: OutgoingRequest): Promise<IncomingMessage>;
  close(): Promise<void>;
}

const defaultLimits: SessionLimits = {
  maxBytes: 512 * 1_048_576,
  maxSockets: 256,
  connectTimeoutMs: 10_000,
  handshakeTimeoutMs: 10_000,
};

function toTarget(target: URL | Target): Target {
  if (!(target instanceof URL)) return target;
  const isSecure = target.protocol === 'https:' || target.protocol === 'wss:';
  return { host: target.hostname, port: Number(target.port || (isSecure ? 443 : 80)) };
}

/** Returns whether a text may be {@link EgressOptions.address}: not all interfaces. */
export function isOwnAddress(address: string): boolean {
  return isIP(address) !== 0 && !/^(?:0\.0\.0\.0|[0:]+)$/.test(address);
}

function checkAddress(address: string | undefined): void {
  if (address !== undefined && !isOwnAddress(address))
    throw new TypeError(
      `egress.address must be one IP address of this machine; got ${JSON.stringify(address)}`,
    );
}

/**
 * Creates the egress proxy. It opens nothing by itself.
 * @example
 * const egress = createEgress({ allow: ['localhost:3000'] });
 * const session = await egress.open(); // give session.proxyServer to the browser
 */
export function createEgress(options: EgressOptions = {}): Egress {
  checkAddress(options.address);
  const operatorAllow = parseAllow(options.allow ?? []);
  const limits = { ...defaultLimits, ...options.limits };
  const names = options.resolve ? { resolve: options.resolve, close() {} } : createResolver();
  const { resolve } = names;
  const { ownPorts: given = [] } = options;
  // A service that takes a free port learns of it late.
  const ownPorts = 'has' in given ? given : new Set(given);
  const proxyPorts = new Set<number>();
  const ports = options.ports && new Set(options.ports);
  const policy = createConnectionPolicy({
    isOwnPort: (port) => ownPorts.has(port) || proxyPorts.has(port),
    ports,
    advice: options.advice,
    hideAnswers: options.hideAnswers,
  });
  const sessions = new Set<EgressSession>();

  function check(
    target: URL | Target,
    allow: readonly string[] = [],
    scope?: string,
  ): Promise<CheckedTarget> {
    const { host, port } = toTarget(target);
    const list = allow.length === 0 ? operatorAllow : joinAllow(operatorAllow, parseAllow(allow));
    return policy.check(host, port, list, (name, isAllowed) => resolve(name, isAllowed, scope));
  }

  async function dialChecked(
    target: URL | Target,
    {
      allow,
      scope,
      signal,
    }: { allow?: readonly string[]; scope?: string; signal?: AbortSignal } = {},
  ): Promise<Socket> {
    const checked = await check(target, allow, scope);
    return dialAnswers(checked, {
      timeoutMs: limits.connectTimeoutMs,
      ...(signal && { signal }),
    });
  }

  return {
    async open(client) {
      if (client !== undefined && options.address === undefined) {
        throw new TypeError(
          'a browser on another machine needs egress.address (egress_address of a service, TINTYPE_EGRESS_ADDRESS): an IP address of this machine that it reaches',
        );
      }
      const session = await openEgressSession({
        policy,
        resolve,
        listenAt: client === undefined ? '127.0.0.1' : (options.address ?? ''),
        client,
        allow: operatorAllow,
        limits,
        proxyNames: options.proxyNames ?? false,
        proxyPorts,
        onClose: (closed) => sessions.delete(closed),
      });
      sessions.add(session);
      return session;
    },
    check,
    dial: dialChecked,
    async request(url, request) {
      // Pages do not need TLS, which takes 20 ms to load; loaded before the socket.
      const { sendRequest } = await import('./dial/send-request.ts');
      const { allow, scope, signal } = request;
      const opening = dialChecked(url, {
        signal,
        ...(allow && { allow }),
        ...(scope !== undefined && { scope }),
      });
      const { maxBytes } = limits;
      return sendRequest(url, await withinSignal(opening, signal), { maxBytes, ...request });
    },
    async close() {
      names.close();
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
}

/** Names are resolved without a signal, so the answer may arrive after the request was aborted. */
async function withinSignal(opening: Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  if (signal.aborted) end();
  else signal.addEventListener('abort', end);
  try {
    return await Promise.race([opening, ended.promise]);
  } catch (error) {
    opening.then(
      (socket) => socket.destroy(),
      () => {},
    );
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
