import type { IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls';
import { connectFailure } from './dial.ts';
import { EgressFailure } from '../failure.ts';
import { maxInterimAnswers } from '../http/filter-headers.ts';
import { formatTarget } from '../policy/parse-host.ts';

// See `forward.ts`.
const { request: requestHttp } = process.getBuiltinModule('node:http');

/** One HTTP request of the service itself. */
export interface OutgoingRequest {
  /** Default GET. */
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array;
  /** PEM of authorities that are trusted besides the usual ones. */
  ca?: readonly string[];
  /** `host`, `host:port` or CIDR beyond what the operator allows. */
  allow?: readonly string[];
  /** For whom it is sent. DNS answers are not shared between scopes. */
  scope?: string;
  /** Maximum bytes received, with the head and the framing. Default: those of a session. */
  maxBytes?: number;
  /** Ends all of it, the reading of the answer included. */
  signal: AbortSignal;
}

/** Sends a request over a connection of its own, and returns the response with its head. */
export async function sendRequest(
  url: URL,
  socket: Socket,
  { method = 'GET', headers = {}, body, ca = [], maxBytes = Infinity, signal }: OutgoingRequest,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port || (isSecure ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  try {
    const connection = isSecure ? await secure(socket, host, port, ca, signal) : socket;
    const options: RequestOptions = {
      method,
      headers,
      signal,
      createConnection: () => connection,
    };
    return await new Promise((resolve, reject) => {
      const request = (isSecure ? requestHttps : requestHttp)(url, options, resolve);
      request.once('error', reject);
      // Counted on the connection: chunk framing and interim responses can be endless as well.
      request.once('socket', (used) => {
        used.on('data', () => {
          if (used.bytesRead > maxBytes) request.destroy(tooMuch(host, port, `${maxBytes} bytes`));
        });
      });
      let interim = 0;
      request.on('information', () => {
        interim += 1;
        if (interim > maxInterimAnswers)
          request.destroy(tooMuch(host, port, `${maxInterimAnswers} interim answers`));
      });
      // An unexpected 101 ends the connection with neither a response nor an error.
      request.once('close', () => reject(noAnswer(host, port)));
      request.end(body);
    });
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw signal.reason;
    if ((error as NodeJS.ErrnoException).code?.startsWith('HPE_')) {
      throw noAnswer(host, port, error);
    }
    throw connectFailure({ host, port }, error);
  }
}

function tooMuch(host: string, port: number, what: string): EgressFailure {
  const reason = `${formatTarget(host, port)} sent more than ${what}`;
  return new EgressFailure({ kind: 'limit', host, port, reason });
}

function noAnswer(host: string, port: number, cause?: unknown): EgressFailure {
  const reason = `${formatTarget(host, port)} does not answer in HTTP`;
  return new EgressFailure({ kind: 'connect', host, port, reason }, { cause });
}

function secure(
  socket: Socket,
  host: string,
  port: number,
  ca: readonly string[],
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const connection = connectTls({
      socket,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca.length === 0 ? {} : { ca: [...getCACertificates('default'), ...ca] }),
    });
    const abort = () => connection.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort);
    connection.once('close', () => signal.removeEventListener('abort', abort));
    // The request has a listener of its own; this one covers the time before and after it.
    connection.on('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code === undefined ? '' : ` (${cause.code})`;
      const reason = `no safe connection to ${formatTarget(host, port)} could be made${code}`;
      reject(new EgressFailure({ kind: 'connect', host, port, reason }, { cause }));
    });
    connection.once('secureConnect', () => resolve(connection));
    if (signal.aborted) abort();
  });
}
