import { readFile } from 'node:fs/promises';
import { nearestName, parameterList, parseRequest, RenderError } from '@tintype/contract';
import { UsageError } from '../cli-context.ts';
import type { CommandKind } from './command-kind.ts';

/** File in the current folder with default parameters. */
export const defaultsFile = 'tintype.config.json';

/** Groups of parameters that the file cannot set: the page, and those for a service only. */
const typedGroups: ReadonlySet<string> = new Set(['page', 'delivery', 'account']);

/**
 * Reads the default parameters of a kind. Those under the kind's name override those for all kinds.
 * @throws UsageError with the file and the parameter
 */
export async function readProjectDefaults(command: CommandKind): Promise<Record<string, unknown>> {
  const { kind, kinds } = command;
  const all = await readDefaults();
  if (all === undefined) return {};
  const infos = parameterList(undefined, kinds).filter(({ group }) => !typedGroups.has(group));
  const known = new Set(infos.map(({ name }) => name));
  const names = new Set(infos.filter((info) => info.kinds.includes(kind)).map(({ name }) => name));
  const kindNames = new Set(infos.flatMap((info) => info.kinds));
  const own: unknown = all[kind] ?? {};
  if (!isObject(own)) throw new UsageError(`${defaultsFile}: ${kind} must be an object.`);
  const shared = Object.entries(all).filter(([name]) => !kindNames.has(name));
  for (const name of [...shared.map(([name]) => name), ...Object.keys(own)]) {
    if (known.has(name)) continue;
    const near = nearestName(name, [...known, ...kindNames]);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    throw new UsageError(`${defaultsFile}: there is no parameter ${name} to set.${hint}`);
  }
  const values = Object.fromEntries(
    [...shared, ...Object.entries(own)].filter(([name]) => names.has(name)),
  );
  check(command, values);
  return values;
}

/** Returns undefined if there is no such file. */
async function readDefaults(): Promise<Record<string, unknown> | undefined> {
  let text: string;
  try {
    text = await readFile(defaultsFile, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${defaultsFile} cannot be read.`, { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${defaultsFile} is no JSON: ${(error as Error).message}`);
  }
  if (isObject(value)) return value;
  throw new UsageError(`${defaultsFile} must be one JSON object with parameters.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Validates the parameters, and reports a problem as one of the file. */
function check({ kind, kinds }: Pick<CommandKind, 'kind' | 'kinds'>, values: object): void {
  try {
    const input = { ...values, kind, url: 'https://example.com/' };
    parseRequest(input, kinds === undefined ? {} : { kinds });
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw new UsageError(`${defaultsFile}: ${error.message}`);
  }
}
