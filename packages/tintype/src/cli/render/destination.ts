import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { kindInfos } from '@tintype/contract/light';
import type { CommandKind } from './command-kind.ts';
import { UsageError } from '../cli-context.ts';

export type Destination =
  | { to: 'stdout' }
  /** A file, replaced if it exists. */
  | { to: 'file'; path: string }
  /** A new file of this folder, with an unused name. */
  | { to: 'folder'; folder: string };

/**
 * Reads the value of `-o`.
 * @param output - the typed value. Undefined writes to the current folder, or a single text to
 * stdout
 * @param count - number of results
 * @param isTerminal - true if stdout is a terminal, which cannot show an image
 * @throws UsageError if several results would share a file
 */
export function readDestination(
  output: string | undefined,
  count: number,
  isTerminal: boolean,
  { noun, endings, isText }: CommandKind,
): Destination {
  if (output === undefined) {
    return isText && count === 1 ? { to: 'stdout' } : { to: 'folder', folder: '.' };
  }
  if (output === '') throw new UsageError('-o needs a file, a folder or -; got "".');
  if (output === '-') {
    if (count > 1)
      throw new UsageError(`-o - takes one ${noun}; got ${count} pages. Use -o <folder>/.`);
    if (isTerminal && !isText) {
      throw new UsageError(
        `-o - would write ${article(noun)} to the terminal. Redirect it: ... -o - > page.${endings.includes('png') ? 'png' : endings[0]}`,
      );
    }
    return { to: 'stdout' };
  }
  const isFolder =
    /[/\\]$/.test(output) || statSync(output, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder) return { to: 'folder', folder: output };
  if (count > 1) {
    throw new UsageError(
      `-o ${output} is one file; got ${count} pages. For a folder, type: -o ${output}/`,
    );
  }
  return { to: 'file', path: output };
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/**
 * Returns the format of a file extension.
 * @param formats - the formats of the kind
 * @returns undefined for a name without an extension
 * @throws UsageError for an unknown extension
 */
export function formatFromEnding(path: string, formats: readonly string[]): string | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  if (ending === '') return undefined;
  if (formats.includes(ending)) return ending;
  const [only = ''] = formats;
  const which =
    formats.length === 1
      ? `Use .${only}.`
      : `Use one of ${formats.map((format) => `.${format}`).join(', ')}, or give --format.`;
  const other = kindInfos.find(({ files }) => Object.hasOwn(files, ending));
  const instead =
    other === undefined ? '' : ` For ${article(other.noun)}, type: tintype ${other.name}`;
  throw new UsageError(`${path}: there is no format for .${ending}. ${which}${instead}`);
}
