/** Failures in a row after which an account's host moves to the slow lane. */
export const slowAfterFailures = 3;
