import { parameterError } from '@tintype/contract/read';
import type { Entries } from './read-query.ts';

/** As long as days are kept. */
const max = 400;

/** Reads of how many days `days` of a query asks. @throws RenderError `invalid_parameter` */
export function readDays(entries: Entries): number | undefined {
  const value = entries.findLast(([name]) => name === 'days')?.[1];
  if (value === undefined) return undefined;
  const days = /^[0-9]{1,3}$/.test(value) ? Number(value) : 0;
  if (days >= 1 && days <= max) return days;
  throw parameterError('days', `days must be an integer from 1 to ${max}.`);
}
