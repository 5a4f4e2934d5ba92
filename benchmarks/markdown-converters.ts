import { fetchPeers } from './report/fetch-peers.ts';
import { loadMdream } from './load-mdream.ts';
import type * as ParsePage from '../packages/extract/src/worker/parse-page.ts';
import type * as ToMarkdown from '../packages/extract/src/worker/to-markdown.ts';

/** Writes the inside of a body as Markdown. */
export type Converter = (html: string, url: string) => string;

export interface Converters {
  all: Record<string, Converter>;
  /** HTML of Markdown, as CommonMark's own parser writes it. */
  htmlOf: (markdown: string) => string;
  /** The examples of the specification. */
  examples: { section: string; html: string; number: number }[];
}

// No part of what the package exports: Tintype reads pages in its browser, and these have none.
const source = (file: string) =>
  new URL(`../packages/extract/src/worker/${file}.ts`, import.meta.url).href;
const { parsePage } = (await import(source('parse-page'))) as typeof ParsePage;
const { toMarkdown } = (await import(source('to-markdown'))) as typeof ToMarkdown;

/** Tintype's converter alone, and those that others have published. */
export async function loadConverters(): Promise<Converters> {
  const peers = await fetchPeers('markdown-peers');
  const { NodeHtmlMarkdown } = peers.load<{
    NodeHtmlMarkdown: { translate(html: string): string };
  }>('node-html-markdown');
  const mdream = await loadMdream();
  const turndown = loadTurndown(peers.load, peers.load('@truto/turndown-plugin-gfm'));
  const { createMarkdownContent } = peers.load<{
    createMarkdownContent: (html: string, url: string) => string;
  }>(peers.file('defuddle', 'dist/markdown.js'));
  const { Parser, HtmlRenderer } = peers.load<CommonMark>('commonmark');
  const [parser, writer] = [new Parser(), new HtmlRenderer()];
  const { tests } = peers.load<{ tests: Converters['examples'] }>('commonmark-spec');
  return {
    all: {
      tintype: (html, url) => toMarkdown(parsePage({ html, url, title: '', language: '' }).body),
      mdream: (html) => mdream.htmlToMarkdownResult(html).markdown ?? '',
      turndown: (html) => turndown.turndown(html),
      defuddle: (html, url) => createMarkdownContent(html, url),
      'node-html-markdown': (html) => NodeHtmlMarkdown.translate(html),
    },
    htmlOf: (markdown) => writer.render(parser.parse(markdown)),
    examples: tests,
  };
}

interface CommonMark {
  Parser: new () => { parse(markdown: string): unknown };
  HtmlRenderer: new () => { render(document: unknown): string };
}

interface Turndown {
  use(plugin: unknown): void;
  turndown(html: string): string;
}

function loadTurndown(load: <T>(name: string) => T, { gfm }: { gfm: unknown }): Turndown {
  const Service = load<new (options: Record<string, string>) => Turndown>('turndown');
  const turndown = new Service({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  turndown.use(gfm);
  return turndown;
}
