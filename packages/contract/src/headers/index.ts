export {
  accessKeyHeader,
  idempotencyKeyHeader,
  headerTable,
  subjectHeaders,
  webhookHeaders,
  type HeaderInfo,
  type MetadataParameter,
} from './header-table.ts';
export {
  defaultHeaderPrefix,
  headerPrefixHeader,
  headerPrefixPattern,
  withHeaderPrefix,
} from './header-prefix.ts';
export type { Blank, Consent, Counted, Receipt, Wall, WallKind } from './receipt.ts';
export { verdictNames, verdictsOf, type Verdict } from './verdicts-of.ts';
export { wallNames } from './wall-names.ts';
export { readReceipt } from './read-receipt.ts';
export { readTraceparent, traceIdOf, writeTraceparent, type TracePlace } from './traceparent.ts';
export { toldHeaders } from './told-headers.ts';
export { receiptHeader } from './write-receipt.ts';
export type { Metadata, RateWindow, StepTiming } from './metadata.ts';
export {
  readFileName,
  readMetadata,
  readRate,
  readServerTiming,
  type HeaderSource,
} from './read-headers.ts';
export {
  contentDisposition,
  ignoredHeader,
  metadataHeaders,
  rateHeaders,
  serverTiming,
  type MetadataWanted,
} from './write-headers.ts';
