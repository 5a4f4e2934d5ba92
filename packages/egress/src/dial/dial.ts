import { connect, type Socket } from 'node:net';
import { EgressFailure } from '../failure.ts';
import type { CheckedTarget } from '../policy/connection-policy.ts';
import { connectByInlet } from './inlet.ts';
import { formatTarget } from '../policy/parse-host.ts';

/** RFC 8305, 5, Connection Attempt Delay: time that one attempt runs alone, in ms. */
const attemptDelayMs = 250;

const wordsFor: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'reset the connection',
  ENETUNREACH: 'is in a network that cannot be reached from here',
  EHOSTUNREACH: 'cannot be reached',
  EPIPE: 'closed the connection',
  ETIMEDOUT: 'did not answer',
};

/** The failure record for a socket error. Its message holds no resolved address. */
export function connectFailure(
  target: { host: string; port: number },
  cause: unknown,
): EgressFailure {
  if (cause instanceof EgressFailure) return cause;
  const { host, port } = target;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  const words = wordsFor[code] ?? `could not be reached${code ? ` (${code})` : ''}`;
  const kind = code === 'ETIMEDOUT' ? 'timeout' : 'connect';
  return new EgressFailure(
    { kind, host, port, reason: `${formatTarget(host, port)} ${words}` },
    { cause },
  );
}

/** IPv4 first: in containers, IPv6 is more often present and broken than missing. */
export function inOrder(addresses: readonly string[]): string[] {
  const four = addresses.filter((address) => !address.includes(':'));
  const six = addresses.filter((address) => address.includes(':'));
  const longer = Math.max(four.length, six.length);
  return Array.from({ length: longer }, (_, at) => [four[at], six[at]])
    .flat()
    .filter((address) => address !== undefined);
}

export interface DialOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  /** The socket is read by an inlet, and cannot be read as a stream. */
  asInlet?: boolean;
}

/** Dials addresses 250 ms apart, sooner after a failure. Rejects with `EgressFailure`. */
export function dial(
  checked: CheckedTarget,
  { timeoutMs, signal, asInlet = false }: DialOptions,
): Promise<Socket> {
  const { host, port } = checked;
  const queue = inOrder(checked.addresses);
  const pending = new Set<Socket>();
  return new Promise((resolve, reject) => {
    let stagger: NodeJS.Timeout | undefined;
    const settle = (act: () => void) => {
      clearTimeout(stagger);
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
      act();
      for (const socket of pending) socket.destroy();
      pending.clear();
    };
    const fail = (cause: unknown) => settle(() => reject(connectFailure(checked, cause)));
    const abort = () => fail(signal?.reason);
    const seconds = timeoutMs / 1000;
    const deadline = setTimeout(() => {
      const reason = `${formatTarget(host, port)} did not answer within ${seconds} s`;
      fail(new EgressFailure({ kind: 'timeout', host, port, reason }));
    }, timeoutMs);

    const attempt = () => {
      clearTimeout(stagger);
      const address = queue.shift();
      if (address === undefined) return;
      const target = { host: address, port, allowHalfOpen: true, noDelay: true };
      const socket = asInlet ? connectByInlet(target) : connect(target);
      pending.add(socket);
      const onError = (error: Error) => {
        pending.delete(socket);
        if (queue.length > 0) attempt();
        else if (pending.size === 0) fail(error);
      };
      socket.once('error', onError);
      socket.once('connect', () => {
        socket.off('error', onError);
        pending.delete(socket);
        settle(() => resolve(socket));
      });
      if (queue.length > 0) stagger = setTimeout(attempt, attemptDelayMs);
    };

    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    attempt();
  });
}
