import t from 'tap';
import { markdownOf } from '../fixtures/markdown-of.ts';

const count = 200_000;
const run = `a${'\u00a0'.repeat(count)}b`;
const lines = `a${'\n'.repeat(count)}b`;

/** Much space between two letters: what tries each of the spaces as the last one takes minutes. */
const cases: Record<string, [html: string, markdown: string]> = {
  'a paragraph': [`<p>${run}</p>`, `${run}\n`],
  'a heading': [`<h2>${run}</h2>`, `## ${run}\n`],
  'a link': [`<p><a href="/x">${run}</a></p>`, `[${run}](/x)\n`],
  emphasis: [`<p><b>${run}</b> <sup>${run}</sup></p>`, `**${run}** <sup>${run}</sup>\n`],
  'an item': [`<ul><li>${run}</li></ul>`, `- ${run}\n`],
  'a term and what it means': [`<dl><dt>${run}</dt><dd>${run}</dd></dl>`, `- **${run}**: ${run}\n`],
  'a quote': [`<blockquote>${run}</blockquote>`, `> ${run}\n`],
  'a cell': [
    `<table><tr><th>c</th><th>d</th></tr><tr><td>${run}</td><td>e</td></tr></table>`,
    `| c | d |\n| --- | --- |\n| ${run} | e |\n`,
  ],
  'a listing in a cell': [
    `<table><tr><th>c</th></tr><tr><td><pre>${lines}</pre></td></tr></table>`,
    `| c |\n| --- |\n| \`a\`${'<br>'.repeat(count)}\`b\` |\n`,
  ],
  'a listing': [
    `<pre>${lines}<b>${' '.repeat(count)}\u00a0</b>c</pre>`,
    `\`\`\`\n${lines}${' '.repeat(count)}\u00a0c\n\`\`\`\n`,
  ],
  'a code span': [`<p><code>${lines}</code> <code>${run}</code></p>`, `\`a b\` \`${run}\`\n`],
  'code behind a space': [
    `<p><code> ${'a'.repeat(count)}</code></p>`,
    `\` ${'a'.repeat(count)}\`\n`,
  ],
};

t.test('runs of spaces take time in proportion to their length', async (t) => {
  for (const [name, [html, markdown]] of Object.entries(cases)) {
    const written = markdownOf(html);
    t.ok(written === markdown, `${name}: ${written.length} characters of ${markdown.length}`);
  }
});

t.test('many breaks that show nothing', async (t) => {
  t.equal(markdownOf(`<p>${'<br> '.repeat(15_000)}</p>`), '');
  t.equal(markdownOf(`<p>${'<br><!---->'.repeat(15_000)}a</p>`), 'a\n');
});
