import { asciiJson } from './ascii.ts';
import { headerTable } from './header-table.ts';
import type { Metadata } from './metadata.ts';
import type { Receipt } from './receipt.ts';
import { traceIdOf } from './traceparent.ts';
import { metadataHeaders, type MetadataWanted } from './write-headers.ts';

/**
 * Maximum bytes of a receipt: `short` if the metadata headers have more than `beside`, because all
 * headers must fit in 16 KiB.
 */
const maxBytes = { usual: 2048, beside: 8192, short: 512 } as const;

/** Steps that shorten a receipt: first texts that pages control, then lists, then details. */
const shorter: readonly ((receipt: Receipt) => Receipt)[] = [
  ({ redirects: _redirects, steps: _steps, ...rest }) => ({
    ...rest,
    ...(rest.console && { console: { ...rest.console, first: [] } }),
  }),
  (receipt) => ({
    ...receipt,
    ...(receipt.images && { images: { ...receipt.images, first: [] } }),
    ...(receipt.fonts && { fonts: { ...receipt.fonts, first: [] } }),
  }),
  ({ ignored: _ignored, ...rest }) => ({ ...rest, incomplete: true }),
  ({ status, blank, wall, session, browser, traceId }) => ({
    ...(status !== undefined && { status }),
    ...(blank && { blank }),
    ...(wall && { wall: { kind: wall.kind, evidence: [] } }),
    ...(session && { session }),
    ...(browser && { browser }),
    ...(traceId !== undefined && { traceId }),
    incomplete: true,
  }),
];

/**
 * Returns the header with a receipt. If it is too long, details are omitted first, verdicts last.
 * @param metadata - Metadata headers of the same response.
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

/** Returns the headers that describe a result: metadata, and the receipt with its trace id. */
export function reportHeaders(
  { metadata, receipt }: { metadata: Metadata; receipt: Receipt },
  wanted: MetadataWanted,
  traceparent: string | undefined,
): Record<string, string> {
  const headers = metadataHeaders(metadata, wanted);
  const traceId = traceIdOf(traceparent);
  return { ...headers, ...receiptHeader({ ...receipt, ...(traceId && { traceId }) }, headers) };
}
