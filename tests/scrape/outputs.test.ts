import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';

// What the documents show of outputs is a part of what tests/scrape/markdown.test.ts finds to be
// made of the pages.

const root = join(import.meta.dirname, '../..');

t.test('outputs in the documents are those of the pages', async (t) => {
  const text = await readFile(join(root, 'docs/scrape.md'), 'utf8');
  const shown = [
    ...text.matchAll(
      /in \[[\w.]+\]\(\.\.\/(tests\/scrape\/pages\/[\w.]+\.md)\):\n\n```text\n([^]*?)\n```\n/g,
    ),
  ];
  t.equal(shown.length, 5);
  for (const [, file = '', output = ''] of shown) {
    t.ok((await readFile(join(root, file), 'utf8')).includes(output), file);
    t.ok(output.split('\n').length > 5, 'more than a line');
  }
});
