import t from 'tap';
import { convert } from '../convert.ts';

const sentence = (about: string) =>
  `The ${about} was tried for a week in the rain, and it held, though nobody had expected that it would.`;
const nav =
  '<nav class="main-menu"><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/login">Sign in</a></li></ul></nav>';
const footer =
  '<footer class="site-footer"><p>© 2026 Example Ltd. All rights reserved.</p><ul><li><a href="/privacy">Privacy policy</a></li></ul></footer>';

function mainOf(html: string, path = '/page', title = 'A tent'): string {
  const url = `https://example.com${path}`;
  const page = { html: nav + html + footer, title, language: 'en', url };
  return convert({ ...page, format: 'md', mainContent: true }).text;
}

const rest = /Privacy policy|All rights|Sign in|Shop/;

t.test('an article without what stands around it', async (t) => {
  const paragraphs = ['tent', 'stove', 'lamp', 'rope', 'boat', 'mast'].map(
    (about) => `<p>${sentence(about)}</p>`,
  );
  const text = mainOf(
    `<main><article class="post"><h1>A tent</h1><p class="byline">By Ann Lee</p>${paragraphs.join('')}<ul><li>a task</li></ul></article><aside class="sidebar"><h3>Related posts</h3><ul><li><a href="/a">Ten knots</a></li><li><a href="/b">Five lakes</a></li></ul></aside></main>`,
    '/blog/a-tent',
  );
  t.match(text, /^# A tent\n/);
  for (const about of ['tent', 'stove', 'lamp', 'rope', 'boat', 'mast'])
    t.match(text, sentence(about));
  t.notMatch(text, rest);
  t.notMatch(text, 'Ten knots');
});

t.test('a forum keeps every post', async (t) => {
  const posts = ['tent', 'stove', 'lamp', 'rope'].map(
    (about, index) =>
      `<div class="post" id="p${index}"><div class="username"><a href="/u/${index}">user${index}</a></div><div class="post-body"><p>${sentence(about)}</p></div></div>`,
  );
  const text = mainOf(
    `<h1>Which tent?</h1><div class="thread">${posts.join('')}</div>`,
    '/forum/threads/which-tent.77',
    'Which tent?',
  );
  for (const about of ['tent', 'stove', 'lamp', 'rope']) t.match(text, sentence(about));
  t.notMatch(text, rest);
});

t.test('documentation keeps its listings and tables', async (t) => {
  const text = mainOf(
    `<div class="sphinxsidebar"><ul><li><a href="/a">Install</a></li><li><a href="/b">API</a></li></ul></div><div role="main" class="body"><section><h1>Tents</h1><p>${sentence('tent')}</p><pre class="language-sh">tent --up</pre><p>${sentence('rope')}</p><table><tr><th>Name</th><th>Size</th></tr><tr><td>small</td><td>2</td></tr></table><p>${sentence('mast')}</p></section></div>`,
    '/docs/tents.html',
    'Tents',
  );
  t.match(text, '```sh\ntent --up\n```');
  t.match(text, '| small | 2 |');
  t.notMatch(text, rest);
});

t.test('a page without any content is given whole', async (t) => {
  t.match(
    convert({
      html: '<p>Hi</p>',
      title: '',
      language: '',
      url: 'https://example.com/',
      format: 'md',
      mainContent: true,
    }).text,
    'Hi',
  );
});
