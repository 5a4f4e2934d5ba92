import { asciiJson } from './ascii.ts';
import { headerTable } from './header-table.ts';
import type { Metadata } from './metadata.ts';
import type { Receipt } from './receipt.ts';
import { traceIdOf } from './traceparent.ts';
import { metadataHeaders, type MetadataWanted } from './write-headers.ts';

/**
 * The most bytes that a receipt takes in a header: fewer beside so many of metadata, as all headers
 * of an answer have 16 KiB.
 */
const maxBytes = { usual: 2048, beside: 8192, short: 512 } as const;

/** Texts that pages choose are left out first, then lists, then what counts least. */
const shorter: readonly ((receipt: Receipt) => Receipt)[] = [
  ({ redirects: _redirects, ...rest }) => ({
    ...rest,
    ...(rest.console && { console: { ...rest.console, first: [] } }),
  }),
  (receipt) => ({
    ...receipt,
    ...(receipt.images && { images: { ...receipt.images, first: [] } }),
    ...(receipt.fonts && { fonts: { ...receipt.fonts, first: [] } }),
  }),
  ({ status, blank, wall, browser, traceId }) => ({
    ...(status !== undefined && { status }),
    ...(blank && { blank }),
    ...(wall && { wall: { kind: wall.kind, evidence: [] } }),
    ...(browser && { browser }),
    ...(traceId !== undefined && { traceId }),
    incomplete: true,
  }),
];

/**
 * The header that carries a receipt: JSON in ASCII. What does not fit is left out, verdicts last.
 *
 * @param metadata - Headers with metadata that it is sent beside.
 * @example
 * receiptHeader({ status: 200, bytes: { result: 8, received: 90 } }); // { 'X-Tintype-Receipt':
 * '{"status":200,...' }
 */
export function receiptHeader(
  receipt: Receipt,
  metadata: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const bytes = Object.entries(metadata).flat().join('').length;
  const max = bytes > maxBytes.beside ? maxBytes.short : maxBytes.usual;
  let fitting = receipt;
  for (const shorten of shorter) {
    if (asciiJson(fitting).length <= max) break;
    fitting = shorten(fitting);
  }
  return { [headerTable.receipt.name]: asciiJson(fitting) };
}

/**
 * All that a result tells of itself in headers: the metadata that were asked for, and its receipt,
 * with the trace that it is a part of.
 */
export function reportHeaders(
  { metadata, receipt }: { metadata: Metadata; receipt: Receipt },
  wanted: MetadataWanted,
  traceparent: string | undefined,
): Record<string, string> {
  const headers = metadataHeaders(metadata, wanted);
  const traceId = traceIdOf(traceparent);
  return { ...headers, ...receiptHeader({ ...receipt, ...(traceId && { traceId }) }, headers) };
}
