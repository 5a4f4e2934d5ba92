import type { Socket } from 'node:net';
import { inOrder } from '../dial/dial.ts';
import { EgressFailure } from '../failure.ts';
import type { CheckedTarget } from '../policy/connection-policy.ts';
import { formatTarget } from '../policy/parse-host.ts';
import { upstreamFailure, type Upstream } from './upstream.ts';

/** An answer to CONNECT is a status line and a few headers. */
const maxAnswerBytes = 16_384;

/** Addresses of one name that a proxy is asked for. */
const maxAddresses = 3;

/** The requested host, and its name for messages, which never show a resolved address. */
interface Asked {
  host: string;
  name: string;
}

/** The proxy said that it could not reach what it was asked for: another address may do. */
class Unreached extends EgressFailure {}

/**
 * Requests a tunnel to a checked target from a proxy, one address after the other until one
 * succeeds. Returns a socket whose other end is the target.
 * @param connect Opens a connection to the proxy.
 * @param timeoutMs For everything but the connection to the proxy.
 */
export async function openTunnel(
  { host, port, addresses }: CheckedTarget,
  upstream: Upstream,
  connect: () => Promise<Socket>,
  timeoutMs: number,
): Promise<Socket> {
  const name = formatTarget(host, port);
  // A proxy with IPv6 is rarer than one without.
  const hosts = addresses.length === 0 ? [host] : inOrder(addresses).slice(0, maxAddresses);
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const asked = { host: formatTarget(hosts.shift()!, port), name };
    const socket = await connect();
    const leftMs = Math.max(1, endsAt - performance.now());
    try {
      return await askForTunnel(upstream, socket, asked, leftMs);
    } catch (error) {
      if (!(error instanceof Unreached) || hosts.length === 0) throw error;
    }
  }
}

function connectRequest(upstream: Upstream, target: string): string {
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`];
  if (upstream.authorization) lines.push(`Proxy-Authorization: ${upstream.authorization}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function refusal(upstream: Upstream, status: number, { host, name }: Asked): EgressFailure {
  if (status === 407) return upstreamFailure(upstream, 'wants other credentials (407)');
  const what = host === name ? '' : ', asked for its address';
  const failure = upstreamFailure(
    upstream,
    `did not connect to ${name} (it answered ${status}${what})`,
  );
  return status >= 500 ? new Unreached(failure.toFailure()) : failure;
}

/** Requests a tunnel from the proxy at the other end of `socket`, and returns the socket. */
function askForTunnel(
  upstream: Upstream,
  socket: Socket,
  asked: Asked,
  timeoutMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const settle = (failure?: EgressFailure) => {
      clearTimeout(timer);
      socket.off('data', onData);
      socket.off('error', onError);
      socket.off('end', onEnd);
      socket.off('close', onEnd);
      if (failure) {
        socket.destroy();
        reject(failure);
      } else resolve(socket);
    };
    const onError = (cause: unknown) =>
      settle(upstreamFailure(upstream, 'closed the connection', cause));
    const onEnd = () => onError(undefined);
    const onData = (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0 && answer.length <= maxAnswerBytes) return;
      const status = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(answer.toString('latin1', 0, 64))?.[1];
      if (end < 0 || !status) return settle(upstreamFailure(upstream, 'does not speak HTTP'));
      if (!status.startsWith('2')) return settle(refusal(upstream, Number(status), asked));
      socket.pause();
      settle();
      const rest = answer.subarray(end + 4);
      if (rest.length > 0) socket.unshift(rest);
    };
    const timer = setTimeout(
      () =>
        settle(upstreamFailure(upstream, `did not answer within ${Math.ceil(timeoutMs / 1000)} s`)),
      timeoutMs,
    );
    socket.on('data', onData);
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
    socket.write(connectRequest(upstream, asked.host));
  });
}
