import { RenderError } from '@tintype/contract';

/** Names and values of a query string, decoded, in the order in which they were sent. */
export type Entries = readonly (readonly [name: string, value: string])[];

/** The query string of a request target, as it was sent. */
export function rawQuery(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

/** The path of a request target, as it was sent. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** More than all parameters with full lists have. */
const maxPairs = 1_000;

/**
 * Parses a query string; invalid percent-encoding is kept. @throws RenderError `invalid_request`
 */
export function readQuery(query: string): Entries {
  let pairs = 1;
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) pairs += 1;
  if (pairs > maxPairs) {
    throw new RenderError('invalid_request', `The query string has more than ${maxPairs} pairs.`);
  }
  return query === '' ? [] : [...new URLSearchParams(query)];
}
