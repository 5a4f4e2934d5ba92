import type { Protocol } from 'devtools-protocol';
import { copyOfStart } from './shown-url.ts';

/** One line of a head. */
export interface Header {
  name: string;
  value: string;
}

/** A request, as far as it is kept: pages choose how much there is of the rest. */
export interface Sent {
  startS: number;
  wallTimeS: number;
  method: string;
  url: string;
  headers: Header[];
  /** The resource type: `Document`, `Image`. */
  type: string;
  frameId: string | undefined;
  body?: Uint8Array;
}

/** The head of an answer. */
export interface Received {
  status: number;
  statusText: string;
  protocol: string;
  headers: Header[];
  mimeType: string;
  address: string;
  timing: Protocol.Network.ResourceTiming | undefined;
}

/** The body of an answer, without its compression. */
export interface Body {
  bytes: Uint8Array;
  /** It came as text: the bytes are UTF-8, whatever they were on the way. */
  isText: boolean;
}

/** A request, and what came of it. */
export interface Exchange {
  sent: Sent;
  received?: Received;
  endS?: number;
  /** That came over the network. */
  bytes?: number;
  error?: string;
  body?: Body;
  /** There is a body, which is not kept. */
  isCut?: boolean;
}

const longestHeader = 500;
const longestWholeHeader = 8000;
const longestText = 100;

/** Headers that hold no secret. Others are left out, whatever they are called. */
const plainHeaders = new Set(
  'accept accept-encoding accept-language accept-ranges age allow alt-svc cache-control connection content-disposition content-encoding content-language content-length content-range content-type date etag expires host if-modified-since last-modified location origin range retry-after server server-timing strict-transport-security transfer-encoding user-agent vary via x-cache x-content-type-options x-frame-options'.split(
    ' ',
  ),
);

/** Headers that a replayed page depends on beyond these. */
const pageHeaders =
  /^(?:access-control-[\w-]+|content-security-policy|cross-origin-[\w-]+|link|referrer-policy|refresh|x-xss-protection)$/;

/** Limits of recorded URLs and headers. */
export interface Keep {
  /** An address, as it is kept; undefined where its request is left out. */
  url(address: string): string | undefined;
  /** With headers that a page needs to be shown again, and with what was sent. */
  whole: boolean;
}

export function sentOf(
  event: Protocol.Network.RequestWillBeSentEvent,
  url: string,
  keep: Keep,
): Sent {
  const { request, timestamp, wallTime, type = '', frameId } = event;
  const body = keep.whole ? bodyOf(request) : undefined;
  return {
    startS: timestamp,
    wallTimeS: wallTime,
    method: copyOfStart(request.method, longestText),
    url,
    headers: headersOf(request.headers, keep),
    type,
    frameId,
    ...(body && { body }),
  };
}

function bodyOf({
  postData,
  postDataEntries = [],
}: Protocol.Network.Request): Uint8Array | undefined {
  if (postDataEntries.some(({ bytes }) => bytes !== undefined)) {
    return Buffer.concat(
      postDataEntries.map(({ bytes = '' }) => Buffer.from(inJson(bytes), 'base64')),
    );
  }
  return postData === undefined ? undefined : Buffer.from(postData);
}

/** In CBOR, bytes of events are no text; in JSON they are base64. */
function inJson(bytes: string): string {
  return JSON.parse(JSON.stringify(bytes)) as string;
}

export function receivedOf(response: Protocol.Network.Response, keep: Keep): Received {
  const { status, statusText, protocol = 'unknown', headers, mimeType, timing } = response;
  return {
    status,
    statusText: copyOfStart(statusText, longestText),
    protocol,
    headers: headersOf(headers, keep),
    mimeType: copyOfStart(mimeType, longestText),
    address: response.remoteIPAddress ?? '',
    timing,
  };
}

function headersOf(headers: Readonly<Record<string, string>>, { url, whole }: Keep): Header[] {
  const isKept = (name: string) => plainHeaders.has(name) || (whole && pageHeaders.test(name));
  return Object.entries(headers)
    .filter(([name]) => isKept(name.toLowerCase()))
    .map(([name, value]) => ({
      name,
      value: keptValue(name, value, { url, whole }),
    }));
}

function keptValue(name: string, value: string, { url, whole }: Keep): string {
  if (whole) return copyOfStart(value, longestWholeHeader);
  return /^location$/i.test(name) ? (url(value) ?? '') : copyOfStart(value, longestHeader);
}
