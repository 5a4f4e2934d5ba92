import type { PageHead } from '../../in-page/visible-types.ts';
import { elementsOf, oneLine } from '../tree.ts';
import { readByline } from './byline.ts';
import { isObject, listOf, nodesOf, textOf, type JsonNode } from './json-ld.ts';

/** What a page says of itself. A field that it does not say is absent. */
export interface Metadata {
  url: string;
  title: string;
  author?: string;
  /** As the page writes it, as an ISO date where that can be told. */
  published?: string;
  modified?: string;
  language?: string;
  description?: string;
  canonical?: string;
  site?: string;
  image?: string;
  breadcrumbs?: { name: string; url?: string }[];
  /** Of a PDF. */
  pages?: number;
}

/** What is asked for the metadata. */
export interface MetadataSource {
  title: string;
  url: string;
  language: string;
  head?: PageHead;
  pdfPages?: number;
}

const works =
  /Article|BlogPosting|Report|Posting|QAPage|Question|WebPage|Product|Recipe|VideoObject|Event|Course|Book|HowTo/;

/** Reads the metadata: JSON-LD first, then meta elements, then what the page shows. */
export function readMetadata(
  body: Element,
  { title, url, language, head, pdfPages }: MetadataSource,
): Metadata {
  const nodes = nodesOf(head?.jsonLd ?? []);
  const articles = nodes
    .filter(({ type }) => works.test(type))
    .toSorted((a, b) => rank(a) - rank(b));
  const stated = (...names: string[]) =>
    first(articles.flatMap(({ value }) => names.map((name) => textOf(value[name]))));
  const meta = (...names: string[]) =>
    first(names.map((name) => head?.meta.find(([own]) => own === name)?.[1] ?? ''));
  const shown = readByline(body, title);
  const fields = {
    author: personOf(
      first([
        authorsOf(articles),
        meta(
          'author',
          'article:author',
          'parsely-author',
          'sailthru.author',
          'dc.creator',
          'byl',
          'citation_author',
          'twitter:creator',
        ),
        shownAuthor(body),
        shown.author,
      ]),
    ),
    published: dateOf(
      first([
        stated('datePublished', 'dateCreated', 'uploadDate'),
        meta(
          'article:published_time',
          'og:published_time',
          'datepublished',
          'date',
          'dc.date',
          'dc.date.issued',
          'parsely-pub-date',
          'sailthru.date',
          'pubdate',
          'publish-date',
          'citation_publication_date',
          'itemprop:datepublished',
        ),
        shown.published,
        shownDate(body),
      ]),
    ),
    modified: dateOf(
      first([
        stated('dateModified'),
        meta('article:modified_time', 'og:updated_time', 'last-modified', 'itemprop:datemodified'),
      ]),
    ),
    language: first([language, meta('og:locale').replace('_', '-'), meta('content-language')]),
    description: first([
      meta('description', 'og:description', 'twitter:description'),
      stated('description'),
    ]),
    canonical: head?.links.find(({ rel }) => rel.split(/\s+/).includes('canonical'))?.url ?? '',
    site: first([
      meta('og:site_name', 'application-name'),
      textOf(nodes.find(({ type }) => type === 'WebSite')?.value['name']),
    ]),
    image: meta('og:image', 'og:image:url', 'twitter:image'),
  };
  const breadcrumbs = breadcrumbsOf(nodes);
  const said = Object.entries(fields).filter(([, value]) => value !== '');
  return {
    url,
    title: first([stated('headline'), meta('og:title'), title]),
    ...(Object.fromEntries(said) as Partial<Metadata>),
    ...(breadcrumbs.length > 0 ? { breadcrumbs } : {}),
    ...(pdfPages === undefined ? {} : { pages: pdfPages }),
  };
}

function rank({ type }: JsonNode): number {
  return /Article|BlogPosting|Posting|Report/.test(type) ? 0 : type.includes('WebPage') ? 2 : 1;
}

function first(values: readonly string[]): string {
  return values.find((value) => value !== '')?.trim() ?? '';
}

function authorsOf(articles: readonly JsonNode[]): string {
  for (const { value } of articles) {
    const names = listOf(value['author'] ?? value['creator'])
      .map(textOf)
      .filter(Boolean);
    if (names.length > 0) return [...new Set(names)].slice(0, 10).join(', ');
  }
  return '';
}

/** An author is a name: no address, no sentence. */
function personOf(text: string): string {
  const name = oneLine(text.replace(/^\s*(by|von|par|por)\s+/i, ''));
  return /^https?:|^@/.test(name) || name.length > 120 ? '' : name;
}

function shownAuthor(body: Element): string {
  for (const element of elementsOf(body, 'a', 'span', 'div', 'p', 'address')) {
    const isNamed =
      element.getAttribute('rel')?.includes('author') ||
      element.getAttribute('itemprop') === 'author' ||
      /\b(author-name|byline-name|byline__name|post-author|entry-author)\b/.test(
        element.getAttribute('class') ?? '',
      );
    const text = isNamed ? oneLine(element.textContent) : '';
    if (text !== '' && text.length < 80) return text;
  }
  return '';
}

function shownDate(body: Element): string {
  const times = elementsOf(body, 'time').concat(
    elementsOf(body, 'span', 'div', 'p').filter((one) =>
      /date(Published|Created)/.test(one.getAttribute('itemprop') ?? ''),
    ),
  );
  const [time] = times;
  return time?.getAttribute('datetime') || (time?.textContent ?? '').trim().slice(0, 40);
}

/** A date as ISO writes it, with its time where it has one; what is no date is nothing. */
function dateOf(text: string): string {
  if (/^\d{4}-\d\d-\d\d/.test(text)) return text.slice(0, 40);
  const known = Date.parse(text);
  if (Number.isNaN(known)) return '';
  return new Date(known).toISOString().replace(/T00:00:00.000Z$/, '');
}

function breadcrumbsOf(nodes: readonly JsonNode[]): { name: string; url?: string }[] {
  const list = nodes.find(({ type }) => type === 'BreadcrumbList');
  return listOf(list?.value['itemListElement'])
    .slice(0, 20)
    .flatMap((entry) => {
      if (!isObject(entry)) return [];
      const item = isObject(entry['item']) ? entry['item'] : { url: entry['item'] };
      const name = textOf(entry['name']) || textOf(item['name']);
      const url = textOf(item['@id'] ?? item['url']);
      return name === '' ? [] : [{ name, ...(url === '' ? {} : { url }) }];
    });
}
