import t from 'tap';
import { convert, type Job } from '../convert.ts';
import type { PageJson } from '../json/page-json.ts';
import { isPlainType } from './plain-type.ts';
import { maxEntries } from './read-feed.ts';

const job = (type: string, text: string, more: Partial<Job> = {}): Job => ({
  html: '',
  title: '',
  language: '',
  url: 'https://example.com/file',
  format: 'md',
  mainContent: true,
  plain: { type, text },
  ...more,
});
const markdown = (type: string, text: string) => convert(job(type, text)).text;

t.test('which documents are text', async (t) => {
  for (const type of [
    'text/plain',
    'text/markdown',
    'application/json',
    'application/ld+json',
    'application/rss+xml',
    'text/xml',
    'text/css',
  ])
    t.ok(isPlainType(type), type);
  for (const type of [
    'text/html',
    'application/xhtml+xml',
    'image/svg+xml',
    'image/png',
    'application/pdf',
  ])
    t.notOk(isPlainType(type), type);
});

t.test('writes text in a fence, in its language', async (t) => {
  t.equal(markdown('text/plain', 'a *b*\n\n  c\n'), '```\na *b*\n\n  c\n```\n');
  t.equal(markdown('text/plain', '```\nx\n```\n'), '````\n```\nx\n```\n````\n');
  t.equal(markdown('application/json', '{"a": "<b>"}'), '```json\n{"a": "<b>"}\n```\n');
  t.equal(markdown('text/plain', ' [1, 2]'), '```json\n [1, 2]\n```\n', 'JSON that is called text');
  t.equal(markdown('text/plain', '[1, 2] and more'), '```\n[1, 2] and more\n```\n');
  t.equal(markdown('application/xml', '<a>&amp;</a>'), '```xml\n<a>&amp;</a>\n```\n');
  t.equal(markdown('text/css', 'p{}'), '```css\np{}\n```\n');
});

t.test('Markdown is what it is', async (t) => {
  t.equal(markdown('text/markdown', '# A *b*\n'), '# A *b*\n');
});

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="c" xmlns:dc="d"><channel><title>News &amp; more</title><link>https://example.com/</link><description>All of it</description>
<item><title>First</title><link>https://example.com/1</link><pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate><dc:creator>Ann Lee</dc:creator><description>short</description><content:encoded><![CDATA[<h2>Part</h2><p>Long <a href="/x">text</a><script>no()</script><img src="i.png" alt="A tent"></p>]]></content:encoded></item>
<item><title>Second</title><guid>https://example.com/2</guid><description>&lt;p&gt;one &lt;b&gt;two&lt;/b&gt;&lt;p&gt;open &lt;div&gt;</description></item></channel></rss>`;

t.test('RSS', async (t) => {
  const wanted = `# [News & more](https://example.com/)

All of it

## [First](https://example.com/1)

Sun, 01 Mar 2026 10:00:00 GMT · Ann Lee

#### Part

Long [text](https://example.com/x)![A tent](https://example.com/i.png)

## [Second](https://example.com/2)

one **two**

open
`;
  t.equal(markdown('application/rss+xml', rss), wanted);
  t.equal(markdown('text/xml', rss), wanted);
  const page = JSON.parse(convert(job('text/xml', rss, { format: 'json' })).text) as PageJson;
  t.equal(page.title, 'News & more');
  t.match(page.links[1], { url: 'https://example.com/1', text: 'First', kind: 'internal' });
});

t.test('Atom', async (t) => {
  const entry = (content: string) =>
    `<entry><title type="html">A &lt;i&gt;b&lt;/i&gt;</title><link rel="self" href="https://example.com/self"/><link href="https://example.com/1"/><updated>2026-03-01</updated><author><name>Ann</name></author>${content}</entry>`;
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title>${entry('<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>in <em>XHTML</em></p></div></content>')}${entry('<summary type="text">1 &lt; 2</summary>')}</feed>`;
  t.equal(
    markdown('application/atom+xml', feed),
    `# Feed

## [A b](https://example.com/1)

2026-03-01 · Ann

in *XHTML*

## [A b](https://example.com/1)

2026-03-01 · Ann

1 < 2
`,
  );
});

t.test('JSON feeds', async (t) => {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Feed',
    items: [
      {
        title: 'One',
        url: 'https://example.com/1',
        content_html: '<p>a</p>',
        authors: [{ name: 'Ann' }],
      },
      { content_text: 'b <c>' },
      null,
    ],
  };
  t.equal(
    markdown('application/feed+json', JSON.stringify(feed)),
    '# Feed\n\n## [One](https://example.com/1)\n\nAnn\n\na\n\n## Untitled\n\nb \\<c>\n',
  );
});

t.test('feeds that are hostile or broken', async (t) => {
  const many = maxEntries + 5;
  const items = Array.from({ length: many }, (_, index) => `<item><title>t${index}</title></item>`);
  const text = markdown(
    'text/xml',
    `<rss><channel><title>x</title>${items.join('')}</channel></rss>`,
  );
  t.equal(text.match(/^## /gm)?.length, maxEntries);
  t.match(text, '5 more entries');
  const deep = `<rss><channel><item><title>x</title><description><![CDATA[${'<div>'.repeat(5000)}deep]]></description></item></channel></rss>`;
  t.match(markdown('text/xml', deep), 'deep');
  const links =
    '<rss><channel><item><title>x</title><link>javascript:a()</link><description>&lt;a href="javascript:a()"&gt;b&lt;/a&gt;</description></item></channel></rss>';
  t.equal(markdown('text/xml', links), '## x\n\nb\n');
  t.match(markdown('text/xml', '<rss><channel>'), /^$|^\n$/);
  t.match(markdown('text/xml', '<?xml version="1.0"?><html><rss/></html>'), '```xml');
  t.match(
    markdown('application/json', '{"version": "https://jsonfeed.org/version/1", '),
    '```json',
  );
});
