import type { Protocol } from 'devtools-protocol';
import type { Body, Exchange, Header, Received, Sent } from './exchange.ts';
import { shownUrl } from './shown-url.ts';

/** An entry of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */
export interface HarEntry {
  pageref?: string;
  startedDateTime: string;
  time: number;
  request: object;
  response: object;
  cache: object;
  timings: Record<string, number>;
  serverIPAddress?: string;
  _resourceType?: string;
  _initiator?: object;
  _error?: string;
}

/** Converts an exchange. Parts of its URLs that may be keys are hidden. */
export function toHarEntry({
  sent,
  received,
  endS,
  bytes = 0,
  error,
  ...rest
}: Exchange): HarEntry {
  const { wallTimeS, startS, type, initiator } = sent;
  const time = endS === undefined ? 0 : Math.max(0, (endS - startS) * 1000);
  const httpVersion = received?.protocol ?? 'unknown';
  const { status = 0, headers = [] } = received ?? {};
  const location = status >= 300 && status < 400 ? headerOf(headers, 'location') : '';
  return {
    startedDateTime: new Date(wallTimeS * 1000).toISOString(),
    time: rounded(time),
    request: requestOf(sent, httpVersion),
    response: {
      status,
      statusText: received?.statusText ?? '',
      httpVersion,
      cookies: [],
      headers: shownHeaders(headers),
      content: contentOf(received, bytes, rest),
      redirectURL: location && shownUrl(location),
      headersSize: -1,
      bodySize: bytes,
    },
    cache: {},
    timings: timingsOf(received?.timing, startS, time),
    ...(received?.address ? { serverIPAddress: received.address } : {}),
    ...(type ? { _resourceType: type.toLowerCase() } : {}),
    ...(initiator && { _initiator: initiator }),
    ...(error === undefined ? {} : { _error: error }),
  };
}

/** Returns the value of a header; empty if there is none. */
export function headerOf(headers: readonly Header[] = [], name: string): string {
  return headers.find((each) => each.name.toLowerCase() === name)?.value ?? '';
}

function requestOf({ method, url, headers, body }: Sent, httpVersion: string): object {
  const shown = shownUrl(url);
  const queryString = [...(URL.parse(shown)?.searchParams ?? [])].map(([name, value]) => ({
    name,
    value,
  }));
  const mimeType = headerOf(headers, 'content-type');
  return {
    method,
    url: shown,
    httpVersion,
    cookies: [],
    headers: shownHeaders(headers),
    queryString,
    headersSize: -1,
    bodySize: body?.length ?? -1,
    ...(body && { postData: { mimeType, params: [], text: Buffer.from(body).toString() } }),
  };
}

function contentOf(
  received: Received | undefined,
  bytes: number,
  { body, isCut }: { body?: Body; isCut?: boolean },
): object {
  const mimeType = received?.mimeType ?? '';
  if (!body) {
    return { size: bytes, mimeType, ...(isCut && { comment: 'The body is not in the archive.' }) };
  }
  const text = Buffer.from(body.bytes);
  return {
    size: text.length,
    mimeType,
    ...(body.isText
      ? { text: text.toString() }
      : { text: text.toString('base64'), encoding: 'base64' }),
  };
}

function shownHeaders(headers: readonly Header[] = []): Header[] {
  return headers.map(({ name, value }) => ({
    name,
    value: /^location$/i.test(name) ? shownUrl(value) : value,
  }));
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
  const headEnd = (requestTime - startS) * 1000 + receiveHeadersEnd;
  const dns = between(dnsStart, dnsEnd);
  const connect = between(connectStart, connectEnd);
  const send = Math.max(0, between(sendStart, sendEnd));
  const wait = Math.max(0, between(sendEnd, receiveHeadersEnd));
  const known = Math.max(0, dns) + Math.max(0, connect) + send + wait;
  return {
    // The remaining time, so that the sum equals `time`.
    blocked: Math.max(0, rounded(headEnd - known)),
    dns,
    connect,
    ssl: between(sslStart, sslEnd),
    send,
    wait,
    receive: Math.max(0, rounded(time - headEnd)),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
