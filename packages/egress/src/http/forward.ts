import type { Agent, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { EgressFailure } from '../failure.ts';
import { filterHeaders, maxInterimAnswers } from './filter-headers.ts';
import type { Meter } from '../session/meter.ts';
import type { RequestTarget } from './request-target.ts';
import { upstreamFailure, type Upstream } from '../upstream/upstream.ts';

/**
 * Loads Node's module on use: most starts send nothing. An `import` of it also reads all its
 * exports, and with them loads undici: 30 ms.
 */
export const nodeHttp = () => process.getBuiltinModule('node:http');

/** Chromium's own limit for response headers; a request's can be as large. */
export const maxHeaderBytes = 262_144;

const emptyChunk = new Uint8Array();

type Opener = (host: string, port: number) => Promise<Duplex>;

/** Keeps connections to a proxy by origin: none can answer for another. */
export function createOriginAgent(open: Opener): Agent {
  const agent = new (nodeHttp().Agent)({ keepAlive: true });
  agent.createConnection = (options, callback) => {
    open(options.host!, Number(options.port)).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  };
  return agent;
}

/** One request of a page, on its way to the proxy. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  target: RequestTarget;
  agent: Agent;
  meter: Meter;
  upstream: Upstream;
  /** Called once when the request ends without a complete response, unless the page ended it. */
  failed(failure: EgressFailure): void;
}

function outgoingOptions({ request, target, agent, upstream }: Exchange): RequestOptions {
  const headers = filterHeaders(request.rawHeaders, ['host', 'expect']);
  // RFC 9112, section 3.2.2: the target decides, whatever the Host header said.
  headers.unshift('Host', target.authority);
  if (request.headers['transfer-encoding'] !== undefined)
    headers.push('Transfer-Encoding', 'chunked');
  if (upstream.authorization) headers.push('Proxy-Authorization', upstream.authorization);
  return {
    agent,
    host: target.host,
    port: target.port,
    method: request.method!,
    path: `http://${target.authority}${target.path}`,
    headers,
    setHost: false,
    maxHeaderSize: maxHeaderBytes,
    // As lenient as Chromium; safe, as the response is serialised again with one length.
    insecureHTTPParser: true,
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function failureOf({ upstream, response }: Exchange, cause: unknown): EgressFailure {
  if (cause instanceof EgressFailure) return cause;
  const code = String((cause as NodeJS.ErrnoException | undefined)?.code ?? '');
  if (code === 'HPE_HEADER_OVERFLOW')
    return upstreamFailure(
      upstream,
      `sent more than ${maxHeaderBytes / 1024} KB of headers`,
      cause,
    );
  if (code.startsWith('HPE_') || code.startsWith('ERR_'))
    return upstreamFailure(upstream, 'sent an answer that is not HTTP', cause);
  if (code === 'ECONNRESET') {
    const when = response.headersSent ? 'in the middle of its' : 'without an';
    return upstreamFailure(upstream, `closed the connection ${when} answer`, cause);
  }
  return upstreamFailure(upstream, `closed the connection${code && ` (${code})`}`, cause);
}

function passOn(exchange: Exchange, incoming: IncomingMessage): void {
  const { response, meter, target } = exchange;
  const { host, port } = target;
  const socket = incoming.socket;
  // Absent means keep-alive; one of the proxy's own would be in the metadata.
  response.removeHeader('connection');
  response.sendDate = false;
  const headers = filterHeaders(incoming.rawHeaders);
  response.writeHead(incoming.statusCode!, incoming.statusMessage, headers);
  meter.touch(socket);
  // The head goes out with the first piece of the body, in one packet, unless that piece is late.
  // Not by `flushHeaders`, which writes UTF-8, and a header may hold any byte.
  let isHeadSent = false;
  setImmediate(() => {
    if (!isHeadSent && !response.destroyed && !response.writableEnded) response.write(emptyChunk);
  });
  // Bytes received in one packet are sent in one, however many chunks they were sent in.
  let pieces: Buffer[] = [];
  const flush = () => {
    if (pieces.length === 0 || response.destroyed) return;
    const whole = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    pieces = [];
    if (!response.write(whole)) incoming.pause();
  };
  incoming.on('data', (chunk: Buffer) => {
    meter.touch(socket);
    meter.countPiece(chunk.byteLength, { host, port });
    isHeadSent = true;
    pieces.push(chunk);
    if (pieces.length === 1) setImmediate(flush);
  });
  response.on('drain', () => incoming.resume());
  incoming.on('end', () => {
    flush();
    response.end();
  });
}

/** Sends one request of a page to the proxy, and the answer back, as it comes. */
export function forward(exchange: Exchange): void {
  const { request, response, upstream, failed } = exchange;
  const withBody = hasBody(request);
  let isOver = false;
  const fail = (failure: EgressFailure) => {
    if (isOver) return;
    isOver = true;
    failed(failure);
  };

  const attempt = (isRetry: boolean) => {
    const outgoing = nodeHttp().request(outgoingOptions(exchange));
    outgoing.maxHeadersCount = 0;
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // An origin may respond before it has read the whole request.
      if (response.headersSent) return;
      // The origin closed an idle connection as it was reused: not the request's fault.
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
      if (isStale && !isRetry && !withBody && !isOver) attempt(true);
      else fail(failureOf(exchange, error));
    });
    let interim = 0;
    outgoing.on('information', () => {
      interim += 1;
      if (interim <= maxInterimAnswers || isOver) return;
      fail(upstreamFailure(upstream, `sent more than ${maxInterimAnswers} interim answers`));
      outgoing.destroy();
    });
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      fail(upstreamFailure(upstream, 'changed to a protocol that was not requested'));
    });
    outgoing.on('response', (incoming) => {
      incoming.on('error', (error) => fail(failureOf(exchange, error)));
      if (incoming.statusCode === 407) {
        outgoing.destroy();
        return fail(upstreamFailure(upstream, 'wants other credentials (407)'));
      }
      try {
        passOn(exchange, incoming);
      } catch (error) {
        outgoing.destroy();
        fail(failureOf(exchange, error));
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
    fail(failureOf(exchange, error));
  }
}
