import t from 'tap';
import { markdownOf, shownBy, wordsOf } from '../fixtures/markdown-of.ts';
import { escape } from './parse-page.ts';

/** Texts that mean nothing in Markdown and must come out as they went in. */
const harmless = [
  '1.5 and 2. and a_b_c snake_case no: x__y, _a',
  '5 * 3 = 15, a * b * c',
  'See [1] and [note], array[0], f(x)[y]',
  'a < b > c, x<5, 1 <2',
  'AT&T, R&D; a & b &c',
  'C# and F#, #hashtag, issue #42',
  'Hello! Yes!',
  '~5 and ~/home',
  'C:\\new folder',
  'a | b | c',
  '$5 and $10, a^b, {x}',
  'it`s',
  '-5 degrees, +1, - dash in the middle - here',
  'footnote*',
  '2024. A year',
  'x = y == z',
];

t.test('harmless text gets no backslash', async (t) => {
  for (const text of harmless) {
    const markdown = markdownOf(`<p>Begin ${escape(text)}</p>`);
    t.equal(markdown, `Begin ${text}\n`);
  }
});

/** Texts that would be taken for signs, and what they are written as. */
const signs: Record<string, string> = {
  '1. one': '1\\. one',
  '2) two': '2\\) two',
  '# head': '\\# head',
  '#tag': '#tag',
  '> quote': '\\> quote',
  '- item': '\\- item',
  '+ item': '\\+ item',
  '* item': '\\* item',
  '---': '\\---',
  '***': '\\***',
  '```js': '\\`\\`\\`js',
  '~~~': '\\~\\~\\~',
  '*a*': '\\*a\\*',
  '**a** b': '\\*\\*a\\*\\* b',
  'a*b*c': 'a\\*b\\*c',
  _a_: '\\_a\\_',
  '~~gone~~': '\\~\\~gone\\~\\~',
  '`code`': '\\`code\\`',
  '[a](b)': '[a\\](b)',
  '![a](b)': '![a\\](b)',
  '[a]: b': '\\[a]: b',
  '<b>bold</b>': '\\<b>bold\\</b>',
  '<https://example.com>': '\\<https://example.com>',
  '&copy; and &#65;': '\\&copy; and \\&#65;',
  '__init__.py': '\\_\\_init\\_\\_.py',
  '<!a': '\\<!a',
  'a \\* b': 'a \\\\* b',
};

t.test('signs get a backslash, and only there', async (t) => {
  for (const [text, expected] of Object.entries(signs)) {
    t.equal(markdownOf(`<p>${escape(text)}</p>`), `${expected}\n`);
  }
});

t.test('a reader sees the text as it was', async (t) => {
  for (const text of [...harmless, ...Object.keys(signs)]) {
    t.equal(wordsOf(shownBy(markdownOf(`<p>${escape(text)}</p>`))), text.trim(), text);
    const inItem = shownBy(markdownOf(`<ul><li>${escape(text)}</li><li>b</li></ul>`));
    t.equal(wordsOf(inItem.getElementsByTagName('li')[0] as Element), text.trim(), `item ${text}`);
    const inCell = shownBy(
      markdownOf(
        `<table><tr><th>a</th><th>b</th></tr><tr><td>${escape(text)}</td><td>c</td></tr></table>`,
      ),
    );
    t.equal(wordsOf(inCell.getElementsByTagName('td')[0] as Element), text.trim(), `cell ${text}`);
    const inHeading = shownBy(markdownOf(`<h2>${escape(text)}</h2>`));
    t.equal(
      wordsOf(inHeading.getElementsByTagName('h2')[0] as Element),
      text.trim(),
      `heading ${text}`,
    );
  }
});

/** A generator of numbers that is the same on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

t.test('random signs and words come back', async (t) => {
  const random = randomFrom(20_260_101);
  const pieces = [
    'a',
    'b ',
    ' ',
    '1',
    '*',
    '**',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '&',
    '#',
    '-',
    '.',
    '!',
    '~',
    '~~',
    '\\',
    '|',
    '=',
    '+',
    '“',
    ':',
  ];
  const wrong: string[] = [];
  for (let round = 0; round < 1500; round += 1) {
    const length = 2 + Math.floor(random() * 9);
    const text = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)])
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    if (text === '') continue;
    const markdown = markdownOf(`<p>${escape(text)}</p>`);
    const shown = shownBy(markdown);
    const isPlain = shown.children.length === 1 && shown.children[0]?.children.length === 0;
    if (wordsOf(shown) !== text || !isPlain) wrong.push(`${text}  =>  ${markdown.trim()}`);
  }
  t.same(wrong, []);
});

/** Signs that open something, repeated without an end, and what each is written as. */
const openings: Record<string, string> = { '*a': '\\*a', '`': '\\`', '[(': '[(', '\\': '\\\\' };

t.test('reads each of a hundred thousand unclosed signs once', async (t) => {
  for (const [sign, written] of Object.entries(openings)) {
    const count = 100_000 / sign.length;
    const text = `${sign.repeat(count)}!`;
    const fence = sign === '`' ? '`'.repeat(count + 1) : '```';
    const expected = `${written.repeat(count)}!\n\n${fence}\n${text}\n${fence}\n`;
    const markdown = markdownOf(`<p>${escape(text)}</p><pre>${escape(text)}</pre>`);
    t.ok(markdown === expected, `${sign}: ${markdown.length} characters of ${expected.length}`);
  }
});
