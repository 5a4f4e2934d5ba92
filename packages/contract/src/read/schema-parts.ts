import * as z from 'zod/mini';

/** Describes in words what a schema expects, if its bounds do not. */
export function expecting(expected: string, { secret = false } = {}) {
  return z.meta({ 'x-expected': expected, ...(secret && { 'x-secret': true }) });
}

/**
 * A check of our own for {@link readValue}.
 *
 * @param find Says why a value is wrong, for the end of the sentence; undefined when it is right.
 */
export function checked<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const reason = find(value);
    if (reason !== undefined) context.addIssue({ code: 'custom', params: { reason } });
  });
}

/**
 * A check with a message of its own.
 *
 * @param find Returns the text after the name, `must have five fields; got 6.`; undefined if the
 *   value is valid.
 */
export function saying<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const predicate = find(value);
    if (predicate !== undefined) context.addIssue({ code: 'custom', params: { predicate } });
  });
}
