import type { PageHead } from '../../in-page/visible-types.ts';
import { elementsOf, headingOf, oneLine } from '../tree.ts';
import { authorAddress, nameOf, readByline } from './byline.ts';
import { isObject, listOf, nodesOf, textOf, type JsonNode } from './json-ld.ts';
import { readDate } from './read-date.ts';

/** Metadata of a page. A field that it does not state is absent. */
export interface Metadata {
  url: string;
  title: string;
  author?: string;
  /** As ISO 8601: a date, or a date with a time and a zone. */
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

export interface MetadataSource {
  title: string;
  url: string;
  language: string;
  head?: PageHead;
  pdfPages?: number;
}

const works =
  /Article|BlogPosting|Report|Posting|QAPage|Question|WebPage|Product|Recipe|VideoObject|Event|Course|Book|HowTo/;

const authorFields = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'byl',
  'citation_author',
  'twitter:creator',
];

const publishedFields = [
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
];

const modifiedFields = [
  'article:modified_time',
  'og:updated_time',
  'last-modified',
  'itemprop:datemodified',
];

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
  const siteNames = siteNamesOf(url, [
    meta('og:site_name'),
    meta('application-name'),
    textOf(nodes.find(({ type }) => type === 'WebSite')?.value['name']),
  ]);
  const heading = headingOf(body, title);
  const isOfSite = (name: string) => siteNames.has(bare(name)) && !isPerson(name);
  const metaAuthors = authorFields.map((name) => personOf(meta(name)));
  const fields = {
    // JSON-LD says who wrote a text, be it a company; a site's name elsewhere is that of the site.
    author: first([
      personOf(authorsOf(articles)),
      ...[...metaAuthors, personOf(shownAuthor(body)), personOf(shown.author)].filter(
        (name) => !isOfSite(name),
      ),
    ]),
    published: first(
      [
        stated('datePublished', 'dateCreated', 'uploadDate'),
        ...publishedFields.map((name) => meta(name)),
        shown.published,
        shownDate(body),
      ].map(readDate),
    ),
    modified: first(
      [stated('dateModified'), ...modifiedFields.map((name) => meta(name))].map(readDate),
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
    title: first([
      stated('headline'),
      // A document's title often names the site as well, and in shops what is for search engines.
      siteNames.has(bare(heading)) ? '' : heading,
      meta('og:title'),
      title,
    ]),
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

/** An author is a name: no address, no sentence, no role. */
function personOf(text: string): string {
  const name = oneLine(text.replace(/^\s*(by|von|par|por)\s+/i, '')).replace(/^[\s,;]+/, '');
  const isName = name.length <= 120 && !/^https?:|^@/.test(name) && !noName.test(name);
  return isName ? name : '';
}

const noName = /^(?:(?:written|posted|published) by|author|admin|administrator|webmaster|guest)$/i;

/** True for two capitalized words, none of which is one of publications or companies. */
function isPerson(name: string): boolean {
  return (
    /^(?!(?:The|My|Our) )\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+$/u.test(name) &&
    !ofCompanies.test(name)
  );
}

const ofCompanies =
  /\b(?:academy|agency|bank|blog|care|center|central|centre|cloud|club|coaching|college|community|company|daily|digital|digest|expert|foundation|group|guide|herald|hub|inc|insider|institute|journal|labs?|ltd|llc|magazine|marketing|media|network|news|online|policy|post|press|report|review|reviews|school|services|shop|software|solutions|staff|store|studios?|systems|team|tech|times|tips|today|tribune|university|weekly|world)\b/i;

/** Names of the site, which many pages give as their author. */
function siteNamesOf(url: string, names: readonly string[]): Set<string> {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
  const labels = host.split('.');
  return new Set([...names, host, ...labels.slice(-3, -1)].map(bare).filter(Boolean));
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function shownAuthor(body: Element): string {
  for (const element of elementsOf(body, 'a', 'span', 'div', 'p', 'address')) {
    const isNamed =
      element.getAttribute('rel')?.includes('author') ||
      element.getAttribute('itemprop') === 'author' ||
      /\b(author-name|byline-name|byline__name|post-author|entry-author)\b/.test(
        element.getAttribute('class') ?? '',
      );
    const name = isNamed ? nameIn(element) : '';
    if (name !== '' && name.length < 80) return name;
  }
  return '';
}

/** The name in an element for an author, without reputation, badges and dates beside it. */
function nameIn(element: Element): string {
  const parts = elementsOf(element, 'a', 'span', 'b', 'strong', 'div', 'meta');
  const named =
    parts.find((one) => one.getAttribute('itemprop') === 'name') ??
    parts.find((one) => authorAddress.test(one.getAttribute('href') ?? ''));
  return nameOf(oneLine((named ?? element).textContent));
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
