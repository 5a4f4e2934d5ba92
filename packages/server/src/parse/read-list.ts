import { isForeignName } from '@tintype/contract';
import { parameterError } from '@tintype/contract/read';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Entries, rawQuery, pathOf } from './read-query.ts';
import type { Page } from '../options/server-options.ts';

export const pageLimits = { usual: 100, max: 1_000 } as const;

/** Allowed beside the parameters of any list. */
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

function readLimit(text: string): number {
  const limit = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= pageLimits.max) return limit;
  const shown = JSON.stringify(text.slice(0, 20));
  const message = `limit must be an integer from 1 to ${pageLimits.max}; got ${shown}.`;
  throw parameterError('limit', message);
}

/** Days for which usage is stored. */
const maxDays = 400;

/** Parses `days` of a query. @throws RenderError `invalid_parameter` */
export function readDays(entries: Entries): number | undefined {
  const value = entries.findLast(([name]) => name === 'days')?.[1];
  if (value === undefined) return undefined;
  const days = /^[0-9]{1,3}$/.test(value) ? Number(value) : 0;
  if (days >= 1 && days <= maxDays) return days;
  throw parameterError('days', `days must be an integer from 1 to ${maxDays}.`);
}

/** Query parameters that a link to the next page does not repeat. */
const notRepeated = ['access_key', 'cursor'];

/** Sets the header `Link` with the next page of a list (RFC 8288), if there is one. */
export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  next: string | undefined,
): void {
  if (next === undefined) return;
  const target = request.raw.url ?? '';
  const query = new URLSearchParams(rawQuery(target));
  for (const name of notRepeated) query.delete(name);
  query.set('cursor', next);
  reply.header('Link', `<${baseUrl}${pathOf(target)}?${query}>; rel="next"`);
}
