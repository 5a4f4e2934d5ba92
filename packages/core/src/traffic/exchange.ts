import type { Protocol } from 'devtools-protocol';
import { copyOfStart } from './shown-url.ts';

export interface Header {
  name: string;
  value: string;
}

/** The recorded parts of a request, bounded because pages choose their size. */
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
  initiator?: Initiator;
}

/** Cause of a request: the parser or a script, and its file. */
interface Initiator {
  type: string;
  url?: string;
}

export interface Received {
  status: number;
  statusText: string;
  protocol: string;
  headers: Header[];
  mimeType: string;
  address: string;
  timing: Protocol.Network.ResourceTiming | undefined;
}

export interface Body {
  bytes: Uint8Array;
  /** True if it was received as text: the bytes are UTF-8, whatever the original encoding. */
  isText: boolean;
}

export interface Exchange {
  sent: Sent;
  received?: Received;
  endS?: number;
  /** Bytes received over the network. */
  bytes?: number;
  error?: string;
  body?: Body;
  /** True if there is a body that was not recorded. */
  isCut?: boolean;
}

const longestHeader = 500;
const longestWholeHeader = 8000;
const longestText = 100;

/** Headers without secrets. All others are omitted, whatever their name. */
const plainHeaders = new Set(
  'accept accept-encoding accept-language accept-ranges age allow alt-svc cache-control connection content-disposition content-encoding content-language content-length content-range content-type date etag expires host if-modified-since last-modified location origin range retry-after server server-timing strict-transport-security transfer-encoding user-agent vary via x-cache x-content-type-options x-frame-options'.split(
    ' ',
  ),
);

/** Further headers that a replayed page depends on. */
const pageHeaders =
  /^(?:access-control-[\w-]+|content-security-policy|cross-origin-[\w-]+|link|referrer-policy|refresh|x-xss-protection)$/;

/** Limits of recorded URLs and headers. */
export interface Keep {
  /** Returns the recorded form of a URL; undefined if the request is omitted. */
  url(address: string): string | undefined;
  /** True to record request bodies, and headers that a replayed page needs. */
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
    // Of no use to an archive.
    ...(!keep.whole && event.initiator && { initiator: initiatorOf(event.initiator, keep) }),
  };
}

function initiatorOf({ type, url, stack }: Protocol.Network.Initiator, keep: Keep): Initiator {
  const source = url ?? stack?.callFrames[0]?.url;
  const shown = source && keep.url(source);
  return { type: copyOfStart(type, longestText), ...(shown && { url: shown }) };
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

/** Converts bytes of an event to base64, as in JSON: CBOR has byte strings. */
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
