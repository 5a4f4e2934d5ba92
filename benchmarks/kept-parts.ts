/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { parseHTML } from 'linkedom';
import { wordsOf } from './word-f1.ts';

/** Parts of a page, by kind, each with its count. */
export type Parts = Record<(typeof partKinds)[number], Map<string, number>>;

export const partKinds = ['words', 'rows', 'links', 'images', 'listings', 'headings'] as const;

/** Elements that no converter must convert. */
const unread = 'script, style, noscript, template, svg, head, link, meta, textarea, iframe, object';

/**
 * The inside of the body of a saved page, with absolute addresses and without what is never shown.
 */
export function cleanBody(html: string, url: string): string {
  const { document } = parseHTML(html);
  for (const element of document.querySelectorAll(unread)) element.remove();
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const written = element.getAttribute(name)?.trim() ?? '';
      element.setAttribute(name, URL.canParse(written, url) ? new URL(written, url).href : '');
    }
  }
  return document.body?.innerHTML ?? '';
}

export function partsOf(html: string): Parts {
  const { body } = parseHTML(`<!doctype html><html><body>${html}</body></html>`).document;
  const bags = Object.fromEntries(partKinds.map((kind) => [kind, new Map()])) as Parts;
  const count = (kind: keyof Parts, part: string) => {
    if (part !== '') bags[kind].set(part, (bags[kind].get(part) ?? 0) + 1);
  };
  for (const word of wordsOf(spaced(body))) count('words', word);
  for (const row of body.querySelectorAll('tr')) if (isData(row)) count('rows', cellsOf(row));
  for (const link of body.querySelectorAll('a[href]')) {
    const text = wordsOf(spaced(link)).join(' ');
    const href = link.getAttribute('href') ?? '';
    // A link around a card may become one on a part of it: where it leads is what counts.
    if (text !== '' && href !== '') count('links', decoded(href));
  }
  for (const image of body.querySelectorAll('img[src]')) {
    const address = image.getAttribute('src') ?? '';
    if (!address.startsWith('data:')) count('images', decoded(address));
  }
  for (const listing of body.querySelectorAll('pre')) {
    count('listings', (listing.textContent ?? '').replace(/\s+/g, ''));
  }
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const text = wordsOf(spaced(heading)).join(' ');
    if (text !== '') count('headings', `${heading.localName} ${text}`);
  }
  return bags;
}

/** Returns the share of the parts that were converted; undefined if there were none. */
export function keptShare(
  before: Map<string, number>,
  after: Map<string, number>,
): number | undefined {
  let all = 0;
  let kept = 0;
  for (const [part, times] of before) {
    all += times;
    kept += Math.min(times, after.get(part) ?? 0);
  }
  return all === 0 ? undefined : kept / all;
}

/**
 * A row of a table that says what its columns are, and neither holds another nor lays out a page.
 */
function isData(row: Element): boolean {
  const table = row.closest('table');
  const isTable = table?.querySelector('th') && !table.querySelector('table, h1, h2, h3');
  const isLayout = table?.getAttribute('role') === 'presentation';
  return Boolean(isTable) && !isLayout && !table?.parentElement?.closest('table');
}

function cellsOf(row: Element): string {
  const cells = [...row.children].map((cell) => wordsOf(spaced(cell)).join(' '));
  return cells.filter(Boolean).length < 2 ? '' : cells.filter(Boolean).join(' | ');
}

/** Text in which blocks, cells and breaks separate words. */
function spaced(element: Element): string {
  let text = '';
  const apart =
    /^(?:P|DIV|LI|H\d|T[DHR]|BR|HR|PRE|D[TDL]|[UO]L|SECTION|ARTICLE|TABLE|OPTION|BUTTON)$/;
  const read = (node: Node) => {
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    // An image that is not there is its text.
    if (node.nodeName === 'IMG' && !(node as Element).getAttribute('src')) {
      text += (node as Element).getAttribute('alt') ?? '';
    }
    const gap = apart.test(node.nodeName) ? ' ' : '';
    text += gap;
    for (const child of node.childNodes) read(child);
    text += gap;
  };
  read(element);
  return text;
}

/** An address in one of the ways to write it. */
function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
