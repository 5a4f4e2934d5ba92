import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../browser-source.ts';
import { copyOfStart, shownUrl } from './shown-url.ts';

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

/** Of a request what is written: pages choose how much there is of the rest. */
interface Sent {
  startS: number;
  wallTimeS: number;
  method: string;
  url: string;
  headers: HarHeader[];
  type: string;
}

interface Received {
  status: number;
  statusText: string;
  protocol: string;
  headers: HarHeader[];
  mimeType: string;
  address: string;
  timing: Protocol.Network.ResourceTiming | undefined;
}

interface HarHeader {
  name: string;
  value: string;
}

interface Exchange {
  sent: Sent;
  received?: Received;
  endS?: number;
  bytes?: number;
  error?: string;
}

/** More are left out. */
const mostEntries = 2000;
const longestHeader = 500;
const longestText = 100;

/** Headers that hold no secret. Others are left out, whatever they are called. */
const plainHeaders = new Set(
  'accept accept-encoding accept-language accept-ranges age allow alt-svc cache-control connection content-disposition content-encoding content-language content-length content-range content-type date etag expires host if-modified-since last-modified location origin range retry-after server server-timing strict-transport-security transfer-encoding user-agent vary via x-cache x-content-type-options x-frame-options'.split(
    ' ',
  ),
);

/** Begins to write down the requests of a page. */
export function createHarLog(session: CdpSession): HarLog {
  const exchanges: Exchange[] = [];
  const open = new Map<string, Exchange>();
  session.on('Network.requestWillBeSent', (event) => {
    const { requestId, redirectResponse, timestamp } = event;
    const before = open.get(requestId);
    if (before && redirectResponse) {
      before.received = receivedOf(redirectResponse);
      before.endS = timestamp;
      before.bytes = redirectResponse.encodedDataLength;
    }
    open.delete(requestId);
    if (exchanges.length >= mostEntries) return;
    const exchange: Exchange = { sent: sentOf(event) };
    exchanges.push(exchange);
    open.set(requestId, exchange);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const exchange = open.get(requestId);
    if (exchange) exchange.received = receivedOf(response);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const exchange = open.get(requestId);
    if (exchange) Object.assign(exchange, { endS: timestamp, bytes: encodedDataLength });
    open.delete(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId, timestamp, errorText, blockedReason }) => {
    const exchange = open.get(requestId);
    const error = copyOfStart(blockedReason ?? errorText, longestText);
    if (exchange) Object.assign(exchange, { endS: timestamp, error });
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

function sentOf(event: Protocol.Network.RequestWillBeSentEvent): Sent {
  const { request, timestamp, wallTime, type = '' } = event;
  return {
    startS: timestamp,
    wallTimeS: wallTime,
    method: copyOfStart(request.method, longestText),
    url: shownUrl(request.url),
    headers: headersOf(request.headers),
    type,
  };
}

function receivedOf(response: Protocol.Network.Response): Received {
  const { status, statusText, protocol = 'unknown', headers, mimeType, timing } = response;
  return {
    status,
    statusText: copyOfStart(statusText, longestText),
    protocol,
    headers: headersOf(headers),
    mimeType: copyOfStart(mimeType, longestText),
    address: response.remoteIPAddress ?? '',
    timing,
  };
}

function toEntry({ sent, received, endS, bytes = 0, error }: Exchange): HarEntry {
  const { method, url, headers, wallTimeS, startS, type } = sent;
  const time = endS === undefined ? 0 : Math.max(0, (endS - startS) * 1000);
  const httpVersion = received?.protocol ?? 'unknown';
  return {
    startedDateTime: new Date(wallTimeS * 1000).toISOString(),
    time: rounded(time),
    request: {
      method,
      url,
      httpVersion,
      cookies: [],
      headers,
      queryString: [],
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: received?.status ?? 0,
      statusText: received?.statusText ?? '',
      httpVersion,
      cookies: [],
      headers: received?.headers ?? [],
      content: { size: bytes, mimeType: received?.mimeType ?? '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: bytes,
    },
    cache: {},
    timings: timingsOf(received?.timing, startS, time),
    ...(received?.address ? { serverIPAddress: received.address } : {}),
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

function headersOf(headers: Readonly<Record<string, string>>): HarHeader[] {
  return Object.entries(headers)
    .filter(([name]) => plainHeaders.has(name.toLowerCase()))
    .map(([name, value]) => ({
      name,
      value: /^location$/i.test(name) ? shownUrl(value) : copyOfStart(value, longestHeader),
    }));
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
