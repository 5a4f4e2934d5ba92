import * as z from 'zod/mini';

/** Says in words what a schema expects, where its bounds do not. */
export function expecting(expected: string, { secret = false } = {}) {
  return z.meta({ 'x-expected': expected, ...(secret && { 'x-secret': true }) });
}

/**
 * A check of our own for {@link readValue}.
 *
 * @param find Says why a value is wrong; an empty text when it shows, undefined when it is right.
 */
export function checked<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const reason = find(value);
    if (reason !== undefined) context.addIssue({ code: 'custom', params: { reason } });
  });
}
