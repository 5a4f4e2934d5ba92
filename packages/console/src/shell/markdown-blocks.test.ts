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

t.test('code that never ends takes all that follows', (t) => {
  t.same(blocksOf('```\n<script>\n# x'), [{ type: 'code', text: '<script>\n# x', level: 0 }]);
  t.end();
});
