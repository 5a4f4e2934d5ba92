import { DOMParser } from 'linkedom/worker';
import { isObject, listOf, textOf } from '../json/json-ld.ts';
import { escape } from '../parse-page.ts';
import { oneLine } from '../tree.ts';
import type { PlainDocument } from './plain-type.ts';

/** A feed: what it is called and what it tells of. */
export interface Feed {
  title: string;
  description: string;
  url: string;
  entries: FeedEntry[];
  /** Number of entries that are omitted. */
  more: number;
}

export interface FeedEntry {
  title: string;
  url: string;
  date: string;
  author: string;
  /** HTML as the feed has it. */
  content: string;
}

/** More entries of one feed are not written down. */
export const maxEntries = 500;

/** Reads RSS, Atom or a JSON feed; undefined for all else. */
export function readFeed({ type, text }: PlainDocument): Feed | undefined {
  const start = text.slice(0, 5000);
  if (/<(?:rss|feed|rdf:RDF)[\s>]/i.test(start) && !type.endsWith('json')) return readXml(text);
  if (/"version"\s*:\s*"https?:\/\/(?:www\.)?jsonfeed\.org\//.test(start)) return readJson(text);
  return undefined;
}

function readXml(text: string): Feed | undefined {
  const document = new DOMParser().parseFromString(text, 'text/xml') as unknown as Document;
  const root = document.documentElement as Element | null;
  if (!root || !/^(?:rss|feed|rdf:rdf)$/i.test(root.nodeName)) return undefined;
  const channel = childOf(root, 'channel') ?? root;
  const items = [
    ...childrenOf(channel, 'item', 'entry'),
    ...(channel === root ? [] : childrenOf(root, 'item')),
  ];
  return {
    title: textIn(channel, 'title'),
    description: textIn(channel, 'description', 'subtitle'),
    url: linkOf(channel),
    entries: items.slice(0, maxEntries).map((item) => ({
      title: textIn(item, 'title'),
      url: linkOf(item),
      date: textIn(item, 'pubDate', 'published', 'dc:date', 'updated'),
      author: authorOf(item),
      content: contentOf(item),
    })),
    more: Math.max(0, items.length - maxEntries),
  };
}

function childrenOf(element: Element, ...names: string[]): Element[] {
  return [...element.childNodes].filter(
    (node): node is Element => node.nodeType === 1 && names.includes(node.nodeName),
  );
}

/** The first child of the first of these names that there is. */
function childOf(element: Element, ...names: string[]): Element | undefined {
  for (const name of names) {
    const [found] = childrenOf(element, name);
    if (found) return found;
  }
  return undefined;
}

/** A title may be HTML, as text or as it stands. */
function textIn(element: Element, ...names: string[]): string {
  const text = childOf(element, ...names)?.textContent ?? '';
  return oneLine(text.replace(/<\/?[a-z][^<>]*>/gi, '').replace(/&amp;/g, '&')).slice(0, 1000);
}

function authorOf(item: Element): string {
  const author = childOf(item, 'dc:creator', 'author');
  return author ? textIn(author, 'name') || oneLine(author.textContent).slice(0, 200) : '';
}

/** RSS has its link as text, Atom as an attribute, one for each kind. */
function linkOf(element: Element): string {
  const links = childrenOf(element, 'link');
  const own = links.find((link) => (link.getAttribute('rel') ?? 'alternate') === 'alternate');
  const written = own?.getAttribute('href') ?? own?.textContent ?? textIn(element, 'guid', 'id');
  return webAddressOf(written);
}

/** Only addresses of the web can be followed from a feed. */
function webAddressOf(written: unknown): string {
  const address = typeof written === 'string' ? written.trim() : '';
  return address.length < 4000 && /^https?:\/\/[^\s<>"]+$/.test(address) ? address : '';
}

function contentOf(item: Element): string {
  const content = childOf(item, 'content:encoded', 'content', 'description', 'summary');
  if (!content) return '';
  const type = content.getAttribute('type') ?? 'html';
  if (type === 'xhtml') return content.innerHTML;
  const text = content.textContent ?? '';
  return type === 'text' ? `<p>${escape(text)}</p>` : text;
}

function readJson(text: string): Feed | undefined {
  let feed: unknown;
  try {
    feed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(feed)) return undefined;
  const items = listOf(feed['items']).filter(isObject);
  return {
    title: textOf(feed['title']),
    description: textOf(feed['description']),
    url: webAddressOf(feed['home_page_url']),
    entries: items.slice(0, maxEntries).map((item) => ({
      title: textOf(item['title']),
      url: webAddressOf(item['url']),
      date: textOf(item['date_published']),
      author: textOf(item['authors'] ?? item['author']),
      content:
        typeof item['content_html'] === 'string'
          ? item['content_html']
          : `<p>${escape(textOf(item['content_text'] ?? item['summary']))}</p>`,
    })),
    more: Math.max(0, items.length - maxEntries),
  };
}
