import { readFileSync, statSync } from 'node:fs';
import { readSteps } from '@tintype/contract';
import { maxListed } from './read-list.ts';
import { readNamedFile } from './read-named-file.ts';
import { readTarget, type Target } from './target.ts';
import { UsageError } from '../cli-context.ts';

/**
 * Returns the targets of stdin: one page of HTML, or a list of addresses, one per line.
 * @throws UsageError if stdin is empty or too large
 */
export function targetsOfInput(input: string): Target[] {
  if (input.trim() === '') {
    throw new UsageError('stdin must be HTML, or a list of URLs; got nothing.');
  }
  const lines = listedLines(input);
  if (lines === undefined) return [{ typed: '-', from: 'html', html: input }];
  if (lines.length > maxListed) {
    throw new UsageError(
      `stdin must be a list of at most ${maxListed} URLs; got ${lines.length}. Divide it: split -l ${maxListed}`,
    );
  }
  return lines.map((line) => readTarget(line));
}

/**
 * Rejects a text file that contains only addresses: it is a list, not a page.
 * @throws UsageError
 */
export function refuseList(target: Target, kind: string): void {
  if (target.from !== 'file' || !/\.(?:txt|list|lst|csv)$/i.test(target.file)) return;
  if (statSync(target.file).size > maxSuspectedBytes) return;
  if (listedLines(readFileSync(target.file, 'utf8')) === undefined) return;
  throw new UsageError(
    `${target.typed} is a list of pages. To render each, type: tintype ${kind} --from ${target.typed}`,
  );
}

/** Maximum size of a file that is checked for being a list. */
const maxSuspectedBytes = 1_048_576;

/**
 * Returns the lines if each is the URL of a web page. Ignores blank lines and those that start with
 * #.
 */
function listedLines(input: string): string[] | undefined {
  const lines = input
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isList = lines.length > 0 && lines.every((line) => /^https?:\/\/[^\s<>"]+$/i.test(line));
  return isList ? lines : undefined;
}

/** Parameters that the command line reads from files. */
const fileParameters = {
  storage_state: 'It takes a file in the format of Playwright, with cookies and origins.',
  steps:
    "It takes a file of steps in JSON or YAML, or an export of the Recorder of Chrome's DevTools.",
  secrets: 'It takes a JSON file of names and texts, for example {"password": "..."}.',
} as const;

/**
 * Replaces the file names of `--storage-state`, `--steps` and `--secrets` by the files' content.
 * Typed JSON stays as it is.
 * @throws UsageError if a file cannot be read
 */
export async function readParameterFiles(parameters: Record<string, unknown>): Promise<void> {
  for (const [name, hint] of Object.entries(fileParameters)) {
    const given = parameters[name];
    if (typeof given !== 'string' || /^\s*[[{]/.test(given)) continue;
    const flag = `--${name.replaceAll('_', '-')} ${given}`;
    const text = (await readNamedFile(flag, given, hint)).toString();
    parameters[name] =
      name === 'steps' && /\.ya?ml$/i.test(given) ? await jsonOfYaml(text, flag) : text;
  }
}

async function jsonOfYaml(text: string, flag: string): Promise<string> {
  const { parse } = await import('yaml');
  try {
    return JSON.stringify(parse(text, { logLevel: 'silent' }));
  } catch (error) {
    // The message of the parser quotes the file, which may contain a password.
    const [{ line } = { line: 1 }] = (error as { linePos?: { line: number }[] }).linePos ?? [];
    throw new UsageError(`${flag} is not YAML: line ${line} cannot be read.`);
  }
}

/** Returns the address at which steps start; undefined if they need a page. */
export function startOfSteps({ steps }: Record<string, unknown>): string | undefined {
  const recording = typeof steps === 'string' ? readSteps(steps) : undefined;
  return typeof recording === 'object' ? recording.url : undefined;
}
