import { escape } from '../parse-page.ts';
import { feedHtml } from './feed-html.ts';
import type { PlainDocument } from './plain-type.ts';
import { readFeed } from './read-feed.ts';

/** A document as a page: a feed as its entries, everything else as one listing in its language. */
export function plainPage(plain: PlainDocument): { html: string; title: string } {
  const feed = readFeed(plain);
  if (feed) return { html: feedHtml(feed), title: feed.title };
  const language = languageOf(plain);
  const names = language === '' ? '' : ` class="language-${language}"`;
  return { html: `<pre${names}><code${names}>${escape(plain.text)}</code></pre>`, title: '' };
}

const languages: readonly (readonly [type: RegExp, language: string])[] = [
  [/json$/, 'json'],
  [/xml$/, 'xml'],
  [/(?:java|ecma)script$/, 'js'],
  [/\/css$/, 'css'],
  [/\/(?:x-)?yaml$/, 'yaml'],
  [/\/toml$/, 'toml'],
  [/\/(?:x-)?python$/, 'python'],
];

/** The language of a document; JSON and XML also by their start, sent as plain text. */
function languageOf({ type, text }: PlainDocument): string {
  const known = languages.find(([pattern]) => pattern.test(type))?.[1];
  if (known) return known;
  if (type !== 'text/plain') return '';
  if (/^\s*<\?xml\s/.test(text.slice(0, 200))) return 'xml';
  return isJson(text) ? 'json' : '';
}

/** Longer texts are not parsed to find out what they are. */
const maxToParse = 2_000_000;

function isJson(text: string): boolean {
  if (text.length > maxToParse || !/^\s*[[{]/.test(text.slice(0, 200))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
