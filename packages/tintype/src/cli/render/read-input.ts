import { readFileSync, statSync } from 'node:fs';
import { maxListed } from './read-list.ts';
import { readNamedFile } from './read-named-file.ts';
import { readTarget, type Target } from './target.ts';
import { UsageError } from '../usage-error.ts';

/**
 * What stdin holds: the HTML of one page, or a list of addresses, one a line, each of which is a
 * page to render.
 *
 * @throws UsageError when it holds nothing, or too much
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
 * A text file with nothing but addresses is a list, and no page.
 *
 * @throws UsageError that says so
 */
export function refuseList(target: Target, kind: string): void {
  if (target.from !== 'file' || !/\.(?:txt|list|lst|csv)$/i.test(target.file)) return;
  if (statSync(target.file).size > maxSuspectedBytes) return;
  if (listedLines(readFileSync(target.file, 'utf8')) === undefined) return;
  throw new UsageError(
    `${target.typed} is a list of pages. To render each, type: tintype ${kind} --from ${target.typed}`,
  );
}

/** Longer files are not read to find out whether they are lists. */
const maxSuspectedBytes = 1_048_576;

/**
 * The lines, if each is the address of a web page. Blank ones, and those that begin with #, are
 * none.
 */
function listedLines(input: string): string[] | undefined {
  const lines = input
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isList = lines.length > 0 && lines.every((line) => /^https?:\/\/[^\s<>"]+$/i.test(line));
  return isList ? lines : undefined;
}

/**
 * `--storage-state` takes the file, as it is too long to be typed; JSON that was typed all the same
 * stays as it is.
 *
 * @throws UsageError when the file cannot be read
 */
export async function readStateFile(parameters: Record<string, unknown>): Promise<void> {
  const { storage_state: given } = parameters;
  if (typeof given !== 'string' || given.trimStart().startsWith('{')) return;
  const hint = 'It takes a file as Playwright writes it, with cookies and origins.';
  const file = await readNamedFile(`--storage-state ${given}`, given, hint);
  parameters['storage_state'] = file.toString();
}
