import type { Flag } from './flag.ts';
import { UsageError } from '../usage-error.ts';

/** Heading of the flags that choose what is listed. */
export const CHOICE_GROUP = 'Which';

export const ACCOUNT_FLAG: Flag = {
  name: 'account',
  isSwitch: false,
  placeholder: '<name | id>',
  group: CHOICE_GROUP,
  description: 'Whose. Not needed where there is one account only.',
};

export const LIMIT_FLAG: Flag = {
  name: 'limit',
  isSwitch: false,
  placeholder: '<number>',
  group: CHOICE_GROUP,
  description: 'How many to list, newest first (tasks: oldest first); default 20.',
};

const maxLimit = 10_000;

/**
 * Reads `--limit`.
 * @throws UsageError when it is no number in its range
 */
export function readLimit(given: ReadonlyMap<string, string>): number {
  const text = given.get('limit') ?? '20';
  const limit = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= maxLimit) return limit;
  throw new UsageError(
    `--limit: an integer from 1 to ${maxLimit} was expected, but "${text}" came.`,
  );
}
