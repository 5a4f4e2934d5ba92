import { asciiJson, percentEncoded } from './ascii.ts';
import { headerTable, type MetadataParameter } from './header-table.ts';
import type { Metadata, RateWindow, StepTiming } from './metadata.ts';

const kibibyte = 1024;

/**
 * Maximum bytes of headers that the page controls: Node clients reject responses with more than 16
 * KiB of headers (https://nodejs.org/api/http.html#httpmaxheadersize).
 */
const maxBytes = {
  headers: 6 * kibibyte,
  fonts: 2 * kibibyte,
  icon: 2 * kibibyte,
  title: 2 * kibibyte,
} as const;

/** Parameters that request metadata; any validated request has them. */
export type MetadataWanted = { readonly [parameter in MetadataParameter]?: boolean };

/**
 * Returns headers with the requested metadata, safe whatever the page contains. Titles are cut,
 * entries of fonts and headers that do not fit are omitted, and so is a long icon.
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
    if (value !== undefined && wanted[parameter]) written[name] = value;
  }
  return written;
}

/** Escapes characters that a header cannot contain; undefined if the URL is too long. */
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
 * Returns `Content-Disposition` (RFC 6266) with the file name in both forms, always in quotes,
 * because some clients support only one: `attachment; filename="?.png";
 * filename*=UTF-8''%C3%9C.png`. Path separators and control characters become `_`.
 * @param name `attachment_name`, without extension.
 * @param extension Without a dot.
 * @param shownName Name for an inline file; without it, a browser uses the end of the URL.
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

/** Encodes as in RFC 8187, 3.2.1, which allows fewer characters than a URL. */
function extendedValue(text: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/['()*]/g, escaped);
}

/** Returns `Server-Timing`: `queue;dur=0, launch;dur=1.2;start=0.1, ...`. */
export function serverTiming(timings: readonly StepTiming[]): string {
  const rounded = (ms: number) => Math.round(ms * 10) / 10;
  return timings
    .map(({ stage, startMs, durationMs }) => {
      const start = startMs === undefined ? '' : `;start=${rounded(startMs)}`;
      return `${stage};dur=${rounded(durationMs)}${start}`;
    })
    .join(', ');
}

/** Returns the rate limit headers of an account. */
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

/** Returns the ignored names that are safe in a header; undefined if there are none. */
export function ignoredHeader(ignored: readonly string[]): string | undefined {
  const shown = [...new Set(ignored)].filter((name) => /^[\w.-]{1,64}$/.test(name));
  return shown.length === 0 ? undefined : shown.slice(0, maxIgnored).join(', ');
}
