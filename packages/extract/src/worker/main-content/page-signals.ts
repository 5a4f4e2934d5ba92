import type { PageHead } from '../../in-page/visible-types.ts';
import { descendants } from '../tree.ts';
import type { PageBlocks } from './page-blocks.ts';
import { wordsOf } from './words.ts';

/** Inputs about a page besides its blocks. */
export interface SignalSource {
  title: string;
  url: string;
  head?: PageHead;
}

/** Properties of a page as a whole: shared features, and texts to compare blocks with. */
export interface PageSignals {
  readonly values: readonly number[];
  readonly titleWords: ReadonlySet<string>;
  readonly descriptionWords: ReadonlySet<string>;
  /** Runs of three words of what the page's JSON-LD says is its text. */
  readonly statedRuns: ReadonlySet<string>;
  /** True if the metadata says that the page is an article, not a thread or a product. */
  readonly isArticle: boolean;
}

const articleTypes = /Article|BlogPosting|Report\b/;
const threadTypes = /Discussion|QAPage|Comment\b/;

const statedTypes: readonly RegExp[] = [
  articleTypes,
  /"Product|ProductGroup/,
  /ItemList|CollectionPage|OfferCatalog/,
  threadTypes,
  /FAQPage|TechArticle|HowTo/,
  /Recipe|Event\b|JobPosting|VideoObject/,
  /Service\b|LocalBusiness|SoftwareApplication/,
];

const ofAddress: readonly RegExp[] = [
  /^\/?$/,
  /\/(blog|news|article|story|posts?|press|magazine)s?\b|\/20\d\d\b/,
  /\/(products?|item|dp|p|shop|sku)\//,
  /\/(collections?|category|categories|catalog|shop|c|tag|tags)\b/,
  /\/(forum|forums|threads?|topics?|t|questions|viewtopic|showthread|community|comments|discussions?)\b|viewtopic|showthread/,
  /\/(docs?|documentation|guide|guides|reference|manual|api|wiki|learn|tutorials?|help|support)\b|readthedocs/,
  /\/(services?|solutions?|about|features|pricing|platform|contact)\b/,
  /\.html?$/,
  /\d{4,}/,
  /[a-z]+-[a-z]+-[a-z]+-[a-z]+/,
];

/** Names of the values, for readers of the model. */
export const signalNames: readonly string[] = [
  'page words',
  'page link density',
  'page prose share',
  'page blocks',
  'page words per block',
  'articles',
  'headings 1',
  'headings 2',
  'items',
  'rows',
  'listings',
  'images',
  'prices',
  'times',
  'has main',
  'is article by og',
  'is product by og',
  'stated text',
  ...statedTypes.map((pattern) => `stated ${pattern.source}`),
  ...ofAddress.map((pattern) => `address ${pattern.source}`),
];

/** Reads what is known of the page as a whole. */
export function readSignals(page: PageBlocks, root: Element, source: SignalSource): PageSignals {
  const { words, linkWords, proseWords } = page.root;
  const counts = new Map<string, number>();
  for (const { nodeName } of descendants(root))
    counts.set(nodeName, (counts.get(nodeName) ?? 0) + 1);
  const count = (name: string) => Math.log1p(counts.get(name) ?? 0);
  const jsonLd = source.head?.jsonLd.join('\n') ?? '';
  const types = [...jsonLd.matchAll(/"@type"\s*:\s*(\[[^\]]{0,1000}\]|"[^"]{0,1000}")/g)]
    .map(([whole]) => whole)
    .join(' ');
  const metaOf = (...names: string[]) =>
    source.head?.meta.find(([name]) => names.includes(name))?.[1] ?? '';
  const ogType = metaOf('og:type');
  const path = pathOf(source.url);
  const stated = statedText(jsonLd);
  const prices = page.blocks.filter(({ text }) => pricePattern.test(text)).length;
  return {
    values: [
      Math.log1p(words),
      linkWords / (words + 1),
      proseWords / (words + 1),
      Math.log1p(page.blocks.length),
      words / (page.blocks.length + 1),
      count('ARTICLE'),
      count('H1'),
      count('H2'),
      count('LI'),
      count('TR'),
      count('PRE'),
      count('IMG'),
      Math.log1p(prices),
      count('TIME'),
      counts.has('MAIN') ? 1 : 0,
      ogType === 'article' ? 1 : 0,
      ogType.includes('product') ? 1 : 0,
      Math.log1p(stated.length),
      ...statedTypes.map((pattern) => (pattern.test(types) ? 1 : 0)),
      ...ofAddress.map((pattern) => (pattern.test(path) ? 1 : 0)),
    ],
    titleWords: new Set(wordsOf(`${source.title} ${metaOf('og:title')}`)),
    descriptionWords: new Set(wordsOf(metaOf('description', 'og:description'))),
    statedRuns: runsOf(wordsOf(stated)),
    isArticle:
      (ogType === 'article' || articleTypes.test(types)) &&
      !threadTypes.test(types) &&
      !ogType.includes('product'),
  };
}

/** A sum of money. */
export const pricePattern = /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|USD|EUR|GBP|kr\b|zł)/;

/** Runs of three words. */
export function runsOf(words: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let index = 2; index < words.length; index += 1) {
    runs.add(`${words[index - 2]} ${words[index - 1]} ${words[index]}`);
  }
  return runs;
}

function pathOf(url: string): string {
  try {
    const { host, pathname, search } = new URL(url);
    const path = host.startsWith('docs.') ? `/docs${pathname}` : (pathname + search).toLowerCase();
    return path.slice(0, 2000);
  } catch {
    return '';
  }
}

/** The text of the page, as its JSON-LD gives it. */
function statedText(jsonLd: string): string {
  const texts: string[] = [];
  const pattern =
    /"(?:articleBody|text|description|reviewBody)"\s*:\s*"((?:[^"\\]|\\.){40,200000})"/g;
  for (const [, text = ''] of jsonLd.matchAll(pattern)) {
    texts.push(
      text
        .replace(/\\u([\da-f]{4})/gi, (_whole, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
        .replace(/\\[nrt]/g, ' ')
        .replace(/<[^<>]*>/g, ' '),
    );
  }
  return texts.join('\n');
}
