import type { Socket } from 'node:net';
import { connectFailure } from '../dial/dial.ts';
import { dialAnswers } from '../dial/dial-answers.ts';
import { EgressFailure } from '../failure.ts';
import type {
  Addresses,
  CheckedTarget,
  ConnectionPolicy,
  Resolve,
} from '../policy/connection-policy.ts';
import type { Meter } from './meter.ts';
import { parseAllow, type AllowList } from '../policy/parse-allow.ts';
import { parseHost } from '../policy/parse-host.ts';
import { openTunnel } from '../upstream/open-tunnel.ts';
import { secureUpstream, upstreamFailure, type Upstream } from '../upstream/upstream.ts';

/** Policy and upstream proxy of a session. */
export interface Rules {
  allow: AllowList;
  upstream: Upstream | undefined;
  /** True if the upstream receives names although it could receive addresses. */
  hasNames: boolean | 'if public';
}

/** Rules with an upstream. */
export interface UpstreamRules extends Rules {
  upstream: Upstream;
}

export interface OutboundOptions {
  policy: ConnectionPolicy;
  resolve: Resolve;
  meter: Meter;
  maxSockets: number;
  connectTimeoutMs: number;
}

/** Opens every connection of one session. */
export interface Outbound {
  /**
   * A connection to the target that is ready for its bytes (`tunnel`), or for an HTTP request
   * (`http`), which an upstream wants in absolute form. One for a tunnel may have an inlet ({@link
   * inletOf}). Rejects with `EgressFailure`.
   */
  open(host: string, port: number, purpose: 'tunnel' | 'http', rules: Rules): Promise<Socket>;
  /** Checks a target for an upstream; one with an address is for `tunnel` only. */
  check(host: string, port: number, rules: UpstreamRules): Promise<'host' | 'address'>;
  /** Opens a connection for the next matching {@link Outbound.open}; one at a time. */
  expect(host: string, port: number, rules: Rules): void;
  /** Ends every connection, now, and refuses new ones with `failure`, if there is one. */
  destroy(failure?: (target: { host: string; port: number }) => EgressFailure): void;
}

const nothing = parseAllow([]);

/** A connection that was opened ahead of need. */
interface Expected {
  host: string;
  port: number;
  rules: Rules;
  opening: Promise<Socket>;
}

function canonical(host: string): string {
  try {
    return parseHost(host).host;
  } catch {
    return host;
  }
}

/** Resolves each name once per session: the checked addresses are those dialled. */
function pinned(resolve: Resolve): Resolve {
  const pins = new Map<string, Promise<Addresses>>();
  return (host, isAllowed) => {
    const known = pins.get(host);
    if (known) return known;
    const answer = resolve(host, isAllowed);
    pins.set(host, answer);
    answer.catch(() => pins.delete(host));
    return answer;
  };
}

export function createOutbound(options: OutboundOptions): Outbound {
  const { policy, meter, maxSockets, connectTimeoutMs } = options;
  const resolve = pinned(options.resolve);
  const sockets = new Set<Socket>();
  const aborter = new AbortController();
  let opening = 0;
  let refuse: ((target: { host: string; port: number }) => EgressFailure) | undefined;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The user of the socket adds a listener of its own; this one covers the time without one.
    socket.on('error', () => socket.destroy());
    return socket;
  }

  async function connectTo(checked: CheckedTarget, asInlet = false): Promise<Socket> {
    const { signal } = aborter;
    return keep(await dialAnswers(checked, { timeoutMs: connectTimeoutMs, signal, asInlet }));
  }

  async function connectToUpstream(upstream: Upstream, allow: AllowList): Promise<Socket> {
    try {
      const socket = await connectTo(
        await policy.check(upstream.host, upstream.port, allow, resolve),
      );
      return upstream.secure
        ? keep(await secureUpstream(upstream, socket, connectTimeoutMs))
        : socket;
    } catch (error) {
      const { kind, message } = connectFailure(upstream, error);
      if (kind === 'upstream') throw error;
      throw upstreamFailure(upstream, `cannot be used: ${message}`, error);
    }
  }

  async function checkFor(
    { allow, upstream, hasNames }: UpstreamRules,
    host: string,
    port: number,
  ): Promise<CheckedTarget> {
    const isNaming = hasNames === 'if public' ? await isPublic(upstream) : hasNames;
    return policy.checkForProxy(host, port, allow, resolve, isNaming);
  }

  /** A proxy that only the allow list permits is in the operator's network. */
  async function isPublic({ host, port }: Upstream): Promise<boolean> {
    return policy.check(host, port, nothing, resolve).then(
      () => true,
      () => false,
    );
  }

  async function openNow(
    host: string,
    port: number,
    purpose: 'tunnel' | 'http',
    rules: Rules,
  ): Promise<Socket> {
    const { allow, upstream } = rules;
    if (!upstream) {
      const checked = await policy.check(host, port, allow, resolve);
      return connectTo(checked, purpose === 'tunnel');
    }
    const target = await checkFor({ ...rules, upstream }, host, port);
    const connectNow = () => connectToUpstream(upstream, allow);
    if (purpose === 'http') return connectNow();
    return openTunnel(target, upstream, connectNow, connectTimeoutMs);
  }

  let expected: Expected | undefined;

  function isExpected(host: string, port: number, purpose: string, rules: Rules): boolean {
    return (
      purpose === 'tunnel' &&
      expected?.rules === rules &&
      expected.port === port &&
      expected.host === canonical(host)
    );
  }

  /** Returns the expected connection unless it has ended. If it failed, this call fails. */
  async function takeExpected(): Promise<Socket | undefined> {
    const { opening } = expected!;
    expected = undefined;
    const socket = await opening;
    if (!socket.destroyed && !socket.readableEnded) return socket;
    socket.destroy();
    return undefined;
  }

  return {
    async open(host, port, purpose, rules) {
      if (refuse) throw refuse({ host, port });
      if (sockets.size + opening >= maxSockets) {
        const reason = `the page has more than ${maxSockets} connections open`;
        throw new EgressFailure({ kind: 'limit', host, port, reason });
      }
      opening += 1;
      try {
        const early = isExpected(host, port, purpose, rules) ? await takeExpected() : undefined;
        const socket = early ?? (await openNow(host, port, purpose, rules));
        meter.track(socket, { host, port });
        if (aborter.signal.aborted) socket.destroy();
        return socket;
      } catch (error) {
        throw connectFailure({ host, port }, error);
      } finally {
        opening -= 1;
      }
    },
    expect(host, port, rules) {
      if (refuse || rules.upstream || expected?.rules === rules) return;
      // A connection opened under other rules cannot be used.
      void expected?.opening.then((socket) => socket.destroy()).catch(() => {});
      const opening = openNow(host, port, 'tunnel', rules);
      opening.catch(() => {});
      expected = { host: canonical(host), port, rules, opening };
    },
    async check(host, port, rules) {
      if (refuse) throw refuse({ host, port });
      const { addresses } = await checkFor(rules, host, port);
      return addresses.length === 0 ? 'host' : 'address';
    },
    destroy(failure) {
      refuse ??=
        failure ??
        (({ host, port }) =>
          new EgressFailure({ kind: 'connect', host, port, reason: 'the page is being closed' }));
      aborter.abort();
      for (const socket of sockets) socket.destroy();
    },
  };
}
