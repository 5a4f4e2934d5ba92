import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render } = await createLab(t);

t.test('a page as JSON, with what its head says', async (t) => {
  const url = server.page(
    '/page',
    `<!doctype html><html lang="en"><head><title>Tents | Example</title><meta property="og:title" content="Tents"><meta name="author" content="Ann Lee">
<link rel="canonical" href="/tents"><link rel="alternate" type="application/rss+xml" title="News" href="/feed">
<script type="application/ld+json">{"@type":"Article","datePublished":"2026-03-01"}</script></head>
<body><h1>Tents</h1><p>Two <a href="/a">inside</a></p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></body></html>`,
  );
  const { origin } = new URL(url);
  const result = await render({ kind: 'scrape', url, format: 'json' });
  t.match(result, {
    mediaType: 'application/json; charset=utf-8',
    extension: 'json',
    warnings: [],
  });
  t.match(JSON.parse(Buffer.from(result.body).toString()), {
    url,
    title: 'Tents',
    author: 'Ann Lee',
    published: '2026-03-01',
    language: 'en',
    canonical: `${origin}/tents`,
    markdown: /^# Tents\n/,
    chunks: [{ path: ['Tents'] }],
    links: [{ url: `${origin}/a`, text: 'inside', kind: 'internal' }],
    tables: [
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    json_ld: [{ '@type': 'Article' }],
    feeds: [{ url: `${origin}/feed`, type: 'application/rss+xml', title: 'News' }],
  });
});

t.test('front matter before Markdown', async (t) => {
  const url = server.page('/page', '<html lang="de"><title>Zelte</title><p>Text</p>');
  const { body } = await render({ kind: 'scrape', url, format: 'md', front_matter: true });
  t.equal(
    Buffer.from(body).toString(),
    `---\nurl: "${url}"\ntitle: "Zelte"\nlanguage: "de"\n---\n\nText\n`,
  );
});

t.test('footnotes, formulas and listings', async (t) => {
  const cases: Record<string, [html: string, markdown: string]> = {
    'a link to a part of the page is no footnote': [
      '<p><a href="#part">1</a></p><p id="part">Part</p>',
      'PAGE#part',
    ],
    'an image of a formula': [
      '<p>a <img class="latex" src="/f.png" alt="x^2"> b</p>',
      'a $x^2$ b\n',
    ],
    'a formula in an attribute': [
      '<p>a <span data-math="x^2"><b>drawn</b></span></p>',
      'a $x^2$\n',
    ],
    'numbers of lines (Chroma)': [
      '<table><tr><td><pre><span class="lnt">1\n</span><span class="lnt">2\n</span></pre></td><td><pre class="language-go">a\nb</pre></td></tr></table>',
      '```go\na\nb\n```\n',
    ],
    'a label in a listing': [
      '<pre><div><span>python</span><button>Copy</button></div><code>a\nb</code></pre>',
      '```python\na\nb\n```\n',
    ],
    'a language far around': [
      `<div class="language-rust">${'<div>'.repeat(7)}<pre>a</pre>${'</div>'.repeat(7)}</div>`,
      '```rust\na\n```\n',
    ],
  };
  const notes =
    '<p>x<sup id="r1"><a href="#fn1">1</a></sup></p><hr><ol><li id="fn1">Note <a href="#r1">↩</a></li></ol>';
  const parts = [...Object.values(cases).map(([html]) => html), notes];
  const url = server.page('/page', parts.join('<hr>'));
  const { body } = await render({ kind: 'scrape', url, format: 'md' });
  const written = Buffer.from(body).toString().split('\n\n---\n\n');
  for (const [at, [name, [, markdown]]] of Object.entries(cases).entries()) {
    if (markdown.startsWith('PAGE')) t.match(written[at], `](${url}${markdown.slice(4)})`, name);
    else t.equal(`${written[at]}\n`, markdown, name);
  }
  t.same(written.slice(-2), ['x[^1]', '[^1]: Note\n'], 'footnotes');
});
