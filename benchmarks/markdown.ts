/**
 * Converts HTML to Markdown and back: Tintype's converter and others, without a browser, with the
 * same HTML.
 *
 * For each example of the CommonMark specification, checks if the document and its lines of text
 * are preserved. With `--corpus DIR`, measures the share of words, table rows, links, images,
 * listings and headings of saved pages that are preserved.
 *
 * node --conditions=@tintype/source benchmarks/markdown.ts [--corpus DIR] [--only tintype,mdream]
 * [--show tintype]
 */
import { parseArgs } from 'node:util';
import { marked } from 'marked';
import { cleanBody, keptShare, partKinds, partsOf } from './kept-parts.ts';
import { loadConverters } from './markdown-converters.ts';
import { median } from './median.ts';
import { linesOf, shapeOf } from './same-shape.ts';
import { readSaved, savedIds } from './saved-pages.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    only: { type: 'string' },
    /** Writes the result of each example that a converter changes. */
    show: { type: 'string' },
  },
});
const { all, htmlOf, examples } = await loadConverters();
const names = values.only?.split(',') ?? Object.keys(all);
const url = 'https://site.example/';

printExamples();
if (values.corpus !== undefined) printPages(values.corpus);

function printExamples(): void {
  const isRaw = (section: string) => /^(?:HTML blocks|Raw HTML)$/.test(section);
  const raw = examples.filter(({ section }) => isRaw(section)).length;
  console.log(
    `| | of ${examples.length} | without the ${raw} of raw HTML | lines as they are seen |`,
  );
  console.log('| --- | ---: | ---: | ---: |');
  for (const name of names) {
    let [same, sameOfMarkdown, seen] = [0, 0, 0];
    for (const { html, section, number } of examples) {
      const back = backFrom(name, html);
      const isSame = shapeOf(back.html) === shapeOf(html);
      const isSeen = linesOf(back.html) === linesOf(html);
      same += Number(isSame);
      sameOfMarkdown += Number(isSame && !isRaw(section));
      seen += Number(isSeen);
      if (values.show === name && !isSame) {
        console.error(
          `--- ${number} ${section}${isSeen ? '' : ' (SEEN)'}\n${html}=>\n${back.markdown}=>\n${back.html}`,
        );
      }
    }
    const share = (count: number, of: number) => `${count} (${((count / of) * 100).toFixed(1)} %)`;
    const ofMarkdown = share(sameOfMarkdown, examples.length - raw);
    console.log(
      `| ${name} | ${share(same, examples.length)} | ${ofMarkdown} | ${share(seen, examples.length)} |`,
    );
  }
}

function backFrom(name: string, html: string): { markdown: string; html: string } {
  const markdown = all[name]?.(html, url) ?? '';
  return { markdown, html: htmlOf(markdown) };
}

function printPages(corpus: string): void {
  const shares = new Map<string, number[]>();
  const note = (key: string, share: number | undefined) => {
    if (share !== undefined) shares.set(key, [...(shares.get(key) ?? []), share]);
  };
  for (const id of savedIds(corpus)) {
    const saved = readSaved(corpus, id);
    if (!saved) continue;
    const html = cleanBody(saved.html, saved.url);
    const before = partsOf(html);
    for (const name of names) {
      const start = performance.now();
      const markdown = converted(name, html, saved.url);
      note(`${name} ms`, performance.now() - start);
      const after = partsOf(marked.parse(markdown, { async: false, gfm: true }));
      for (const kind of partKinds) {
        const share = keptShare(before[kind], after[kind]);
        note(`${name} ${kind}`, share);
        if (values.show === name && share !== undefined && share < 0.95) {
          console.error(`${id} ${kind} ${share.toFixed(3)}`);
        }
      }
    }
  }
  console.log(`\n| | ${partKinds.join(' | ')} | ms |`);
  console.log(`| --- |${' ---: |'.repeat(partKinds.length + 1)}`);
  const mean = (all: readonly number[]) => all.reduce((a, b) => a + b, 0) / all.length;
  for (const name of names) {
    const cells = partKinds.map((kind) => mean(shares.get(`${name} ${kind}`) ?? []).toFixed(3));
    console.log(
      `| ${name} | ${cells.join(' | ')} | ${median(shares.get(`${name} ms`) ?? []).toFixed(1)} |`,
    );
  }
}

/** Pages that a converter fails on are skipped. */
function converted(name: string, html: string, address: string): string {
  try {
    return all[name]?.(html, address) ?? '';
  } catch (error) {
    process.stderr.write(`${name} ${address}: ${(error as Error).message}\n`);
    return '';
  }
}
