import type { PageHead } from '../../in-page/visible-types.ts';
import { elementsOf, oneLine } from '../tree.ts';
import { chunksOf, type Chunk } from './chunks.ts';
import { parseJsonLd } from './json-ld.ts';
import type { Metadata } from './metadata.ts';

export interface PageLink {
  url: string;
  text: string;
  kind: 'internal' | 'external' | 'other';
}

export interface PageJson extends Metadata {
  markdown: string;
  words: number;
  chunks: Chunk[];
  links: PageLink[];
  images: { url: string; alt: string }[];
  /** Each table as its rows, each row as the texts of its cells. */
  tables: string[][][];
  json_ld: unknown[];
  feeds: { url: string; type: string; title: string }[];
}

/** The most of each that is given. */
export const limits = { links: 5000, images: 2000, tables: 200, rows: 5000, cells: 200 } as const;

/** Returns the fields besides Markdown. Call it before the conversion changes the element. */
export function readContent(
  root: Element,
  url: string,
): Pick<PageJson, 'links' | 'images' | 'tables'> {
  return {
    links: linksOf(root, url),
    images: elementsOf(root, 'img')
      .slice(0, limits.images)
      .map((image) => ({
        url: image.getAttribute('src') ?? '',
        alt: image.getAttribute('alt') ?? '',
      })),
    tables: elementsOf(root, 'table')
      .filter((table) => elementsOf(table, 'table').length === 0)
      .slice(0, limits.tables)
      .map(rowsOf)
      .filter((rows) => rows.length > 0),
  };
}

/** Puts the parts together. */
export function pageJson(
  metadata: Metadata,
  markdown: string,
  content: Pick<PageJson, 'links' | 'images' | 'tables'>,
  head: PageHead | undefined,
): PageJson {
  const links = head?.links ?? [];
  return {
    ...metadata,
    markdown,
    words: (markdown.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).length,
    chunks: chunksOf(markdown),
    ...content,
    json_ld: parseJsonLd(head?.jsonLd ?? []),
    feeds: links
      .filter(({ type }) => /^application\/((rss|atom)\+xml|feed\+json)/.test(type))
      .map(({ url, type, title }) => ({ url, type, title })),
  };
}

/** The metadata of Markdown, as YAML before it. Values are JSON strings, which YAML reads. */
export function frontMatterOf({ breadcrumbs: _path, ...fields }: Metadata): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n`;
}

function linksOf(root: Element, url: string): PageLink[] {
  const links = new Map<string, PageLink>();
  for (const link of elementsOf(root, 'a')) {
    const address = link.getAttribute('href') ?? '';
    const text = oneLine(link.textContent);
    const known = links.get(address);
    if (known && known.text === '') known.text = text.slice(0, 500);
    if (address === '' || known || links.size >= limits.links) continue;
    links.set(address, { url: address, text: text.slice(0, 500), kind: kindOf(address, url) });
  }
  return [...links.values()];
}

function kindOf(address: string, page: string): PageLink['kind'] {
  if (!/^https?:/i.test(address)) return /^[a-z][\w+.-]*:/i.test(address) ? 'other' : 'internal';
  return hostOf(address) === hostOf(page) ? 'internal' : 'external';
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : '';
}

function rowsOf(table: Element): string[][] {
  return elementsOf(table, 'tr')
    .slice(0, limits.rows)
    .map((row) =>
      elementsOf(row, 'td', 'th')
        .slice(0, limits.cells)
        .map((cell) => oneLine(cell.textContent)),
    )
    .filter((cells) => cells.some(Boolean));
}
