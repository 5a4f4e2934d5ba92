import * as z from 'zod/mini';
import type { Flag } from './flag.ts';
import { readFlag } from './read-flag.ts';

/** Heading of filters. */
export const CHOICE_GROUP = 'Which';

export const ACCOUNT_FLAG: Flag = {
  name: 'account',
  placeholder: '<name | id>',
  group: CHOICE_GROUP,
  description: 'The account. Not needed if there is only one.',
};

export const LIMIT_FLAG: Flag = {
  name: 'limit',
  placeholder: '<number>',
  group: CHOICE_GROUP,
  description: 'Maximum number of rows, newest first (tasks: oldest first); default 20.',
};

const limit = z.int().check(z.minimum(1), z.maximum(10_000));

/** Reads `--limit`. @throws UsageError for a number out of range */
export function readLimit(given: ReadonlyMap<string, string>): number {
  return readFlag(limit, 'limit', given) ?? 20;
}
