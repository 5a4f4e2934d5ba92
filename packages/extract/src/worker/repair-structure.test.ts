import t from 'tap';
import { markdownOf } from '../fixtures/markdown-of.ts';
import { parsePage } from './parse-page.ts';
import { repairStructure } from './repair-structure.ts';
import { elementsOf } from './tree.ts';

/** Parsed as XHTML, or put there by scripts: the parser of HTML would not leave them like this. */
const cases: Record<string, [html: string, markdown: string]> = {
  'cells without a table': ['<div>a<td>b</td> c<tr><td>d</td></tr></div>', 'a\n\nb\n\nc\n\nd\n'],
  'items without a list': ['<div><li>one</li> <li>two</li></div><p>x</p>', '- one\n- two\n\nx\n'],
  'terms without a list': [
    '<div><dt>T</dt><dd>D</dd></div><dd>alone</dd>',
    '- **T**: D\n\nalone\n',
  ],
  'a menu': ['<menu><li>a</li><li>b</li></menu>', '- a\n- b\n'],
  'boxes around items': [
    '<ul><div><section><li>a</li></section><li>b</li></div></ul>',
    '- a\n- b\n',
  ],
  'text and paragraphs right in a list': [
    '<ul>text <i>more</i><li>a</li><p>para</p></ul><ol>\n<p>x</p><li>y</li></ol>',
    '- text *more*\n- a\n- para\n\n1. x\n2. y\n',
  ],
  'a list in a box keeps its items': [
    '<ul><li>a</li><div>b<ul><li>c</li></ul></div></ul>',
    '- a\n- b\n  - c\n',
  ],
  'text right in a definition list': [
    '<dl><p>text</p><dt>a</dt><dd>b</dd><div><div><dt>x</dt><dd>y</dd></div></div></dl>',
    'text\n\n- **a**: b\n\n- **x**: y\n',
  ],
  'text right in tables, rows and their parts': [
    '<table>loose<tbody>part<tr>row<td>a</td><div>box</div></tr></tbody></table>',
    '|  |  |  |\n| --- | --- | --- |\n| loose |  |  |\n| part |  |  |\n| row | a | box |\n',
  ],
  'a table right in a table': [
    '<table><table><tr><td>x</td><td>y</td></tr><tr><td>z</td><td>w</td></tr></table></table>',
    '|  |  |\n| --- | --- |\n| x | y |\n| z | w |\n',
  ],
  'parts of tables without one': [
    '<caption>cap</caption><thead><tr><th>x</th><th>y</th></tr></thead>',
    'cap\n\n| x | y |\n| --- | --- |\n',
  ],
};

t.test('parts of lists and tables that lie elsewhere keep their text', async (t) => {
  for (const [name, [html, markdown]] of Object.entries(cases)) {
    t.equal(markdownOf(html), markdown, name);
  }
});

/** More than a call takes arguments. */
const many = 140_000;

t.test('as many things right in a list as a page likes', async (t) => {
  const { body } = parsePage({
    html: `<ul>${'<b>a</b>'.repeat(many)}</ul>`,
    title: '',
    language: '',
    url: '',
  });
  repairStructure(body);
  const [item] = elementsOf(body, 'li');
  t.equal(item?.childNodes.length, many);
});
