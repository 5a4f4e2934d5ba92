import type { Socket } from 'node:net';
import { EgressFailure } from './failure.ts';
import { formatTarget } from './parse-host.ts';

/** A proxy that stands between the guard and the network. */
export interface Upstream {
  host: string;
  port: number;
  secure: boolean;
  /** Value of `Proxy-Authorization`. Must never reach a log, an error or the page. */
  authorization: string | undefined;
}

/** An answer to CONNECT is a status line and a few headers. */
const maxAnswerBytes = 16_384;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new TypeError('upstream: the user name or password has a % that is no escape; write %25');
  }
}

/**
 * Reads `http://user:password@host:port` or the same with `https`.
 * @throws TypeError that never repeats the value, since it may hold a password.
 */
export function parseUpstream(value: string): Upstream {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || !url.hostname)
    throw new TypeError(
      'upstream: expected an http or https proxy, for example http://user:password@proxy.example:8080',
    );
  if (url.pathname !== '/' || url.search || url.hash)
    throw new TypeError('upstream: a proxy has no path; write http://host:port');
  const secure = url.protocol === 'https:';
  const hasCredentials = url.username !== '' || url.password !== '';
  const pair = `${decode(url.username)}:${decode(url.password)}`;
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
    authorization: hasCredentials ? `Basic ${Buffer.from(pair).toString('base64')}` : undefined,
  };
}

/** An upstream failure about `target`, or about the proxy itself. */
export function upstreamFailure(upstream: Upstream, words: string, cause?: unknown): EgressFailure {
  const { host, port } = upstream;
  const reason = `the proxy ${formatTarget(host, port)} ${words}`;
  return new EgressFailure({ kind: 'upstream', host, port, reason }, { cause });
}

/** Wraps a connection to an `https` proxy in TLS. The certificate must be good for the proxy's name. */
export function secureUpstream(upstream: Upstream, socket: Socket): Promise<Socket> {
  const host = upstream.host.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$|:/.test(host);
  return new Promise((resolve, reject) => {
    // Loaded by the few who have such a proxy: 7 ms of each start.
    const tls = process.getBuiltinModule('node:tls');
    const secured = tls.connect({ socket, host, ...(isAddress ? {} : { servername: host }) });
    const fail = (cause: unknown) => {
      secured.destroy();
      reject(upstreamFailure(upstream, 'did not complete a TLS handshake', cause));
    };
    secured.once('error', fail);
    secured.once('close', fail);
    secured.once('secureConnect', () => {
      secured.off('error', fail);
      secured.off('close', fail);
      resolve(secured);
    });
  });
}

function connectRequest(upstream: Upstream, target: string): string {
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`];
  if (upstream.authorization) lines.push(`Proxy-Authorization: ${upstream.authorization}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function refusal(status: number, target: string): string {
  if (status === 407) return 'wants other credentials (407)';
  return `did not connect to ${target} (it answered ${status})`;
}

/** Asks the proxy at the other end of `socket` for a tunnel. Gives the socket when there is one. */
export function askForTunnel(
  upstream: Upstream,
  socket: Socket,
  target: { host: string; port: number },
  timeoutMs: number,
): Promise<Socket> {
  const name = formatTarget(target.host, target.port);
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
      if (!status.startsWith('2'))
        return settle(upstreamFailure(upstream, refusal(Number(status), name)));
      socket.pause();
      settle();
      const rest = answer.subarray(end + 4);
      if (rest.length > 0) socket.unshift(rest);
    };
    const timer = setTimeout(
      () => settle(upstreamFailure(upstream, `did not answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    socket.on('data', onData);
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
    socket.write(connectRequest(upstream, name));
  });
}
