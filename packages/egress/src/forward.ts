import type { Agent, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectFailure } from './dial.ts';
import { EgressFailure } from './failure.ts';
import { filterHeaders } from './filter-headers.ts';
import type { Meter } from './meter.ts';
import { formatTarget } from './parse-host.ts';
import type { RequestTarget } from './parse-target.ts';
import type { Upstream } from './upstream.ts';

// An `import` of node:http reads all its exports, and with them loads undici: 30 ms of each start.
const http = process.getBuiltinModule('node:http');

/** Chromium's own bound for response headers; cookies and long URLs can fill as much of a request. */
export const maxHeaderBytes = 262_144;

const emptyChunk = new Uint8Array();

type Opener = (host: string, port: number) => Promise<Duplex>;

/** Keeps connections to origins for one session, by origin: nothing that one origin sends can answer for another. */
export function createOriginAgent(open: Opener): Agent {
  const agent = new http.Agent({ keepAlive: true });
  agent.createConnection = (options, callback) => {
    open(options.host!, Number(options.port)).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  };
  return agent;
}

/** One request of a page, on its way to its origin. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  target: RequestTarget;
  agent: Agent;
  meter: Meter;
  upstream: Upstream | undefined;
  /** Called once when the request ends without a complete answer, except when the page itself gave it up. */
  failed(failure: EgressFailure): void;
}

function outgoingOptions({ request, target, agent, upstream }: Exchange): RequestOptions {
  const headers = filterHeaders(request.rawHeaders, ['host', 'expect']);
  // RFC 9112, section 3.2.2: the target decides, whatever the Host header said.
  headers.unshift('Host', target.authority);
  if (request.headers['transfer-encoding'] !== undefined)
    headers.push('Transfer-Encoding', 'chunked');
  if (upstream?.authorization) headers.push('Proxy-Authorization', upstream.authorization);
  return {
    agent,
    host: target.host,
    port: target.port,
    method: request.method!,
    path: upstream ? `http://${target.authority}${target.path}` : target.path,
    headers,
    setHost: false,
    maxHeaderSize: maxHeaderBytes,
    // As forgiving to origins as Chromium is. Safe here: a connection serves one origin of one session, and the answer is
    // written anew, with one length.
    insecureHTTPParser: true,
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function badAnswer({ target, upstream }: Exchange, words: string, cause?: unknown): EgressFailure {
  const { host, port } = target;
  const who = upstream
    ? `the proxy ${formatTarget(upstream.host, upstream.port)}`
    : formatTarget(host, port);
  const kind = upstream ? 'upstream' : 'connect';
  return new EgressFailure({ kind, host, port, reason: `${who} ${words}` }, { cause });
}

function originFailure(exchange: Exchange, cause: unknown): EgressFailure {
  const code = String((cause as NodeJS.ErrnoException | undefined)?.code ?? '');
  if (code === 'HPE_HEADER_OVERFLOW')
    return badAnswer(exchange, `sent more than ${maxHeaderBytes / 1024} KB of headers`, cause);
  if (code.startsWith('HPE_') || code.startsWith('ERR_'))
    return badAnswer(exchange, 'sent an answer that is not HTTP', cause);
  if (code === 'ECONNRESET') {
    const when = exchange.response.headersSent ? 'in the middle of its' : 'without an';
    return badAnswer(exchange, `closed the connection ${when} answer`, cause);
  }
  return connectFailure(exchange.target, cause);
}

function passOn(exchange: Exchange, incoming: IncomingMessage): void {
  const { response, meter } = exchange;
  const socket = incoming.socket;
  // An absent Connection header means keep-alive; one that the guard made up would show in the page's metadata.
  response.removeHeader('connection');
  response.sendDate = false;
  const headers = filterHeaders(incoming.rawHeaders);
  response.writeHead(incoming.statusCode!, incoming.statusMessage!, headers);
  meter.touch(socket);
  // The head goes out with the first piece of the body, in one packet, unless that piece is late. Not by `flushHeaders`, which
  // writes UTF-8, and a header may hold any byte.
  let isHeadSent = false;
  setImmediate(() => {
    if (!isHeadSent && !response.destroyed && !response.writableEnded) response.write(emptyChunk);
  });
  incoming.on('data', (chunk: Buffer) => {
    meter.touch(socket);
    isHeadSent = true;
    if (!response.write(chunk)) incoming.pause();
  });
  response.on('drain', () => incoming.resume());
  incoming.on('end', () => response.end());
}

/** Sends one request of a page to its origin, and the answer back, as it comes. */
export function forward(exchange: Exchange): void {
  const { request, response, failed } = exchange;
  const withBody = hasBody(request);
  let isOver = false;
  const fail = (failure: EgressFailure) => {
    if (isOver) return;
    isOver = true;
    failed(failure);
  };

  const attempt = (isRetry: boolean) => {
    const outgoing = http.request(outgoingOptions(exchange));
    outgoing.maxHeadersCount = 0;
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // An origin may answer and close before it has read the whole request; the answer fails on its own account.
      if (response.headersSent) return;
      // The origin closed an idle connection just as it was taken up again: not the request's fault.
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
      if (isStale && !isRetry && !withBody && !isOver) attempt(true);
      else fail(originFailure(exchange, error));
    });
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      fail(badAnswer(exchange, 'changed to a protocol that nobody asked for'));
    });
    outgoing.on('response', (incoming) => {
      incoming.on('error', (error) => fail(originFailure(exchange, error)));
      if (incoming.statusCode === 407) {
        outgoing.destroy();
        // Chromium would take it for the guard's own and ask for credentials.
        return fail(badAnswer(exchange, 'wants other credentials for a proxy (407)'));
      }
      try {
        passOn(exchange, incoming);
      } catch (error) {
        outgoing.destroy();
        fail(originFailure(exchange, error));
      }
    });
    response.once('close', () => {
      if (response.writableFinished) return;
      isOver = true;
      outgoing.destroy();
    });
    if (withBody) request.pipe(outgoing);
    else outgoing.end();
  };

  try {
    attempt(false);
  } catch (error) {
    fail(originFailure(exchange, error));
  }
}
