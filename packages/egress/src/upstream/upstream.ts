import type { Socket } from 'node:net';
import { EgressFailure } from '../failure.ts';
import { formatTarget } from '../policy/parse-host.ts';

/** A proxy between the egress proxy and the network. */
export interface Upstream {
  host: string;
  port: number;
  secure: boolean;
  /** Value of `Proxy-Authorization`. Must never reach a log, an error or the page. */
  authorization: string | undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new TypeError('upstream: the user name or password has a % that is no escape; write %25');
  }
}

/** Reads `http(s)://user:password@host:port`. Throws TypeError that never repeats the value */
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

/** Wraps a connection to an `https` proxy in TLS. The certificate must match its name. */
export function secureUpstream(
  upstream: Upstream,
  socket: Socket,
  timeoutMs: number,
): Promise<Socket> {
  const host = upstream.host.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$|:/.test(host);
  return new Promise((resolve, reject) => {
    // Loaded by the few who have such a proxy: 7 ms of each start.
    const tls = process.getBuiltinModule('node:tls');
    const secured = tls.connect({ socket, host, ...(isAddress ? {} : { servername: host }) });
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      secured.destroy();
      reject(upstreamFailure(upstream, 'did not complete a TLS handshake', cause));
    };
    const timer = setTimeout(fail, timeoutMs, undefined);
    secured.once('error', fail);
    secured.once('close', fail);
    secured.once('secureConnect', () => {
      clearTimeout(timer);
      secured.off('error', fail);
      secured.off('close', fail);
      resolve(secured);
    });
  });
}
