import t from 'tap';
import { compareTexts } from './compare-texts.ts';

t.test('reports lines with their numbers, and the words that differ', (t) => {
  const before = '# Prices\n\nSmall: 5 EUR\nLarge: 9 EUR\n\nValid until May.\n';
  const after =
    '# Prices\n\nSmall: 6 EUR\nLarge: 9 EUR\n\nNew: a family ticket.\nValid until May.\n';
  const { diff, hunks, ...figures } = compareTexts(before, after);
  t.same(figures, { type: 'text', same: false, changed: 3 / 13, added: 2, removed: 1 });
  t.same(hunks, [
    {
      before: 3,
      after: 3,
      lines: [
        { type: 'removed', text: 'Small: 5 EUR', words: [[7, 8]] },
        { type: 'added', text: 'Small: 6 EUR', words: [[7, 8]] },
      ],
    },
    { before: 6, after: 6, lines: [{ type: 'added', text: 'New: a family ticket.' }] },
  ]);
  t.equal(
    diff,
    `@@ -1,6 +1,7 @@
 # Prices
 
-Small: 5 EUR
+Small: 6 EUR
 Large: 9 EUR
 
+New: a family ticket.
 Valid until May.
`,
  );
  t.end();
});

t.test('ends of lines and trailing blanks are no differences', (t) => {
  t.match(compareTexts('a\r\nb  \r\n', 'a\nb'), { same: true, changed: 0, hunks: [], diff: '' });
  t.match(compareTexts('', ''), { same: true, changed: 0 });
  t.match(compareTexts('', 'a'), { same: false, changed: 1, added: 1, removed: 0 });
  t.end();
});

t.test('parts that match ignoreText do not count', (t) => {
  const ignoreText = [String.raw`\d\d:\d\d`];
  t.ok(compareTexts('Now: 12:00\nx', 'Now: 13:37\nx', { ignoreText }).same);
  t.notOk(compareTexts('Now: 12:00\nx', 'Now: 13:37\ny', { ignoreText }).same);
  t.throws(() => compareTexts('', '', { ignoreText: ['['] }), { code: 'invalid_parameter' });
  t.end();
});

t.test('long texts without a line in common are compared in bounded time', (t) => {
  const lines = (name: string) =>
    ['first', ...Array.from({ length: 200_000 }, (_, at) => `${name} ${at}`), 'last'].join('\n');
  const { added, removed, hunks } = compareTexts(lines('one'), lines('two'));
  t.same([added, removed, hunks.length], [200_000, 200_000, 1]);
  t.match(hunks, [{ before: 2, after: 2 }]);
  t.end();
});
