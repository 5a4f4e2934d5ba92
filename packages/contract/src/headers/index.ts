export {
  accessKeyHeader,
  idempotencyKeyHeader,
  headerTable,
  subjectHeaders,
  webhookHeaders,
  type HeaderInfo,
  defaultHeaderPrefix,
  headerPrefixHeader,
  headerPrefixPattern,
  withHeaderPrefix,
} from './header-table.ts';
export {
  type Blank,
  type Consent,
  type Counted,
  type DoneStep,
  type Receipt,
  type SessionReceipt,
  type UnsavedReason,
  unsavedReasons,
  type Wall,
  type WallKind,
  verdictNames,
  verdictsOf,
  type Verdict,
  wallNames,
} from './receipt.ts';
export {
  readReceipt,
  readFileName,
  readMetadata,
  readRate,
  readServerTiming,
} from './read-headers.ts';
export { asciiJson } from './ascii.ts';
export { readTraceparent, traceIdOf, writeTraceparent, type TracePlace } from './traceparent.ts';
export { reportHeaders, receiptHeader } from './write-receipt.ts';
export type { Metadata, RateWindow, StepTiming } from './metadata.ts';
export {
  contentDisposition,
  ignoredHeader,
  metadataHeaders,
  rateHeaders,
  serverTiming,
} from './write-headers.ts';
