/**
 * The main content of saved pages as text: Tintype beside Readability, Defuddle and mdream. Word F1
 * against what people marked, by type of page, for articles F1 of runs of four words as well, on
 * how many pages author and date are right, and how long a page takes. All get the saved HTML;
 * Tintype shows it in its browser first, which is in its time.
 *
 * node --conditions=@tintype/source benchmarks/text.ts --corpus DIR [--only tintype,defuddle]
 *
 * Tintype's model was trained on WCXB, so its scores on pages of that corpus are too high.
 * `tools/content-model/train-model.ts --folds 2` scores pages that the model was not trained on.
 */
import { parseArgs } from 'node:util';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { marked } from 'marked';
import { createRenderer } from 'tintype';
import { loadMdream } from './load-mdream.ts';
import { median } from './median.ts';
import { readSaved, savedIds, type SavedPage } from './saved-pages.ts';
import { compareShingles, shingleF1, type Shingles } from './shingle-f1.ts';
import { isSameDay, isSameName } from './same-facts.ts';
import { wordF1 } from './word-f1.ts';

const { values } = parseArgs({
  options: { corpus: { type: 'string', default: '' }, only: { type: 'string' } },
});
const mdream = await loadMdream();
const renderer = createRenderer({ concurrency: 1 });

/** Text of a page by one converter. */
interface Read {
  /** As a reader of its result sees it. */
  text: string;
  author?: string | null | undefined;
  published?: string | null | undefined;
}

const contenders: Record<string, (saved: SavedPage) => Read | Promise<Read>> = {
  tintype: async ({ html, url }) => {
    const base_url = url.replace(/#.*$/s, '');
    const page = { kind: 'scrape', html, base_url, format: 'json', main_content: true } as const;
    const { body } = await renderer.render(page);
    const { markdown, ...said } = JSON.parse(Buffer.from(body).toString()) as { markdown: string };
    return { ...said, text: markdownText(markdown) };
  },
  readability: ({ html }) => {
    const read = new Readability(parseHTML(html).document).parse();
    return { text: read?.textContent ?? '', author: read?.byline, published: read?.publishedTime };
  },
  defuddle: async ({ html, url }) => {
    const { content, author, published } = await Defuddle(parseHTML(html).document, url);
    return { text: htmlText(content), author, published };
  },
  mdream: ({ html, url }) => ({
    text: markdownText(
      mdream.htmlToMarkdownResult(html, { origin: url, minimal: true }).markdown ?? '',
    ),
  }),
};

const names = values.only?.split(',') ?? Object.keys(contenders);
const scores = new Map<string, number[]>();
/** Of articles, runs of four words. */
const shingles = new Map<string, Shingles[]>();
const times = new Map<string, number[]>();
/** Correctness of author and date, for each page that has them. */
const facts = new Map<string, boolean[]>();
for (const id of savedIds(values.corpus)) {
  const saved = readSaved(values.corpus, id);
  if (!saved) continue;
  for (const name of names) {
    const start = performance.now();
    const { text, author, published } = await readBy(name, saved);
    times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
    const score = wordF1(text, saved.wanted);
    for (const key of [name, `${name} ${saved.type}`]) {
      scores.set(key, [...(scores.get(key) ?? []), score]);
    }
    if (saved.type === 'article') {
      shingles.set(name, [...(shingles.get(name) ?? []), compareShingles(text, saved.wanted)]);
    }
    if (saved.author) count(`${name} author`, isSameName(author ?? '', saved.author));
    if (saved.published) count(`${name} date`, isSameDay(published ?? '', saved.published));
  }
}
await renderer.stop();
print();

/** A page that a converter cannot read counts as nothing. */
async function readBy(name: string, saved: SavedPage): Promise<Read> {
  try {
    return (await contenders[name]?.(saved)) ?? { text: '' };
  } catch (error) {
    process.stderr.write(`${name} ${saved.id}: ${(error as Error).message}\n`);
    return { text: '' };
  }
}

function count(key: string, isRight: boolean): void {
  facts.set(key, [...(facts.get(key) ?? []), isRight]);
}

function htmlText(html: string): string {
  const { document } = parseHTML(
    `<html><body>${html.replace(/<(?=\/?(?:p|div|li|h\d|td|tr|br|pre|dt|dd)\b)/g, ' <')}</body></html>`,
  );
  return document.body.textContent ?? '';
}

function markdownText(markdown: string): string {
  return htmlText(marked.parse(markdown, { async: false, gfm: true }));
}

function print(): void {
  const types = [...new Set([...scores.keys()].map((key) => key.split(' ')[1]))]
    .filter((type) => type !== undefined)
    .toSorted();
  const mean = (key: string) => {
    const all = scores.get(key) ?? [];
    return (all.reduce((a, b) => a + b, 0) / all.length).toFixed(3);
  };
  const right = (key: string) => {
    const all = facts.get(key) ?? [];
    return `${all.filter(Boolean).length} of ${all.length}`;
  };
  console.log(`| | all | ${types.join(' | ')} | articles, shingles | author | date | ms |`);
  console.log(`| --- |${' ---: |'.repeat(types.length + 5)}`);
  for (const name of names) {
    const cells = [
      mean(name),
      ...types.map((type) => mean(`${name} ${type}`)),
      shingleF1(shingles.get(name) ?? []).toFixed(3),
      right(`${name} author`),
      right(`${name} date`),
      median(times.get(name) ?? []).toFixed(0),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
