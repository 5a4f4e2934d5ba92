import * as z from 'zod/mini';

/** Sets the expected value in words, if bounds do not describe it. */
export function expecting(expected: string, { secret = false } = {}) {
  return z.meta({ 'x-expected': expected, ...(secret && { 'x-secret': true }) });
}

/** Creates a check for {@link readValue}; `find` returns the reason, which ends the message. */
export function checked<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const reason = find(value);
    if (reason !== undefined) context.addIssue({ code: 'custom', params: { reason } });
  });
}

/** Creates a check for {@link readValue}; `find` returns the message after the name. */
export function saying<T>(find: (value: T) => string | undefined) {
  return z.superRefine<T>((value, context) => {
    const predicate = find(value);
    if (predicate !== undefined) context.addIssue({ code: 'custom', params: { predicate } });
  });
}
