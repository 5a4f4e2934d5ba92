/**
 * A host that failed so often in a row for an account is sent to in the slow lane, until it takes a
 * delivery of that account.
 */
export const slowAfterFailures = 3;
