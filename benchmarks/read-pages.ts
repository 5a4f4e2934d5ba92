import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { makePages } from './pages.ts';

interface SourcePage {
  name: string;
  html: string;
  /** Other files of its folder. */
  files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads the first pages of a folder, also with gzip, or those of the benchmarks.
 * @param maxBytes - larger pages are left out
 */
export async function readPages(
  folder: string,
  count: number,
  maxBytes = Infinity,
): Promise<SourcePage[]> {
  const made = folder === '' ? await makePages() : undefined;
  const names = made
    ? [...made.keys()]
    : readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.\w+$/.test(name),
      );
  const read = (name: string): Uint8Array => {
    const bytes = made?.get(name) ?? readFileSync(join(folder, name));
    return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  };
  const isPage = (name: string) => /\.html(?:\.gz)?$/.test(name);
  const files = new Map(names.filter((name) => !isPage(name)).map((name) => [name, read(name)]));
  const pages: SourcePage[] = [];
  for (const name of names.filter(isPage).toSorted()) {
    if (pages.length === count) break;
    const bytes = read(name);
    const html = Buffer.from(bytes).toString();
    // Changes are made to the head and to the body.
    const hasParts = /<head/i.test(html) && /<body/i.test(html);
    if (hasParts && bytes.byteLength <= maxBytes) pages.push({ name, html, files });
  }
  return pages;
}
