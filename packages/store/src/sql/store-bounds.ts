/** Limits of a store, and of one call: integers from 1. */
export interface StoreBounds {
  /** Maximum replies kept per account for Idempotency-Keys. Default 10,000. */
  answersKept: number;
  /** Number of finished runs of one task that stay as requests. Default 1,000. */
  runsKept: number;
  /** Maximum requests one search decrypts to compare URLs and receipts. Default 5,000. */
  requestsExamined: number;
}

/** @throws RangeError for one that is no integer from 1: they become parts of statements */
export function boundsOf({
  answersKept = 10_000,
  runsKept = 1_000,
  requestsExamined = 5_000,
}: Partial<StoreBounds>): StoreBounds {
  const bounds = { answersKept, runsKept, requestsExamined };
  for (const [name, value] of Object.entries<unknown>(bounds)) {
    if (Number.isSafeInteger(value) && Number(value) >= 1) continue;
    throw new RangeError(`${name} must be an integer from 1; got ${String(value)}.`);
  }
  return bounds;
}
