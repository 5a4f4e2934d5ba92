import { nearest } from '@tintype/contract';
import type { Flag } from './flag.ts';
import type { ParsedFlags } from './parse-flags.ts';
import { UsageError } from './usage-error.ts';

const CHOICE = 'Which';

export const ACCOUNT_FLAG: Flag = {
  name: 'account',
  isSwitch: false,
  placeholder: '<name | id>',
  group: CHOICE,
  description: 'Whose. Not needed where there is one account only.',
};

export const LIMIT_FLAG: Flag = {
  name: 'limit',
  isSwitch: false,
  placeholder: '<number>',
  group: CHOICE,
  description: 'How many to list, newest first; default 20.',
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

/**
 * The action of a command that was typed.
 * @throws UsageError that names all of them, and the nearest
 */
export function chooseAction<Action extends string>(
  command: string,
  word: string | undefined,
  actions: Readonly<Record<Action, unknown>>,
): Action {
  const names = Object.keys(actions) as Action[];
  const action = names.find((name) => name === word);
  if (action !== undefined) return action;
  const near = word === undefined ? undefined : nearest(word, names);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const came = word === undefined ? 'nothing' : `"${word}"`;
  const last = names.at(-1);
  throw new UsageError(
    `Say tintype ${command} ${names.slice(0, -1).join(', ')} or ${last}; ${came} came.${hint}`,
  );
}

/** Flags that any action takes. */
const common = ['data-dir', 'config', 'json', 'verbose', 'help'];

/** @throws UsageError for a flag that does nothing for this action. */
export function refuseIdleFlags(
  command: string,
  action: string,
  { entries }: ParsedFlags,
  meant: readonly string[],
): void {
  const idle = entries.find(({ flag }) => ![...common, ...meant].includes(flag.name));
  if (idle === undefined) return;
  throw new UsageError(`--${idle.flag.name} means nothing to tintype ${command} ${action}.`);
}
