/** Names and values of a query string, decoded, in the order in which they were sent. */
export type Entries = readonly (readonly [name: string, value: string])[];

/** The query string of a request target, as it was sent. */
export function rawQuery(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

/** Reads a query string; what is no valid percent-encoding stays as it is. */
export function readQuery(query: string): Entries {
  return query === '' ? [] : [...new URLSearchParams(query)];
}

/** Left out on GET: marks that advertising and analysis tools append, and what callers mark as their own. */
export function isForeign(name: string): boolean {
  return name.startsWith('x_') || name.startsWith('utm_');
}
