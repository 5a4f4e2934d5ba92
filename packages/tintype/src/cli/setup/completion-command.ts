import { devices, flagName, parameterList } from '@tintype/contract';
import { kindInfos } from '@tintype/contract/light';
import { captureFlags } from '../capture/capture-flags.ts';
import { compareFlags } from '../compare/compare-flags.ts';
import { EXIT, UsageError, type CliContext } from '../cli-context.ts';
import {
  completionScript,
  shells,
  type CompletedCommand,
  type CompletedFlag,
  type Shell,
} from './completion-script.ts';
import { HELP_FLAG } from '../flags/command-flags.ts';
import type { Flag } from '../flags/flag.ts';
import { formatHelp } from '../output/help.ts';
import { LOGIN_FLAGS } from './login-command.ts';
import { RECORD_FLAGS } from './record-command.ts';
import { SESSIONS_FLAGS } from './sessions-command.ts';
import { commandKindOf, type CommandKind } from '../render/command-kind.ts';
import { renderFlags } from '../render/render-plan.ts';
import { SERVE_FLAGS } from '../serve/serve-flags.ts';

const USAGE = `Usage
  tintype completion bash | zsh | fish

Prints a script that lets the shell complete commands, flags and their values. Its first line explains how to install it.
`;

export async function completionCommand(
  args: readonly string[],
  { stdout }: CliContext,
  names: readonly string[],
): Promise<number> {
  const [shell = '', ...rest] = args;
  if (shell === '--help' || shell === '-h') {
    stdout.write(formatHelp(USAGE, [HELP_FLAG], stdout));
    return EXIT.done;
  }
  if (!isShell(shell) || rest.length > 0) {
    const got = args.length === 0 ? 'nothing' : `"${args.join(' ')}"`;
    throw new UsageError(`Say tintype completion ${shells.join(', ')}; got ${got}.`);
  }
  stdout.write(completionScript(shell, names.map(completed)));
  return EXIT.done;
}

function isShell(text: string): text is Shell {
  return (shells as readonly string[]).includes(text);
}

const flagsOf: Readonly<Record<string, readonly Flag[]>> = {
  capture: captureFlags(),
  compare: compareFlags(),
  serve: SERVE_FLAGS,
  login: LOGIN_FLAGS,
  record: RECORD_FLAGS,
  sessions: SESSIONS_FLAGS,
};

function completed(name: string): CompletedCommand {
  const info = kindInfos.find((each) => each.name === name);
  if (info !== undefined) {
    const command = commandKindOf(info);
    return { name, flags: renderFlags(command).flatMap((flag) => completedFlags(flag, command)) };
  }
  const flags = Object.hasOwn(flagsOf, name) ? (flagsOf[name] ?? []) : [];
  return { name, flags: flags.flatMap((flag) => completedFlags(flag)) };
}

function completedFlags(flag: Flag, command?: CommandKind): CompletedFlag[] {
  const names = [flag.name, ...(flag.alias === undefined ? [] : [flag.alias])];
  return names.map((name) => ({
    spelled: `--${flag.isOn === true ? 'no-' : ''}${name}`,
    description: flag.description,
    takesValue: flag.placeholder !== undefined,
    values: command === undefined ? [] : valuesOf(flag, command),
  }));
}

function valuesOf({ name, placeholder }: Flag, { kind }: CommandKind): readonly string[] {
  if (placeholder === undefined) return [];
  if (name === 'viewport-device') return devices.map(({ id }) => id);
  return parameterList(kind).find((info) => flagName(info.name) === name)?.values ?? [];
}
