/** How much a store keeps, and looks at in one call. */
export interface StoreBounds {
  /** How many answers to requests with an Idempotency-Key are kept of one account. Default 10,000. */
  answersKept: number;
  /** How many finished runs of one task stay as requests. Default 1,000. */
  runsKept: number;
  /** How many requests one search looks at: addresses and receipts lie sealed, and are opened to be compared. Default 5,000. */
  requestsExamined: number;
}

export function boundsOf({
  answersKept = 10_000,
  runsKept = 1_000,
  requestsExamined = 5_000,
}: Partial<StoreBounds>): StoreBounds {
  return { answersKept, runsKept, requestsExamined };
}
