import { asciiJson, percentEncoded } from './ascii.ts';
import { headerTable, type MetadataParameter } from './header-table.ts';
import type { Metadata, RateWindow, StepTiming } from './metadata.ts';

const kibibyte = 1024;

/**
 * The most bytes of each header that a page has a say in. A client built on Node gives up at 16 KiB
 * for all headers of an answer (https://nodejs.org/api/http.html#httpmaxheadersize); together these
 * leave room for the others.
 */
const maxBytes = {
  headers: 6 * kibibyte,
  fonts: 2 * kibibyte,
  icon: 2 * kibibyte,
  title: 2 * kibibyte,
} as const;

/** Requested metadata; a checked request is one. */
export type MetadataWanted = { readonly [parameter in MetadataParameter]?: boolean };

/**
 * The headers with the metadata that the request asked for and the render found. Safe to set
 * whatever the page says.
 *
 * What is too long for a header is cut: a title at its end, fonts and headers by leaving out those
 * that do not fit. An icon that is too long is left out.
 *
 * @example
 * metadataHeaders(result.metadata, request); // { 'X-Tintype-Metadata-Status': '200' }
 */
export function metadataHeaders(
  metadata: Metadata,
  wanted: MetadataWanted,
): Record<string, string> {
  const { status, title, icon, fonts, headers, hash, imageSize } = metadata;
  const values: { [field in keyof Metadata]: string | undefined } = {
    status: status === undefined ? undefined : String(status),
    title: title === undefined ? undefined : percentEncoded(title, maxBytes.title),
    icon: icon === undefined ? undefined : asciiUrl(icon),
    fonts: fonts === undefined ? undefined : fittingList(fonts),
    headers: headers === undefined ? undefined : fittingHeaders(headers),
    hash,
    imageSize: imageSize === undefined ? undefined : `${imageSize.width}x${imageSize.height}`,
  };
  const written: Record<string, string> = {};
  for (const [field, value] of Object.entries(values)) {
    const { name, parameter } = headerTable[field as keyof Metadata];
    if (value !== undefined && wanted[parameter] === true) written[name] = value;
  }
  return written;
}

/** An icon's address is one already; what a header cannot hold is escaped all the same. */
function asciiUrl(icon: string): string | undefined {
  const url = icon.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
  return url.length > maxBytes.icon ? undefined : url;
}

function fittingList(items: readonly string[]): string {
  const kept: string[] = [];
  let size = 2;
  for (const item of items) {
    const bytes = asciiJson(item).length + 1;
    if (size + bytes > maxBytes.fonts) continue;
    kept.push(item);
    size += bytes;
  }
  return asciiJson(kept);
}

function fittingHeaders(headers: Readonly<Record<string, string>>): string {
  const kept: [string, string][] = [];
  let size = 2;
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    const bytes = asciiJson(key).length + asciiJson(value).length + 2;
    if (key === 'set-cookie' || size + bytes > maxBytes.headers) continue;
    kept.push([key, value]);
    size += bytes;
  }
  return asciiJson(Object.fromEntries(kept));
}

/**
 * `Content-Disposition` (RFC 6266): `inline`, or an attachment, with a file name.
 *
 * A name stays a name: path separators and control characters become `_`. It is sent in both forms,
 * always in quotes: some clients support only one.
 *
 * @param name `attachment_name`, without extension.
 * @param extension Without a dot.
 * @param shownName Name of a displayed file that may be saved afterwards, without extension: a
 *   browser would take the last part of the URL.
 * @example contentDisposition('Übersicht', 'png'); // attachment; filename="?bersicht.png";
 *   filename*=UTF-8''%C3%9Cbersicht.png
 */
export function contentDisposition(
  name: string | undefined,
  extension: string,
  shownName = '',
): string {
  const isAttachment = name !== undefined && name !== '';
  if (!isAttachment && shownName === '') return 'inline';
  const given = isAttachment ? name : shownName;
  // oxlint-disable-next-line no-control-regex
  const safe = given.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f/\\]/g, '_');
  const file = `${safe}.${extension}`;
  const ascii = file.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&');
  const type = isAttachment ? 'attachment' : 'inline';
  return `${type}; filename="${ascii}"; filename*=UTF-8''${extendedValue(file)}`;
}

/** Of RFC 8187, 3.2.1, which allows fewer characters than a URL does. */
function extendedValue(text: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/['()*]/g, escaped);
}

/**
 * `Server-Timing`: one entry for each stage, and one for the wait in the queue.
 *
 * @example
 * serverTiming([{ stage: 'queue', durationMs: 0 }, ...result.timings]); // 'queue;dur=0,
 * launch;dur=1.2, ...'
 */
export function serverTiming(timings: readonly StepTiming[]): string {
  return timings
    .map(({ stage, durationMs }) => `${stage};dur=${Math.round(durationMs * 10) / 10}`)
    .join(', ');
}

/** The headers about the rate of an account, for every answer to it. */
export function rateHeaders({
  limit,
  remaining,
  resetSeconds,
}: RateWindow): Record<string, string> {
  return {
    [headerTable.rateLimit.name]: String(limit),
    [headerTable.rateRemaining.name]: String(remaining),
    [headerTable.rateReset.name]: String(resetSeconds),
  };
}

/** Maximum number of names to report. */
const maxIgnored = 50;

/** Names that were ignored, as far as a header can hold them; undefined when there is none. */
export function ignoredHeader(ignored: readonly string[]): string | undefined {
  const told = [...new Set(ignored)].filter((name) => /^[\w.-]{1,64}$/.test(name));
  return told.length === 0 ? undefined : told.slice(0, maxIgnored).join(', ');
}
