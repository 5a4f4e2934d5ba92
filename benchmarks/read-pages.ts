import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePages } from './pages.ts';

interface SourcePage {
  name: string;
  html: string;
  /** Other files of its folder. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** Reads the first pages of a folder, or those of the benchmarks, with text. */
export async function readPages(folder: string, count: number): Promise<SourcePage[]> {
  const made = folder === '' ? await makePages() : undefined;
  const names = made
    ? [...made.keys()]
    : readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.\w+$/.test(name),
      );
  const read = (name: string): Uint8Array => made?.get(name) ?? readFileSync(join(folder, name));
  const isPage = (name: string) => name.endsWith('.html');
  const files = new Map(names.filter((name) => !isPage(name)).map((name) => [name, read(name)]));
  const pages = names
    .filter(isPage)
    .toSorted()
    .map((name) => ({ name, html: Buffer.from(read(name)).toString() }))
    // Changes are made to paragraphs.
    .filter(({ html }) => /<p\b/i.test(html) && /<body/i.test(html));
  return pages.slice(0, count).map((page) => ({ ...page, files }));
}
