import * as z from 'zod/mini';

/** Says in words what a schema expects, where its bounds do not. */
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
 * A check with a sentence of its own.
 *
 * @param find Gives what follows the name, `must have five fields; got 6.`; undefined when the
 *   value is right.
 */
export function saying<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const predicate = find(value);
    if (predicate !== undefined) context.addIssue({ code: 'custom', params: { predicate } });
  });
}
