// Written by scripts/write-docs.ts from error-table.ts, which is too large for clients in browsers.

/** Codes that are retryable in the error table. */
export const retryableCodes: ReadonlySet<string> = new Set([
  'idempotency_in_progress',
  'dns_failed',
  'connection_failed',
  'navigation_failed',
  'page_blank',
  'page_blocked',
  'broken_images',
  'page_crashed',
  'page_unresponsive',
  'page_navigating',
  'rate_limited',
  'queue_full',
  'internal',
  'browser_unavailable',
  'browser_lost',
  'storage_failed',
  'shutting_down',
  'timeout',
  'storage_full',
  'account_storage_full',
]);
