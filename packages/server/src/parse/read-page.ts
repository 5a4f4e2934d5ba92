import { isForeignName } from '@tintype/contract';
import { parameterError } from '@tintype/contract/read';
import type { Entries } from './read-query.ts';
import type { Page } from '../options/server-options.ts';

/** Number of entries in a page of a list. */
export const pageLimits = { usual: 100, max: 1_000 } as const;

/** Of keys in the query string. */
const ofCaller: ReadonlySet<string> = new Set(['access_key']);

/**
 * Parses `limit` and `cursor` of a list; `others` are allowed beside them.
 * @throws RenderError `invalid_parameter` or `unknown_parameter`
 */
export function readPage(entries: Entries, others: ReadonlySet<string> = new Set()): Page {
  const page: Page = { limit: pageLimits.usual };
  for (const [name, value] of entries) {
    if (name === 'limit') page.limit = readLimit(value);
    else if (name === 'cursor') page.cursor = value;
    else if (!others.has(name) && !ofCaller.has(name) && !isForeignName(name)) {
      const shown = /^[\w[\]]{1,64}$/.test(name) ? name : 'one';
      const message = `A list takes limit and cursor; ${shown} came.`;
      throw parameterError(shown, message, 'unknown_parameter');
    }
  }
  return page;
}

/** @throws RenderError `invalid_parameter` */
export function wrongCursor(): never {
  throw parameterError('cursor', 'cursor must be the one that the page before gave.');
}

function readLimit(text: string): number {
  const limit = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= pageLimits.max) return limit;
  const shown = JSON.stringify(text.slice(0, 20));
  const message = `limit must be an integer from 1 to ${pageLimits.max}; got ${shown}.`;
  throw parameterError('limit', message);
}
