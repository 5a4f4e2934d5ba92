import { extname } from 'node:path';
import { fromJson, type KindSet } from '@tintype/contract';
import { readNamedFile } from './read-named-file.ts';
import { readTarget, type Target } from './target.ts';
import { UsageError } from '../cli-context.ts';

/** Maximum number of pages in a list. */
export const maxListed = 10_000;

/** A page of a list, with its own parameters. */
export interface ListedPage {
  target: Target;
  parameters: Record<string, unknown>;
  /** Position for messages: `pages.yaml, entry 3`. */
  place: string;
}

export interface ListParts {
  kind: string;
  kinds: KindSet | undefined;
  root: string | undefined;
  /** Hosts that may be reached although they are not public. */
  allow: readonly string[];
  readStdin(): Promise<string>;
  /** Flag of the list, for messages. Default `--from`. */
  flag?: string;
}

/**
 * Reads a list of pages: text with one page per line, YAML, JSON, JSON lines, or a sitemap. Each
 * entry is an address, a file name, or an object with `url` or `html` and further parameters.
 * @param path - file of the list, or URL of a sitemap; `-` is stdin
 * @throws UsageError for a list that cannot be read, is empty, or too long
 */
export async function readList(path: string, parts: ListParts): Promise<ListedPage[]> {
  const { flag = '--from' } = parts;
  const entries = await entriesAt(path, flag, parts);
  if (entries.length === 0) throw new UsageError(`${flag} ${path}: it has no pages.`);
  if (entries.length > maxListed) {
    throw new UsageError(
      `${flag} ${path} must have at most ${maxListed} pages; got ${entries.length}. Divide it.`,
    );
  }
  return entries.map(({ value, place }) => listed(value, place, parts));
}

interface Entry {
  value: unknown;
  place: string;
}

async function entriesAt(path: string, flag: string, parts: ListParts): Promise<Entry[]> {
  if (/^https?:\/\//i.test(path)) {
    const { sitemapAt } = await import('./listed-sitemap.ts');
    return (await sitemapAt(path, maxListed, parts.allow)).map((value) => ({ value, place: path }));
  }
  if (path === '-') return entriesOf(await parts.readStdin(), 'stdin');
  return entriesOf((await readNamedFile(`${flag} ${path}`, path)).toString(), path);
}

async function entriesOf(text: string, name: string): Promise<Entry[]> {
  if (text.trimStart().startsWith('<')) {
    const { sitemapIn } = await import('./listed-sitemap.ts');
    return (await sitemapIn(text, name)).map((value) => ({ value, place: name }));
  }
  const isYaml = /^\.ya?ml$/i.test(extname(name));
  if (isYaml || text.trimStart().startsWith('[')) {
    const list = await parsed(text, name, isYaml);
    if (!Array.isArray(list)) throw new UsageError(`${name} must be a list of pages.`);
    return list.map((value: unknown, at) => ({ value, place: `${name}, entry ${at + 1}` }));
  }
  const lines = text.split(/\r?\n/).map((line, at) => ({
    value: line.trim(),
    place: `${name}, line ${at + 1}`,
  }));
  const given = lines.filter(({ value }) => value !== '' && !value.startsWith('#'));
  return Promise.all(
    given.map(async ({ value, place }) =>
      value.startsWith('{')
        ? { value: await parsed(value, place, false), place }
        : { value, place },
    ),
  );
}

async function parsed(text: string, place: string, isYaml: boolean): Promise<unknown> {
  try {
    return isYaml ? (await import('yaml')).parse(text) : JSON.parse(text);
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n', 1);
    throw new UsageError(`${place} is no ${isYaml ? 'YAML' : 'JSON'}: ${why}`);
  }
}

function listed(value: unknown, place: string, { kind, kinds, root }: ListParts): ListedPage {
  try {
    if (typeof value === 'string') return { target: pageAt(value, root), parameters: {}, place };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new UsageError('a page must be an address, or an object with url.');
    }
    const { url, html, ...rest } = value as Record<string, unknown>;
    const parameters = fromJson(kind, rest, kinds);
    if (typeof html === 'string' && url === undefined) {
      return { target: { typed: place, from: 'html', html }, parameters, place };
    }
    if (typeof url === 'string' && html === undefined) {
      return { target: pageAt(url, root), parameters, place };
    }
    throw new UsageError('a page needs url or html, a text.');
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${place}: ${error.message}`) : error;
  }
}

function pageAt(typed: string, root: string | undefined): Target {
  const target = readTarget(typed, root);
  if (target.from === 'stdin') throw new UsageError('- is stdin, and no page of a list.');
  return target;
}
