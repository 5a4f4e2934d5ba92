import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

// Documents that are no pages: the browser only shows their text, and what is written is the text
// that the server sent.

const { server, render } = await createLab(t);

async function markdown(url: string, parameters: Record<string, unknown> = {}): Promise<string> {
  const { body } = await render({ kind: 'scrape', format: 'md', url, ...parameters });
  return Buffer.from(body).toString();
}

const feed =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>One</title><link>https://example.com/1</link><description>&lt;p&gt;First &lt;b&gt;text&lt;/b&gt;&lt;/p&gt;</description></item></channel></rss>';
const feedMarkdown = '# News\n\n## [One](https://example.com/1)\n\nFirst **text**\n';

t.test('text, JSON, XML and feeds as Markdown', async (t) => {
  const cases: [type: string, body: string | Uint8Array, markdown: string][] = [
    ['text/plain', 'a *b*\n  c\n', '```\na *b*\n  c\n```\n'],
    ['text/plain; charset=windows-1251', Buffer.from([0xcf, 0xf0]), '```\nПр\n```\n'],
    ['application/json', '{"a": [1, "<b>"]}', '```json\n{"a": [1, "<b>"]}\n```\n'],
    ['application/xml', '<a><b>text</b></a>', '```xml\n<a><b>text</b></a>\n```\n'],
    ['application/xml', feed, feedMarkdown],
    ['application/rss+xml', feed, feedMarkdown],
    ['text/css', 'p { color: red }', '```css\np { color: red }\n```\n'],
  ];
  for (const [index, [type, body, wanted]] of cases.entries()) {
    const url = server.file(`/plain-${index}`, type, body);
    if (index % 2 === 0 || inDepth(t, type)) t.equal(await markdown(url), wanted, type);
    if (index % 2 === 1 || inDepth(t, `${type}, without scripts`))
      t.equal(await markdown(url, { main_content: true, js_enabled: false }), wanted, type);
  }
});

t.test('a part of such a document is what the browser shows of it', async (t) => {
  const url = server.file('/part', 'application/json', '{"a": 1}');
  t.match(await markdown(url, { selector: 'pre' }), '{"a": 1}');
});
