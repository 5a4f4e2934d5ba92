export {
  accessKeyHeader,
  idempotencyKeyHeader,
  headerTable,
  subjectHeaders,
  webhookHeaders,
  type HeaderInfo,
  type MetadataParameter,
} from './header-table.ts';
export type { Blank, Consent, Counted, Receipt, Wall, WallKind } from './receipt.ts';
export { wallNames } from './wall-names.ts';
export { readReceipt } from './read-receipt.ts';
export { receiptHeader } from './write-receipt.ts';
export type { PageFacts, RateWindow, StepTiming } from './page-facts.ts';
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
  type FactsWanted,
} from './write-headers.ts';
