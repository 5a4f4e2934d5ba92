import t from 'tap';
import { markdownOf } from '../fixtures/markdown-of.ts';

const formula = '<math display="block" alttext="c">x</math>';

/** Blocks in places that people write lines in. */
const cases: Record<string, [html: string, markdown: string]> = {
  'a listing that a term means': [
    '<dl><dt>A</dt><dd><pre>x</pre></dd></dl>',
    '- **A**\n\n  ```\n  x\n  ```\n',
  ],
  'a listing as a term': ['<dl><dt><pre>x</pre></dt><dd>a</dd></dl>', '- ```\n  x\n  ```\n\n  a\n'],
  'a listing among terms': [
    '<dl><dt>A</dt><dt><pre>x</pre></dt><dd>a</dd><dd>b</dd></dl>',
    '- **A**\n\n  ```\n  x\n  ```\n\n  - a\n  - b\n',
  ],
  'a listing that names a part': [
    '<details><summary><pre>cmd</pre></summary>a</details>',
    '```\ncmd\n```\n\na\n',
  ],
  'a list that a term means': [
    '<dl><dt>A</dt><dd><ul><li>x</li></ul></dd></dl>',
    '- **A**\n\n  - x\n',
  ],
  'a quote that a term means': [
    '<dl><dt>A</dt><dd><blockquote>q</blockquote></dd></dl>',
    '- **A**\n\n  > q\n',
  ],
  'a heading that a term means': ['<dl><dt>A</dt><dd><h3>h</h3></dd></dl>', '- **A**\n\n  ### h\n'],
  'a line that a term means': ['<dl><dt>A</dt><dd><hr></dd></dl>', '- **A**\n\n  ___\n'],
  'lines among what a term means': [
    '<dl><dt>A</dt><dd><hr></dd><dd>b</dd></dl>',
    '- **A**\n  - ___\n  - b\n',
  ],
  'a heading as a term': ['<dl><dt><h3>A</h3></dt><dd>b</dd></dl>', '- **A**: b\n'],
  'a heading and more as a term': [
    '<dl><dt><h3>A</h3><p>c</p></dt><dd>b</dd></dl>',
    '- ### A\n  c\n\n  b\n',
  ],
  'a list that names a part': [
    '<details><summary><ul><li>q</li></ul></summary>a</details>',
    '- q\n\na\n',
  ],
  'a quote that names a part': [
    '<details><summary><blockquote>q</blockquote></summary>a</details>',
    '> q\n\na\n',
  ],
  'a list behind a space that names a part': [
    '<details><summary><ul><li>\u00a0q</li></ul></summary>a</details>',
    '- q\n\na\n',
  ],
  'blocks behind a space in what stands in lines': [
    '<details><summary>n</summary><details><ul><li>\u00a0q</li></ul></details></details><p>a</p><span><h3>\u00a0b</h3></span><sup><p>c</p></sup>',
    '**n**\n\n- q\n\na\n\n### b\n\nc\n',
  ],
  'a formula in a heading': [`<h2>A ${formula} b</h2>`, '## A $c$ b\n'],
  'a formula in a link': [`<p><a href="/x">${formula}</a></p>`, '[$c$](/x)\n'],
  'formulas in emphasis and small signs': [
    `<p><b>${formula}</b> <sup>${formula}</sup> <q>${formula}</q></p>`,
    '**$c$** <sup>$c$</sup> “$c$”\n',
  ],
  'a formula in a term and in what it means': [
    `<dl><dt>A ${formula}</dt><dd>${formula}</dd></dl>`,
    '- **A $c$**\n\n  $$\n  c\n  $$\n',
  ],
  'a formula behind a space': [`<p>a<span> ${formula}</span>b</p>`, 'a\n\n$$\nc\n$$\n\nb\n'],
  'a formula in a cell of a layout': [
    `<table role="presentation"><tr><td>a</td><td>${formula}</td></tr></table>`,
    'a $c$\n',
  ],
  'a note of one paragraph': [note('<p>One <a data-back>↩</a></p>'), 'x[^1]\n\n[^1]: One\n'],
  'a note of one listing': [
    note('<pre>l\n\nm</pre>'),
    'x[^1]\n\n[^1]:\n\n    ```\n    l\n\n    m\n    ```\n',
  ],
  'a note of one list': [
    note('<ul><li>a</li><li>b</li></ul>'),
    'x[^1]\n\n[^1]:\n\n    - a\n    - b\n',
  ],
  'a note that a term means': [
    '<p>x<a href="#n1" data-note="n1">1</a></p><dl><dt>1</dt><dd id="n1">One</dd></dl>',
    'x[^1]\n\n- **1**\n\n  [^1]: One\n',
  ],
};

function note(html: string): string {
  return `<p>x<a href="#n1" data-note="n1">1</a></p><ol><li id="n1">${html}</li></ol>`;
}

t.test('blocks in lines', async (t) => {
  for (const [name, [html, markdown]] of Object.entries(cases)) {
    t.equal(markdownOf(html), markdown, name);
  }
});
