import { nearestName } from '@tintype/contract';
import { EXIT, UsageError, type CliContext, type Command } from '../cli-context.ts';
import { formatHelp } from '../output/help.ts';
import type { Flag } from './flag.ts';
import { parseFlags, type ParsedFlags } from './parse-flags.ts';

/** A command with fixed flags. */
export interface CommandParts {
  usage: string;
  flags: readonly Flag[];
  /** Name of a command that takes flags only. */
  takesFlagsOnly?: string;
  /** Returns the exit code, by default that of success. */
  execute(parsed: ParsedFlags, context: CliContext): Promise<number | void>;
}

/** Creates the function of a command, which parses its flags and prints its help. */
export function createCommand({ usage, flags, takesFlagsOnly, execute }: CommandParts): Command {
  return async (args, context) => {
    const parsed = parseFlags(args, flags, nearestName);
    if (parsed.isOn('help')) {
      context.stdout.write(formatHelp(usage, flags, context.stdout));
      return EXIT.done;
    }
    const [extra] = parsed.positionals;
    if (takesFlagsOnly !== undefined && extra !== undefined) {
      throw new UsageError(`tintype ${takesFlagsOnly} takes no arguments; got "${extra}".`);
    }
    return (await execute(parsed, context)) ?? EXIT.done;
  };
}
