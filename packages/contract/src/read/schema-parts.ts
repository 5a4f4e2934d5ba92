import * as z from 'zod/mini';

/** Sets the expected value in words, if bounds do not describe it. */
export function expecting(expected: string, { secret = false } = {}) {
  return z.meta({ 'x-expected': expected, ...(secret && { 'x-secret': true }) });
}

/**
 * Creates a check for {@link readValue} with a reason.
 * @param find Returns the reason, which ends the message; undefined if the value is valid.
 */
export function checked<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const reason = find(value);
    if (reason !== undefined) context.addIssue({ code: 'custom', params: { reason } });
  });
}

/**
 * Creates a check for {@link readValue} with its own message.
 * @param find Returns the text after the name, `must have five fields; got 6.`; undefined if the
 *   value is valid.
 */
export function saying<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const predicate = find(value);
    if (predicate !== undefined) context.addIssue({ code: 'custom', params: { predicate } });
  });
}
