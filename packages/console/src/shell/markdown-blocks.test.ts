import t from 'tap';
import { blocksOf } from './markdown-blocks.ts';

t.test('lines are divided into blocks', (t) => {
  const text =
    '# A *title*\n\nOne\ntwo\n\n- a\n  - b\n1. c\n> said\n\n```js\nx = 1;\n\n# no title\n```\n| a | b |\n| --- | --- |\n| 1 | 2 |\n***\nend';
  t.same(
    blocksOf(text).map(({ type, text, level }) => [type, text, level]),
    [
      ['heading', 'A *title*', 1],
      ['paragraph', 'One two', 0],
      ['item', 'a', 0],
      ['item', 'b', 1],
      ['item', 'c', 0],
      ['quote', 'said', 0],
      ['code', 'x = 1;\n\n# no title', 0],
      ['row', '| a | b |', 0],
      ['row', '| 1 | 2 |', 0],
      ['rule', '', 0],
      ['paragraph', 'end', 0],
    ],
  );
  t.end();
});

t.test('unclosed code extends to the end of the text', (t) => {
  t.same(blocksOf('```\n<script>\n# x'), [{ type: 'code', text: '<script>\n# x', level: 0 }]);
  t.end();
});

// If each line were parsed again from each of its characters, this amount would take minutes.
t.test('blocksOf is linear for hostile lines', (t) => {
  const spaces = ' '.repeat(200_000);
  const end = 'X\u2028Y';
  for (const before of ['# ', '- ', '1. ', '> ', '>', '| ', '', '- - ', '#', '```', '* *']) {
    for (const many of [spaces, '- '.repeat(100_000), '| '.repeat(100_000), '\t'.repeat(200_000)]) {
      t.equal(blocksOf(before + many + end).length, 1, JSON.stringify(before + many.slice(0, 2)));
    }
  }
  t.end();
});
