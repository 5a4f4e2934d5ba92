import { headerOf, type Exchange, type Header } from '@tintype/core';

/** A response as archived: without compression, text as UTF-8. */
export interface KeptAnswer {
  status: number;
  mimeType: string;
  body: Uint8Array;
  /** Status line, headers and body. */
  message: Uint8Array;
}

export function requestMessage({ sent }: Exchange): Uint8Array {
  const { method, url, headers, body = new Uint8Array() } = sent;
  const { host, pathname, search } = new URL(url);
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`];
  const others = headers.filter(({ name }) => !/^(?:host|content-length)$/i.test(name));
  if (body.length > 0) others.push({ name: 'Content-Length', value: String(body.length) });
  return Buffer.concat([headOf(lines, others), body]);
}

/** Writes a response as HTTP/1.1. Headers that no longer match get `X-Archive-Orig-`. */
export function answerOf({ received, body }: Exchange): KeptAnswer | undefined {
  if (!received) return undefined;
  const bytes = body?.bytes ?? new Uint8Array();
  const range = wholeRange(headerOf(received.headers, 'content-range'));
  const status = received.status === 206 && range ? 200 : received.status;
  const headers = received.headers.map(({ name, value }) => {
    const isOfTransfer = /^(?:content-encoding|content-length|transfer-encoding)$/i.test(name);
    const isPast = isOfTransfer || (status === 200 && /^content-range$/i.test(name));
    if (isPast) return { name: `X-Archive-Orig-${name}`, value };
    const isText = body?.isText === true && /^content-type$/i.test(name);
    return isText ? { name, value: inUtf8(value) } : { name, value };
  });
  headers.push({ name: 'Content-Length', value: String(bytes.length) });
  const statusText = status === received.status ? received.statusText : 'OK';
  const head = headOf([`HTTP/1.1 ${status} ${statusText}`], headers);
  const message = Buffer.concat([head, bytes]);
  return { status, mimeType: received.mimeType, body: bytes, message };
}

/** Returns whether a range covers the whole body, as browsers request videos: `bytes 0-99/100`. */
function wholeRange(range: string): boolean {
  const [, end, total] = /^bytes 0-(\d+)\/(\d+)$/.exec(range) ?? [];
  return end !== undefined && Number(end) + 1 === Number(total);
}

function inUtf8(contentType: string): string {
  return `${contentType.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^;]*)/i, '')}; charset=utf-8`;
}

function headOf(lines: readonly string[], headers: readonly Header[]): Buffer {
  const fields = headers.flatMap(({ name, value }) =>
    // Values of repeated headers are separated by line feeds.
    value.split(/[\r\n]+/).map((each) => `${name}: ${each}`),
  );
  const first = lines.map((line) => line.replaceAll(/[\r\n]+/g, ' '));
  return Buffer.from(`${[...first, ...fields].join('\r\n')}\r\n\r\n`);
}
