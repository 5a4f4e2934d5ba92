import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../browser-source.ts';
import { shownUrl } from './cdp-log.ts';

/** One request, as HAR 1.2 writes it (http://www.softwareishard.com/blog/har-12-spec/). */
export interface HarEntry {
  startedDateTime: string;
  time: number;
  request: object;
  response: object;
  cache: object;
  timings: Record<string, number>;
  serverIPAddress?: string;
  _resourceType?: string;
  _error?: string;
}

/** Requests of a page, as they come. */
export interface HarLog {
  toJson(creator: { version: string }): object;
}

interface Exchange {
  request: Protocol.Network.RequestWillBeSentEvent;
  response?: Protocol.Network.Response;
  endS?: number;
  bytes?: number;
  error?: string;
}

/** More are left out. */
const mostEntries = 2000;

/** Headers that hold no secret. Others are left out, whatever they are called. */
const plainHeaders = new Set(
  'accept accept-encoding accept-language accept-ranges age allow alt-svc cache-control connection content-disposition content-encoding content-language content-length content-range content-type date etag expires host if-modified-since last-modified origin range retry-after server server-timing strict-transport-security transfer-encoding user-agent vary via x-cache x-content-type-options x-frame-options'.split(
    ' ',
  ),
);

/** Begins to write down the requests of a page. */
export function createHarLog(session: CdpSession): HarLog {
  const exchanges: Exchange[] = [];
  const open = new Map<string, Exchange>();
  session.on('Network.requestWillBeSent', (event) => {
    const before = open.get(event.requestId);
    if (before && event.redirectResponse) {
      before.response = event.redirectResponse;
      before.endS = event.timestamp;
      before.bytes = event.redirectResponse.encodedDataLength;
    }
    const exchange: Exchange = { request: event };
    if (exchanges.length < mostEntries) exchanges.push(exchange);
    open.set(event.requestId, exchange);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const exchange = open.get(requestId);
    if (exchange) exchange.response = response;
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const exchange = open.get(requestId);
    if (exchange) Object.assign(exchange, { endS: timestamp, bytes: encodedDataLength });
    open.delete(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId, timestamp, errorText, blockedReason }) => {
    const exchange = open.get(requestId);
    if (exchange) Object.assign(exchange, { endS: timestamp, error: blockedReason ?? errorText });
    open.delete(requestId);
  });
  return {
    toJson: ({ version }) => ({
      log: {
        version: '1.2',
        creator: { name: 'Tintype', version },
        pages: [],
        entries: exchanges.map(toEntry),
      },
    }),
  };
}

function toEntry({ request: sent, response, endS, bytes = 0, error }: Exchange): HarEntry {
  const { request, wallTime, timestamp, type } = sent;
  const time = endS === undefined ? 0 : Math.max(0, (endS - timestamp) * 1000);
  return {
    startedDateTime: new Date(wallTime * 1000).toISOString(),
    time: rounded(time),
    request: {
      method: request.method,
      url: shownUrl(request.url),
      httpVersion: versionOf(response),
      cookies: [],
      headers: headersOf(request.headers),
      queryString: [],
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: response?.status ?? 0,
      statusText: (response?.statusText ?? '').slice(0, 100),
      httpVersion: versionOf(response),
      cookies: [],
      headers: headersOf(response?.headers ?? {}),
      content: { size: bytes, mimeType: response?.mimeType ?? '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: bytes,
    },
    cache: {},
    timings: timingsOf(response?.timing, timestamp, time),
    ...(response?.remoteIPAddress ? { serverIPAddress: response.remoteIPAddress } : {}),
    ...(type ? { _resourceType: type.toLowerCase() } : {}),
    ...(error === undefined ? {} : { _error: error }),
  };
}

function timingsOf(
  timing: Protocol.Network.ResourceTiming | undefined,
  startS: number,
  time: number,
): Record<string, number> {
  if (!timing)
    return { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: rounded(time), receive: 0 };
  const between = (from: number, to: number) => (from < 0 || to < 0 ? -1 : rounded(to - from));
  const { dnsStart, dnsEnd, connectStart, connectEnd, sslStart, sslEnd } = timing;
  const { sendStart, sendEnd, receiveHeadersEnd, requestTime } = timing;
  const queued = Math.max(0, (requestTime - startS) * 1000);
  return {
    blocked: rounded(queued),
    dns: between(dnsStart, dnsEnd),
    connect: between(connectStart, connectEnd),
    ssl: between(sslStart, sslEnd),
    send: Math.max(0, between(sendStart, sendEnd)),
    wait: Math.max(0, between(sendEnd, receiveHeadersEnd)),
    receive: Math.max(0, rounded(time - queued - receiveHeadersEnd)),
  };
}

function headersOf(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(headers)
    .filter(([name]) => plainHeaders.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value: value.slice(0, 500) }));
}

function versionOf(response: Protocol.Network.Response | undefined): string {
  return response?.protocol ?? 'unknown';
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
