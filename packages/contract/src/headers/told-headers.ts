import type { Metadata } from './metadata.ts';
import type { Receipt } from './receipt.ts';
import { traceIdOf } from './traceparent.ts';
import { metadataHeaders, type MetadataWanted } from './write-headers.ts';
import { receiptHeader } from './write-receipt.ts';

/**
 * All that a result tells of itself in headers: the metadata that were asked for, and its receipt,
 * with the trace that it is a part of.
 */
export function toldHeaders(
  { metadata, receipt }: { metadata: Metadata; receipt: Receipt },
  wanted: MetadataWanted,
  traceparent: string | undefined,
): Record<string, string> {
  const headers = metadataHeaders(metadata, wanted);
  const traceId = traceIdOf(traceparent);
  return { ...headers, ...receiptHeader({ ...receipt, ...(traceId && { traceId }) }, headers) };
}
