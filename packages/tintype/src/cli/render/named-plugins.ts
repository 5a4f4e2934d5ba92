import { delimiter } from 'node:path';
import { UsageError, type CliContext } from '../cli-context.ts';
import { commandKindOf, type CommandKind } from './command-kind.ts';

/** Returns the command with the kinds and plugins of the command line and the environment. */
export async function withPlugins<Known extends Partial<CommandKind>>(
  command: Known,
  args: readonly string[],
  context: CliContext,
): Promise<Known & Pick<CommandKind, 'kinds' | 'plugins'>> {
  // The help must work even if a plugin of the environment is broken.
  if (args.includes('--help') || args.includes('-h')) return command;
  const loaded = await load(args, context);
  return loaded === undefined ? command : { ...command, ...loaded };
}

/** Returns the kind `name`, if a plugin defines it. */
export async function pluginKind(
  name: string,
  args: readonly string[],
  context: CliContext,
): Promise<CommandKind | undefined> {
  const loaded = await load(args, context);
  const info = loaded?.kinds.find(name);
  return info === undefined ? undefined : { ...commandKindOf(info), ...loaded };
}

async function load(
  args: readonly string[],
  context: CliContext,
): Promise<Required<Pick<CommandKind, 'kinds' | 'plugins'>> | undefined> {
  const files = [...flagValues(args), ...context.environment.plugins];
  if (files.length === 0) return undefined;
  const { kindsWith, loadPlugins } = await import('../../load-plugins.ts');
  try {
    const plugins = await loadPlugins(files);
    return { plugins, kinds: kindsWith(plugins) };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error;
  }
}

/** Reads `--plugins` before all other flags, as plugins define flags. */
function flagValues(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    const value = arg === '--plugins' ? args[at + 1] : /^--plugins=(.*)$/s.exec(arg)?.[1];
    return (value ?? '').split(delimiter).filter(Boolean);
  });
}
