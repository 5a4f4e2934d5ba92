import { extname } from 'node:path';
import { availableParallelism } from 'node:os';
import type { RunningParts } from '../../composition-root.ts';
import type { RendererOptions } from '../../renderer-options.ts';
import { browserOptions } from '../flags/browser-options.ts';
import { UsageError, type CliContext } from '../cli-context.ts';
import { remoteBrowsers } from '../../environment.ts';
import { LIST_FLAGS, OUTPUT_FLAGS, REACH_FLAGS } from '../flags/command-flags.ts';
import { readDestination } from './destination.ts';
import { readOwnFlags } from '../flags/own-flags.ts';
import { parseFlags, type ParsedFlags } from '../flags/parse-flags.ts';
import type { CommandKind } from './command-kind.ts';
import { readTarget } from './target.ts';

export function engineOptions(
  renderer: RendererOptions,
  concurrency: number,
  pages: number,
): RendererOptions {
  return { ...renderer, concurrency: Math.min(concurrency, pages), spares: 0 };
}

/**
 * Starts the browser immediately for a command line without parameters, which cannot be invalid:
 * pages, `-o` and similar. All others are validated first.
 */
export async function startWhenPlain(
  command: CommandKind,
  args: readonly string[],
  context: CliContext,
): Promise<RunningParts | undefined> {
  const options = readPlain(command, args, context);
  if (options === undefined) return undefined;
  const { startEarly } = await import('../../start-early.ts');
  return await startEarly(options, context.environment);
}

/**
 * Parses a command line without parameters; returns undefined for any other. The flags of
 * parameters need the JSON Schema of all of them, a tenth of the CPU time of a start.
 */
export function parseOwnFlags(args: readonly string[]): ParsedFlags | undefined {
  try {
    return parseFlags(args, [...OUTPUT_FLAGS, ...LIST_FLAGS, ...REACH_FLAGS], () => undefined);
  } catch (error) {
    // The full parser reports this error with the flags of the command.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Flags whose values, or whose pages, are validated before a browser starts. */
const checkedFlags = new Set(['concurrency', 'trace', ...LIST_FLAGS.map(({ name }) => name)]);

function readPlain(
  command: CommandKind,
  args: readonly string[],
  context: CliContext,
): RendererOptions | undefined {
  // A recording uses a browser of its own, and plugins may change the browser's options.
  if (command.hasFrames || command.plugins !== undefined) return undefined;
  try {
    const parsed = parseOwnFlags(args);
    if (parsed === undefined) return undefined;
    if (parsed.entries.some(({ flag }) => checkedFlags.has(flag.name))) return undefined;
    const { help, root, output, allow } = readOwnFlags(parsed);
    const browser = browserOptions(parsed);
    // The help must work with any environment.
    if (help) return undefined;
    // No browser must be started.
    if (remoteBrowsers(browser, context.environment)) return undefined;
    if (allow.length > 0 || context.environment.egressAllow.length > 0) return undefined;
    const targets = parsed.positionals.map((typed) => readTarget(typed, root));
    const count = targets.length;
    const destination = readDestination(output, count, context.stdout.isTTY === true, command);
    const isPlain =
      targets.every((target) => target.from === 'file' || target.from === 'url') &&
      (destination.to !== 'file' || isPlainEnding(destination.path, command));
    if (!isPlain || count === 0) return undefined;
    return engineOptions(browser, availableParallelism(), count);
  } catch (error) {
    // The full parser reports this error with the flags of the command.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Returns true for a file name without an extension, or with one of the kind. */
function isPlainEnding(path: string, { endings }: CommandKind): boolean {
  const ending = extname(path).slice(1).toLowerCase();
  return ending === '' || endings.includes(ending);
}
