import { headerOf, type Exchange } from '@tintype/core';
import { writerVersion, type ArchivedPage } from './archived-page.ts';
import { answerOf, requestMessage, type KeptAnswer } from './http-message.ts';
import { queryOfPost } from './query-of-post.ts';
import { digestOf, recordId, writeRecord } from './warc-record.ts';

/** A WARC file, and the lines of its index. */
export interface Warc {
  bytes: Uint8Array;
  lines: string[];
}

/** Responses to these methods are useless when the archive is replayed. */
const notKept = new Set(['HEAD', 'OPTIONS']);

/** Writes the exchanges of a page as a WARC file of the given name. */
export async function writeWarc(archived: ArchivedPage, filename: string): Promise<Warc> {
  const pieces: Uint8Array[] = [await writeInfo(archived, filename)];
  let offset = pieces[0]?.length ?? 0;
  const lines: string[] = [];
  for (const exchange of archived.exchanges) {
    const answer = notKept.has(exchange.sent.method) ? undefined : answerOf(exchange);
    if (!answer) continue;
    const digest = digestOf(answer.body);
    const [response, request] = await writeExchange(exchange, answer, digest);
    const place = { digest, length: response.length, offset, filename };
    lines.push(indexLine(exchange, answer, place));
    pieces.push(response, request);
    offset += response.length + request.length;
  }
  return { bytes: Buffer.concat(pieces), lines: lines.toSorted(byBytes) };
}

function writeInfo({ startedMs, browser }: ArchivedPage, filename: string): Promise<Uint8Array> {
  const fields = [
    `software: Tintype archive ${writerVersion}`,
    `http-header-user-agent: ${browser}`,
    'format: WARC File Format 1.1',
  ];
  return writeRecord({
    type: 'warcinfo',
    id: recordId(),
    atMs: startedMs,
    contentType: 'application/warc-fields',
    block: Buffer.from(`${fields.join('\r\n')}\r\n`),
    fields: { 'WARC-Filename': filename },
  });
}

async function writeExchange(
  exchange: Exchange,
  { message }: KeptAnswer,
  digest: string,
): Promise<[Uint8Array, Uint8Array]> {
  const { url, wallTimeS } = exchange.sent;
  const id = recordId();
  const about = { atMs: wallTimeS * 1000 };
  const response = writeRecord({
    ...about,
    type: 'response',
    id,
    contentType: 'application/http; msgtype=response',
    block: message,
    fields: {
      'WARC-Target-URI': url,
      'WARC-Payload-Digest': digest,
      ...(exchange.isCut && { 'WARC-Truncated': 'length' }),
    },
  });
  const request = writeRecord({
    ...about,
    type: 'request',
    id: recordId(),
    contentType: 'application/http; msgtype=request',
    block: requestMessage(exchange),
    fields: { 'WARC-Target-URI': url, 'WARC-Concurrent-To': id },
  });
  return Promise.all([response, request]);
}

interface Place {
  digest: string;
  length: number;
  offset: number;
  filename: string;
}

function indexLine(
  { sent }: Exchange,
  { status, mimeType }: KeptAnswer,
  { digest, length, offset, filename }: Place,
): string {
  const { method, url, headers, body = new Uint8Array(), wallTimeS } = sent;
  const at = new Date(wallTimeS * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const requestBody =
    method === 'GET' ? undefined : queryOfPost(body, headerOf(headers, 'content-type'));
  const found =
    requestBody === undefined
      ? url
      : `${url}${url.includes('?') ? '&' : '?'}__wb_method=${method}&${decoded(requestBody)}`;
  // Indexes store numbers as text.
  const values = {
    url,
    ...(mimeType && { mime: mimeType }),
    status: String(status),
    digest,
    length: String(length),
    offset: String(offset),
    filename,
    ...(requestBody !== undefined && { method, requestBody }),
  };
  return `${indexKey(found)} ${at} ${JSON.stringify(values)}`;
}

/** Returns a URL's key: https://specs.webrecorder.net/cdxj/0.1.0/#searchable-url. */
function indexKey(address: string): string {
  const url = URL.parse(address.replace(/^(https?:\/\/)www\d*\./i, '$1').toLowerCase());
  if (!url) return address;
  const host = url.hostname.split('.').toReversed().join(',');
  const port = url.port && `:${url.port}`;
  const query = url.search.slice(1).split('&').toSorted().join('&');
  return `${host}${port})${url.pathname}${query && `?${query}`}`;
}

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function decoded(query: string): string {
  try {
    return decodeURI(query);
  } catch {
    return '';
  }
}
