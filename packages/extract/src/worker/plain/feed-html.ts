import { escape, parsePage } from '../parse-page.ts';
import type { Feed, FeedEntry } from './read-feed.ts';

/** A feed as a page: its entries under headings, with their links, dates and authors. */
export function feedHtml({ title, description, url, entries, more }: Feed): string {
  const parts = [
    title === '' ? '' : `<h1>${linked(title, url)}</h1>`,
    description === '' ? '' : `<p>${escape(description)}</p>`,
    ...entries.map(entryHtml),
    more > 0 ? `<p>${more} more entries</p>` : '',
  ];
  return parts.join('');
}

function entryHtml({ title, url, date, author, content }: FeedEntry): string {
  const said = [date, author].filter(Boolean).join(' · ');
  const { body } = parsePage({ html: content, title: '', language: '', url });
  return `<h2>${linked(title || url || 'Untitled', url)}</h2>${said === '' ? '' : `<p>${escape(said)}</p>`}<div>${plainHtml(body, url, 0)}</div>`;
}

function linked(text: string, url: string): string {
  return url === '' ? escape(text) : `<a href="${escape(url)}">${escape(text)}</a>`;
}

const kept =
  /^(?:P|DIV|H[1-6]|UL|OL|LI|DL|DT|DD|BLOCKQUOTE|PRE|CODE|TABLE|THEAD|TBODY|TFOOT|TR|TD|TH|A|IMG|B|STRONG|I|EM|DEL|S|SUB|SUP|BR|HR|FIGURE|FIGCAPTION)$/;

/** Shows no text, or text that belongs to no entry. */
const dropped =
  /^(?:SCRIPT|STYLE|TEMPLATE|NOSCRIPT|IFRAME|OBJECT|SVG|HEAD|TITLE|META|LINK|SELECT|TEXTAREA|BUTTON|INPUT)$/;

/** Deeper elements lose their tags, as they do in pages. */
const maxDepth = 100;

/** Returns an entry's content like a read page: known elements, absolute URLs, no attributes. */
function plainHtml(element: Element, base: string, depth: number): string {
  let html = '';
  for (const node of element.childNodes) {
    if (node.nodeType === 3) html += escape(node.nodeValue ?? '');
    if (node.nodeType !== 1) continue;
    const inner = node as Element;
    const name = inner.nodeName.toUpperCase();
    if (dropped.test(name)) continue;
    if (depth >= maxDepth) html += escape(inner.textContent ?? '');
    else html += elementHtml(inner, name, base, depth);
  }
  return html;
}

function elementHtml(element: Element, name: string, base: string, depth: number): string {
  const inner = plainHtml(element, base, depth + 1);
  if (!kept.test(name)) return inner;
  // The entry has a heading of the second level.
  const tag = /^H[1-6]$/.test(name) ? `h${Math.min(6, Number(name[1]) + 2)}` : name.toLowerCase();
  if (tag === 'br' || tag === 'hr') return `<${tag}>`;
  if (tag === 'img') {
    const source = absolute(element.getAttribute('src') ?? '', base);
    const alt = escape(element.getAttribute('alt') ?? '');
    return source === '' ? alt : `<img src="${escape(source)}" alt="${alt}">`;
  }
  if (tag !== 'a') return `<${tag}>${inner}</${tag}>`;
  const address = absolute(element.getAttribute('href') ?? '', base);
  return address === '' ? inner : `<a href="${escape(address)}">${inner}</a>`;
}

function absolute(written: string, base: string): string {
  const url = URL.parse(written, base === '' ? undefined : base);
  return url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : '';
}
