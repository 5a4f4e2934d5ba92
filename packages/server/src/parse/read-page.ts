import { isForeignName, RenderError } from '@tintype/contract';
import type { Entries } from './read-query.ts';
import type { Page } from '../options/server-options.ts';

/** Number of entries in a page of a list. */
export const pageLimits = { usual: 100, max: 1_000 } as const;

/** Of keys in the query string. */
const ofCaller: ReadonlySet<string> = new Set(['access_key']);

/**
 * Parses `limit` and `cursor` of a list; `others` are allowed too.
 * @throws RenderError `invalid_parameter` or `unknown_parameter`
 */
export function readPage(entries: Entries, others: ReadonlySet<string> = new Set()): Page {
  const page: Page = { limit: pageLimits.usual };
  for (const [name, value] of entries) {
    if (name === 'limit') page.limit = readLimit(value);
    else if (name === 'cursor') page.cursor = value;
    else if (!others.has(name) && !ofCaller.has(name) && !isForeignName(name)) {
      const shown = /^[\w[\]]{1,64}$/.test(name) ? name : 'one';
      throw wrong('unknown_parameter', shown, `A list takes limit and cursor; ${shown} came.`);
    }
  }
  return page;
}

/** @throws RenderError `invalid_parameter` */
export function wrongCursor(): never {
  const message = 'cursor must be the one that the page before gave.';
  throw wrong('invalid_parameter', 'cursor', message);
}

function readLimit(text: string): number {
  const limit = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= pageLimits.max) return limit;
  const shown = JSON.stringify(text.slice(0, 20));
  throw wrong(
    'invalid_parameter',
    'limit',
    `limit must be an integer from 1 to ${pageLimits.max}; got ${shown}.`,
  );
}

function wrong(
  code: 'invalid_parameter' | 'unknown_parameter',
  parameter: string,
  message: string,
): RenderError {
  return new RenderError(code, message, { details: [{ parameter, message }] });
}
