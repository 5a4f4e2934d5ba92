import type { Flag } from './flag.ts';
import { UsageError } from '../cli-context.ts';

// An `import` of node:util reads all its exports, and with them loads those for threads.
const { parseArgs } = process.getBuiltinModule('node:util');

/** Parsed flags, before they are interpreted. */
export interface ParsedFlags {
  /** In the order typed. The value of a switch is `true` or `false`, as text. */
  entries: Entry[];
  positionals: string[];
  /** Returns the values of a flag that is no parameter. */
  all(name: string): string[];
  /** Returns the last of them. */
  last(name: string): string | undefined;
  isOn(name: string): boolean;
}

interface Entry {
  flag: Flag;
  value: string;
}

/** Returns the name most similar to the typed one. */
export type Nearest = (name: string, names: readonly string[]) => string | undefined;

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/**
 * Parses flags and positional arguments.
 * @throws UsageError with the flag, and for an unknown flag the most similar one
 */
export function parseFlags(
  args: readonly string[],
  flags: readonly Flag[],
  nearest: Nearest,
): ParsedFlags {
  const known = new Map(
    flags.flatMap((flag) => [flag.name, flag.alias ?? flag.name].map((name) => [name, flag])),
  );
  const entries: Entry[] = [];
  const positionals: string[] = [];
  const tokens = tokenize(args, flags);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      positionals.push(token.value);
      continue;
    }
    const flag = known.get(token.name);
    if (flag === undefined) throw unknownFlag(token, flags, nearest);
    if (flag.placeholder !== undefined) {
      entries.push({ flag, value: readValue(token, flag) });
      continue;
    }
    // Accepts `--full-page false` for `--full-page=false`.
    const next = tokens[at + 1];
    const isSpoken = next?.kind === 'positional' && /^(true|false)$/i.test(next.value);
    if (isSpoken && token.value === undefined && !isNegated(token)) {
      entries.push({ flag, value: next.value });
      at += 1;
    } else {
      entries.push({ flag, value: readSwitch(token) });
    }
  }
  const all = (name: string) =>
    entries.filter(({ flag }) => flag.name === name && !flag.parameter).map(({ value }) => value);
  const last = (name: string) => all(name).at(-1);
  return { entries, positionals, all, last, isOn: (name) => last(name) === 'true' };
}

function tokenize(args: readonly string[], flags: readonly Flag[]): Token[] {
  const options = Object.fromEntries(
    flags.flatMap((flag) => {
      const type = flag.placeholder === undefined ? ('boolean' as const) : ('string' as const);
      return [
        ...(flag.alias ? [[flag.alias, { type }] as const] : []),
        [flag.name, { type, ...(flag.short ? { short: flag.short } : {}) }] as const,
      ];
    }),
  );
  return parseArgs({
    args: spellWithDashes(args),
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
    allowNegative: true,
  }).tokens;
}

/** Accepts `--full_page` for `--full-page`, as people copy parameter names from JSON. */
function spellWithDashes(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, at) =>
    arg.startsWith('--') && (end === -1 || at < end)
      ? arg.replace(/^--[^=]+/, (name) => name.replaceAll('_', '-'))
      : arg,
  );
}

function isNegated(token: OptionToken): boolean {
  return token.rawName.startsWith('--no-') && token.rawName === `--no-${token.name}`;
}

function readSwitch(token: OptionToken): string {
  if (!isNegated(token)) return token.value ?? 'true';
  if (token.value === undefined) return 'false';
  throw new UsageError(`${token.rawName} takes no value; got "${token.value}".`);
}

function readValue(token: OptionToken, flag: Flag): string {
  const { value } = token;
  if (isNegated(token)) {
    throw new UsageError(`${token.rawName}: --${flag.name} is no switch; leave it out instead.`);
  }
  const isForgotten = value === undefined || (!token.inlineValue && value.startsWith('--'));
  if (!isForgotten) return value;
  const got = value === undefined ? 'nothing' : `"${value}"`;
  throw new UsageError(
    `${token.rawName} needs a value: ${token.rawName} ${flag.placeholder}; got ${got}.`,
  );
}

function unknownFlag(token: OptionToken, flags: readonly Flag[], nearest: Nearest): UsageError {
  const name = token.name.replace(/^no-/, '');
  const near = nearest(
    name,
    flags.flatMap(({ name, alias }) => [name, ...(alias ? [alias] : [])]),
  );
  const isOn = flags.some((flag) => flag.name === near && flag.isOn === true);
  const hint =
    near === undefined ? 'See: tintype --help' : `Did you mean --${isOn ? 'no-' : ''}${near}?`;
  return new UsageError(`Unknown flag ${token.rawName}. ${hint}`);
}

/** Returns the typed parameters with their values, in order. @throws UsageError */
export function parameterPairs({ entries }: ParsedFlags): [name: string, value: string][] {
  return entries.flatMap(({ flag, value }): [string, string][] => {
    if (flag.expand !== undefined) return flag.expand(value);
    return flag.parameter === undefined ? [] : [[flag.parameter, value]];
  });
}
