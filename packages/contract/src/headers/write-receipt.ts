import { asciiJson } from './ascii.ts';
import { headerTable } from './header-table.ts';
import type { Metadata } from './metadata.ts';
import type { Receipt } from './receipt.ts';
import { traceIdOf } from './traceparent.ts';
import { metadataHeaders, type MetadataWanted } from './write-headers.ts';

/**
 * Bytes of a receipt: at most `most`, and at least `least`. `withMetadata` limits it together with
 * the metadata headers, because all headers must fit in 16 KiB.
 */
const maxBytes = { most: 2048, least: 512, withMetadata: 13_000 } as const;

/** A receipt whose areas are `[x, y, width, height]`: 50 of them must fit. */
type WrittenReceipt = Omit<Receipt, 'ignored'> & { ignored?: number[][] };

/** Steps that shorten a receipt: first texts that pages control, then lists, then details. */
const shorter: readonly ((receipt: WrittenReceipt) => WrittenReceipt)[] = [
  ({ redirects: _redirects, steps: _steps, ...rest }) => ({
    ...rest,
    ...(rest.console && { console: { ...rest.console, first: [] } }),
  }),
  (receipt) => ({
    ...receipt,
    ...(receipt.images && { images: { ...receipt.images, first: [] } }),
    ...(receipt.fonts && { fonts: { ...receipt.fonts, first: [] } }),
  }),
  ({ status, blank, wall, session, browser, traceId, ignored }) => ({
    ...(status !== undefined && { status }),
    ...(blank && { blank }),
    ...(wall && { wall: { kind: wall.kind, evidence: [] } }),
    ...(session && { session }),
    ...(browser && { browser }),
    ...(traceId !== undefined && { traceId }),
    ...(ignored && { ignored }),
    incomplete: true,
  }),
  ({ ignored: _ignored, ...rest }) => rest,
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
  const { most, least, withMetadata } = maxBytes;
  const max = Math.max(least, Math.min(most, withMetadata - bytes));
  const { ignored, ...rest } = receipt;
  const areas = ignored?.map(({ x, y, width, height }) => [x, y, width, height]);
  let fitting: WrittenReceipt = { ...rest, ...(areas && { ignored: areas }) };
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
