import { nearest } from '@tintype/contract';
import { UsageError, type CliContext, type Command } from '../cli-context.ts';
import { HELP_FLAG, JSON_FLAG, VERBOSE_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { createCommand } from '../flags/create-command.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';
import { STORE_FLAGS, withStore, type OpenedStore } from './store-flags.ts';

/** Context of an action. */
export interface StoreRequest extends OpenedStore {
  given: ReadonlyMap<string, string>;
  /** Arguments after the action. */
  subjects: readonly string[];
  /** The first argument after the action; empty without one. */
  subject: string;
}

/** Output of an action: for people, or as JSON. */
export interface StoreAnswer {
  plain: string;
  json: unknown;
}

/** A command with several actions on the data of a service, such as `tintype keys list`. */
export interface StoreCommand<Action extends string> {
  name: string;
  usage: string;
  /** Its own flags. The data folder, `--json`, `--verbose` and `--help` are added. */
  flags: readonly Flag[];
  actions: Readonly<Record<Action, (request: StoreRequest) => Promise<StoreAnswer>>>;
  /** The flags that apply to each action. */
  meant: Readonly<Record<Action, readonly string[]>>;
  /** Returns a sentence that explains what to type if the arguments are wrong. */
  refuse(
    action: Action,
    subjects: readonly string[],
    given: ReadonlyMap<string, string>,
  ): string | undefined;
  /** Returns true if the action may create the store. */
  isMade?(action: Action): boolean;
}

export function createStoreCommand<Action extends string>(wanted: StoreCommand<Action>): Command {
  const { name, usage, actions, meant, refuse, isMade } = wanted;
  const json = { ...JSON_FLAG, description: 'Print the result as JSON.' };
  const flags = [...wanted.flags, ...STORE_FLAGS, json, VERBOSE_FLAG, HELP_FLAG];
  const execute = async (parsed: ParsedFlags, context: CliContext) => {
    const given = new Map(parsed.entries.map(({ flag, value }) => [flag.name, value]));
    const [word, ...subjects] = parsed.positionals;
    const action = chooseAction(name, word, actions);
    const problem = refuse(action, subjects, given);
    if (problem !== undefined) throw new UsageError(problem);
    refuseIdleFlags(`${name} ${action}`, parsed, wanted.flags, meant[action]);
    const [subject = ''] = subjects;
    const answer = await withStore(
      parsed,
      context,
      (opened) => actions[action]({ ...opened, given, subjects, subject }),
      { isMade: isMade?.(action) ?? false },
    );
    context.stdout.write(
      parsed.isOn('json') ? `${JSON.stringify(answer.json, null, 2)}\n` : answer.plain,
    );
  };
  return createCommand({ usage, flags, execute });
}

function chooseAction<Action extends string>(
  command: string,
  word: string | undefined,
  actions: Readonly<Record<Action, unknown>>,
): Action {
  const names = Object.keys(actions) as Action[];
  const action = names.find((name) => name === word);
  if (action !== undefined) return action;
  const near = word === undefined ? undefined : nearest(word, names);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const got = word === undefined ? 'nothing' : `"${word}"`;
  const last = names.at(-1);
  throw new UsageError(
    `Say tintype ${command} ${names.slice(0, -1).join(', ')} or ${last}; got ${got}.${hint}`,
  );
}

/** Rejects flags that do not apply to the action: the user expects an effect of them. */
function refuseIdleFlags(
  command: string,
  { entries }: ParsedFlags,
  own: readonly Flag[],
  meant: readonly string[],
): void {
  const idle = entries.find(({ flag }) => own.includes(flag) && !meant.includes(flag.name));
  if (idle) throw new UsageError(`--${idle.flag.name} has no effect on tintype ${command}.`);
}
