import type { Socket } from 'node:net';
import { connectFailure, dial } from './dial.ts';
import { EgressFailure } from './failure.ts';
import type { Admission, Gate, Resolve } from './gate.ts';
import type { Meter } from './meter.ts';
import type { AllowList } from './parse-allow.ts';
import { askForTunnel, secureUpstream, upstreamFailure, type Upstream } from './upstream.ts';

/** What a session lets out, and through what. */
export interface Rules {
  allow: AllowList;
  upstream: Upstream | undefined;
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
  /** Throws `EgressFailure` when {@link Outbound.open} would refuse the target before it asks an upstream. */
  check(host: string, port: number, rules: Rules): void;
  /** Ends every connection, now, and refuses new ones with `failure`, if there is one. */
  destroy(failure?: (target: { host: string; port: number }) => EgressFailure): void;
}

/** Resolves each name once: the answer that was checked is the answer that is dialled, for the life of the session. */
function pinned(resolve: Resolve): Resolve {
  const pins = new Map<string, Promise<readonly string[]>>();
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
    return keep(await dial(admission, { timeoutMs: connectTimeoutMs, signal, asInlet }));
  }

  async function connectToUpstream(upstream: Upstream, allow: AllowList): Promise<Socket> {
    try {
      const socket = await connectTo(
        await gate.admit(upstream.host, upstream.port, allow, resolve),
      );
      return upstream.secure ? keep(await secureUpstream(upstream, socket)) : socket;
    } catch (error) {
      const { kind, message } = connectFailure(upstream, error);
      if (kind === 'upstream') throw error;
      throw upstreamFailure(upstream, `cannot be used: ${message}`, error);
    }
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
    const target = gate.admitUnresolved(host, port, allow);
    const socket = await connectToUpstream(upstream, allow);
    return purpose === 'http' ? socket : askForTunnel(upstream, socket, target, connectTimeoutMs);
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
        const socket = await openNow(host, port, purpose, rules);
        meter.track(socket, { host, port });
        if (aborter.signal.aborted) socket.destroy();
        return socket;
      } catch (error) {
        throw connectFailure({ host, port }, error);
      } finally {
        opening -= 1;
      }
    },
    check(host, port, { allow }) {
      if (refuse) throw refuse({ host, port });
      gate.admitUnresolved(host, port, allow);
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
