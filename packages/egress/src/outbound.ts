import type { Socket } from 'node:net';
import { connectFailure } from './dial.ts';
import { dialAnswers } from './dial-answers.ts';
import { EgressFailure } from './failure.ts';
import type { Addresses, Admission, Gate, Resolve } from './gate.ts';
import type { Meter } from './meter.ts';
import { parseAllow, type AllowList } from './parse-allow.ts';
import { parseHost } from './parse-host.ts';
import { openTunnel } from './open-tunnel.ts';
import { secureUpstream, upstreamFailure, type Upstream } from './upstream.ts';

/** What a session lets out, and through what. */
export interface Rules {
  allow: AllowList;
  upstream: Upstream | undefined;
  /** Whether the upstream is given names where it could be given addresses. */
  hasNames: boolean | 'if public';
}

/** Rules with an upstream. */
export interface UpstreamRules extends Rules {
  upstream: Upstream;
}

/** What one session needs to open connections. */
export interface OutboundOptions {
  gate: Gate;
  resolve: Resolve;
  meter: Meter;
  maxSockets: number;
  connectTimeoutMs: number;
}

/** Opens the connections of one session. There is no other place that does. */
export interface Outbound {
  /**
   * A connection to the target that is ready for its bytes (`tunnel`), or for an HTTP request (`http`), which an upstream
   * wants in absolute form. One for a tunnel may have an inlet ({@link inletOf}). Rejects with `EgressFailure`.
   */
  open(host: string, port: number, purpose: 'tunnel' | 'http', rules: Rules): Promise<Socket>;
  /**
   * Checks a target that an upstream will be asked for, and says whether the upstream is given the host as it is, or an address: then
   * there is only `tunnel`. Rejects with `EgressFailure`.
   */
  check(host: string, port: number, rules: UpstreamRules): Promise<'host' | 'address'>;
  /**
   * Begins a connection that will be asked for: the next {@link Outbound.open} of a tunnel to the target under these rules gets it.
   * There is one at a time.
   */
  expect(host: string, port: number, rules: Rules): void;
  /** Ends every connection, now, and refuses new ones with `failure`, if there is one. */
  destroy(failure?: (target: { host: string; port: number }) => EgressFailure): void;
}

const nothing = parseAllow([]);

/** A connection that was begun before it was asked for. */
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

/** Resolves each name once: the answer that was checked is the answer that is dialled, for the life of the session. */
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
  const { gate, meter, maxSockets, connectTimeoutMs } = options;
  const resolve = pinned(options.resolve);
  const sockets = new Set<Socket>();
  const aborter = new AbortController();
  let opening = 0;
  let refuse: ((target: { host: string; port: number }) => EgressFailure) | undefined;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Whoever uses the socket listens as well; this one is for the moments in between.
    socket.on('error', () => socket.destroy());
    return socket;
  }

  async function connectTo(admission: Admission, asInlet = false): Promise<Socket> {
    const { signal } = aborter;
    return keep(await dialAnswers(admission, { timeoutMs: connectTimeoutMs, signal, asInlet }));
  }

  async function connectToUpstream(upstream: Upstream, allow: AllowList): Promise<Socket> {
    try {
      const socket = await connectTo(
        await gate.admit(upstream.host, upstream.port, allow, resolve),
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

  async function admitFor(
    { allow, upstream, hasNames }: UpstreamRules,
    host: string,
    port: number,
  ): Promise<Admission> {
    const isNaming = hasNames === 'if public' ? await isPublic(upstream) : hasNames;
    return gate.admitForProxy(host, port, allow, resolve, isNaming);
  }

  /** One that only an entry of the allow list lets in stands in the operator's network. */
  async function isPublic({ host, port }: Upstream): Promise<boolean> {
    return gate.admit(host, port, nothing, resolve).then(
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
      const admission = await gate.admit(host, port, allow, resolve);
      return connectTo(admission, purpose === 'tunnel');
    }
    const target = await admitFor({ ...rules, upstream }, host, port);
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

  /** The connection that was begun, unless it has ended meanwhile. One that failed has failed for whoever asks now. */
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
        const begun = isExpected(host, port, purpose, rules) ? await takeExpected() : undefined;
        const socket = begun ?? (await openNow(host, port, purpose, rules));
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
      // One that was begun under other rules is nobody's.
      void expected?.opening.then((socket) => socket.destroy()).catch(() => {});
      const opening = openNow(host, port, 'tunnel', rules);
      opening.catch(() => {});
      expected = { host: canonical(host), port, rules, opening };
    },
    async check(host, port, rules) {
      if (refuse) throw refuse({ host, port });
      const { addresses } = await admitFor(rules, host, port);
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
