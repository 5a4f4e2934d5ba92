import t from 'tap';
import { markdownOf, shownBy } from '../../fixtures/markdown-of.ts';

const cases: Record<string, [html: string, markdown: string]> = {
  'a table': [
    '<table><caption>C</caption><thead><tr><th>a<th align="right">b</thead><tbody><tr><td>1<td align="right">2</table>',
    'C\n\n| a | b |\n| --- | --: |\n| 1 | 2 |\n',
  ],
  'no head': [
    '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
    '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n',
  ],
  'pipes, also in code': [
    '<table><tr><th>a|b</th><th>c</th></tr><tr><td><code>x|y</code></td><td>d \\| e</td></tr></table>',
    '| a\\|b | c |\n| --- | --- |\n| `x\\|y` | d \\\\\\| e |\n',
  ],
  'blocks, breaks and lists in cells': [
    '<table><tr><th>a</th><th>b</th></tr><tr><td><p>one</p><p>two<br>three</p></td><td><ul><li>x</li><li>y</li></ul><pre>l1\nl2</pre></td></tr></table>',
    '| a | b |\n| --- | --- |\n| one<br>two<br>three | - x<br>- y<br>`l1`<br>`l2` |\n',
  ],
  'cells over several columns and rows': [
    '<table><tr><th colspan="2">a</th><th>b</th></tr><tr><td rowspan="2">1</td><td>2</td><td>3</td></tr><tr><td>4</td></tr></table>',
    '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 |  |\n',
  ],
  'a table in a cell': [
    '<table><tr><th>a</th><th>b</th></tr><tr><td><table><tr><td>x</td><td>y</td></tr><tr><td>z</td><td>w</td></tr></table></td><td>c</td></tr></table>',
    '| a | b |\n| --- | --- |\n| x y<br>z w | c |\n',
  ],
  'tables that lay out a page': [
    '<table role="presentation"><tr><td><h2>T</h2></td><td>s</td></tr></table><table><tr><td>only</td></tr></table>',
    '## T\n\ns\n\nonly\n',
  ],
  'a table with a head that lays out a page': [
    '<table><tr><th colspan="2">Guide</th></tr><tr><td><h3>Left</h3><p>a</p><p>b</p></td><td><h3>Right</h3><p>c</p></td></tr></table>',
    'Guide\n\n### Left\n\na\n\nb\n\n### Right\n\nc\n',
  ],
  'a row alone': [
    '<table><tr><td><img src="/i" alt="i"></td><td>Text</td></tr></table><table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>',
    '![i](/i) Text\n\na\n\nb\n\nc\n',
  ],
  'emphasis and escapes in cells stay in them': [
    '<table><tr><th>a*</th><th>*b</th></tr><tr><td><b>x</b></td><td>*</td></tr></table>',
    '| a* | *b |\n| --- | --- |\n| **x** | * |\n',
  ],
};

t.test('tables', async (t) => {
  for (const [name, [html, markdown]] of Object.entries(cases)) {
    t.equal(markdownOf(html), markdown, name);
  }
});

t.test('a large table keeps every row and cell', async (t) => {
  const rows = Array.from(
    { length: 1000 },
    (_, row) => `<tr><td>${row}</td><td>a|b</td><td><a href="/x">x</a></td></tr>`,
  );
  const markdown = markdownOf(
    `<table><tr><th>n</th><th>p</th><th>l</th></tr>${rows.join('')}</table>`,
  );
  t.equal(markdown.split('\n').length, 1003);
  t.match(markdown, '\n| 999 | a\\|b | [x](/x) |\n');
  t.equal(shownBy(markdown).getElementsByTagName('td').length, 3000);
});
