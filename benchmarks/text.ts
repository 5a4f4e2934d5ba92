/**
 * The main content of saved pages as text: Tintype beside Readability, Defuddle and mdream. Word F1 against what people marked, by type of
 * page, and how long a page takes. All get the saved HTML; Tintype shows it in its browser first, which is in its time.
 *
 * node --conditions=@tintype/source benchmarks/text.ts --corpus DIR [--only tintype,defuddle]
 *
 * Tintype's model was made from WCXB: of pages of that corpus it says too much. What it is worth on pages that it has not seen says
 * `packages/extract/scripts/train-model.ts --folds 2`.
 */
import { parseArgs } from 'node:util';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { marked } from 'marked';
import { htmlToMarkdown } from 'mdream';
import { createRenderer } from 'tintype';
import { median } from './median.ts';
import { readSaved, savedIds, type SavedPage } from './saved-pages.ts';
import { wordF1 } from './word-f1.ts';

const { values } = parseArgs({
  options: { corpus: { type: 'string', default: '' }, only: { type: 'string' } },
});
const renderer = createRenderer({ concurrency: 1 });

/** Each gives the text that a reader of its result sees. */
const contenders: Record<string, (saved: SavedPage) => string | Promise<string>> = {
  tintype: async ({ html, url }) => {
    const base_url = url.replace(/#.*$/s, '');
    const page = { kind: 'scrape', html, base_url, format: 'md', main_content: true } as const;
    return markdownText(Buffer.from((await renderer.render(page)).body).toString());
  },
  readability: ({ html }) => new Readability(parseHTML(html).document).parse()?.textContent ?? '',
  defuddle: async ({ html, url }) => {
    const { content } = await Defuddle(parseHTML(html).document, url);
    return htmlText(content);
  },
  mdream: ({ html, url }) => markdownText(htmlToMarkdown(html, { origin: url, minimal: true })),
};

const names = values.only?.split(',') ?? Object.keys(contenders);
const scores = new Map<string, number[]>();
const times = new Map<string, number[]>();
for (const id of savedIds(values.corpus)) {
  const saved = readSaved(values.corpus, id);
  if (!saved) continue;
  for (const name of names) {
    const start = performance.now();
    const text = await textOf(name, saved);
    times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
    const score = wordF1(text, saved.wanted);
    for (const key of [name, `${name} ${saved.type}`]) {
      scores.set(key, [...(scores.get(key) ?? []), score]);
    }
  }
}
await renderer.stop();
print();

/** What one cannot read counts as nothing. */
async function textOf(name: string, saved: SavedPage): Promise<string> {
  try {
    return (await contenders[name]?.(saved)) ?? '';
  } catch (error) {
    process.stderr.write(`${name} ${saved.id}: ${(error as Error).message}\n`);
    return '';
  }
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
  console.log(`| | all | ${types.join(' | ')} | ms |`);
  console.log(`| --- |${' ---: |'.repeat(types.length + 2)}`);
  for (const name of names) {
    const cells = [
      mean(name),
      ...types.map((type) => mean(`${name} ${type}`)),
      median(times.get(name) ?? []).toFixed(0),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
