import t from 'tap';
import { convert, type Job } from '../convert.ts';
import { chunkChars, chunksOf } from './chunks.ts';
import { limits, type PageJson } from './page-json.ts';

const url = 'https://example.com/blog/tents';
const jsonLd = [
  JSON.stringify({
    '@graph': [
      { '@type': 'WebSite', name: 'Example' },
      {
        '@type': 'BlogPosting',
        headline: 'Tents',
        author: [{ '@type': 'Person', name: 'Ann Lee' }, { name: 'Bo Ek' }],
        datePublished: '2026-03-01T10:00:00Z',
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { name: 'Home', item: 'https://example.com/' },
          { item: { '@id': 'https://example.com/blog', name: 'Blog' } },
        ],
      },
    ],
  }),
  '{ broken',
];

function job(html: string, head: Partial<Job['head']> = {}, more: Partial<Job> = {}): Job {
  const whole = { meta: [], links: [], jsonLd: [], ...head };
  return {
    html,
    title: 'Tents | Example',
    language: 'en',
    url,
    head: whole,
    format: 'json',
    mainContent: false,
    ...more,
  };
}

const json = (html: string, head?: Partial<Job['head']>) =>
  JSON.parse(convert(job(html, head)).text) as PageJson;

t.test('a page as data', async (t) => {
  const page = json(
    '<h1>Tents</h1><p>Two <a href="https://example.com/a">inside</a> <a href="https://other.example/">outside</a> <a href="mailto:a@b.c">mail</a></p><img src="https://example.com/i.png" alt="A tent"><table><tr><th>Name</th><th>Size</th></tr><tr><td>small</td><td>2</td></tr></table>',
    {
      jsonLd,
      meta: [['description', 'About tents']],
      links: [
        { rel: 'canonical', url, type: '', title: '', language: '' },
        {
          rel: 'alternate',
          url: 'https://example.com/feed',
          type: 'application/rss+xml',
          title: 'News',
          language: '',
        },
      ],
    },
  );
  t.match(page, {
    url,
    title: 'Tents',
    author: 'Ann Lee, Bo Ek',
    published: '2026-03-01T10:00:00Z',
    language: 'en',
    description: 'About tents',
    canonical: url,
    site: 'Example',
    breadcrumbs: [
      { name: 'Home', url: 'https://example.com/' },
      { name: 'Blog', url: 'https://example.com/blog' },
    ],
    feeds: [{ url: 'https://example.com/feed', type: 'application/rss+xml', title: 'News' }],
  });
  t.same(page.links, [
    { url: 'https://example.com/a', text: 'inside', kind: 'internal' },
    { url: 'https://other.example/', text: 'outside', kind: 'external' },
    { url: 'mailto:a@b.c', text: 'mail', kind: 'other' },
  ]);
  t.same(page.images, [{ url: 'https://example.com/i.png', alt: 'A tent' }]);
  t.same(page.tables, [
    [
      ['Name', 'Size'],
      ['small', '2'],
    ],
  ]);
  t.equal(page.json_ld.length, 1, 'what is no JSON is left out');
  t.match(page.markdown, /^# Tents\n/);
});

t.test('what a page does not say is absent', async (t) => {
  const page = json('<p>Hi</p>');
  t.same(
    Object.keys(page).filter((name) =>
      ['author', 'published', 'canonical', 'breadcrumbs'].includes(name),
    ),
    [],
  );
  t.match(page, { title: 'Tents | Example', words: 1, links: [], tables: [], feeds: [] });
});

t.test('author and date of meta elements and of the text', async (t) => {
  t.match(
    json('<p>x</p>', {
      meta: [
        ['author', 'by Ann Lee'],
        ['article:published_time', 'March 1, 2026 UTC'],
      ],
    }),
    {
      author: 'Ann Lee',
      published: '2026-03-01',
    },
  );
  t.match(
    json('<a rel="author" href="/ann">Ann Lee</a><time datetime="2026-03-01">1 March</time>'),
    {
      author: 'Ann Lee',
      published: '2026-03-01',
    },
  );
  t.equal(json('<p>x</p>', { meta: [['author', 'https://example.com/ann']] }).author, undefined);
});

t.test('front matter', async (t) => {
  const { text } = convert(job('<p>Hi</p>', { jsonLd }, { format: 'md', frontMatter: true }));
  t.equal(
    text,
    `---\nurl: "${url}"\ntitle: "Tents"\nauthor: "Ann Lee, Bo Ek"\npublished: "2026-03-01T10:00:00Z"\nlanguage: "en"\nsite: "Example"\n---\n\nHi\n`,
  );
});

t.test('chunks know their headings and their size', async (t) => {
  const chunks = chunksOf(
    'intro\n\n# A\n\none\n\n## B\n\n```\n# no\n\nheading\n```\n\n# C\n\ntwo\n',
  );
  t.same(
    chunks.map(({ path, markdown }) => [path, markdown]),
    [
      [[], 'intro'],
      [['A'], '# A\n\none'],
      [['A', 'B'], '## B\n\n```\n# no\n\nheading\n```'],
      [['C'], '# C\n\ntwo'],
    ],
  );
  t.ok(chunks.every(({ chars, markdown }) => chars === markdown.length));
});

t.test('JSON-LD that says nothing sensible is no fault of the page', async (t) => {
  const list = (itemListElement: unknown) =>
    JSON.stringify({ '@type': 'BreadcrumbList', itemListElement });
  for (const odd of [
    list([null]),
    list([{ item: null }]),
    list([{ name: null, item: 3 }, 'a', 4, [null], [[]]]),
    list({ item: { '@id': null } }),
    list(null),
    '[{"@type":"Article","headline":[null],"author":[null,{"name":null}],"datePublished":{}}]',
    '{"@type":["Article",null,{}],"author":{"name":[[]]},"creator":false}',
    '{"@type":"WebSite","name":[]}',
    'null',
  ]) {
    const page = json('<p>Hi</p>', { jsonLd: [odd] });
    t.equal(page.breadcrumbs, undefined, odd);
    t.match(page, { title: 'Tents | Example', json_ld: [JSON.parse(odd)] });
  }
  const mixed = list([null, { name: 'Home', item: 'https://example.com/' }]);
  t.same(json('<p>Hi</p>', { jsonLd: [mixed] }).breadcrumbs, [
    { name: 'Home', url: 'https://example.com/' },
  ]);
});

t.test('omits JSON-LD that is nested too deeply', async (t) => {
  const nested = (levels: number, open: string, close: string) =>
    `{"@type":"Article","headline":${open.repeat(levels)}"Deep"${close.repeat(levels)}}`;
  for (const [open, close] of [
    ['[', ']'],
    ['{"name":', '}'],
  ] as const) {
    const jsonLd = [nested(60_000, open, close), nested(101, open, close)];
    const page = json('<p>Hi</p>', { jsonLd });
    t.match(page, { title: 'Tents | Example', json_ld: [] });
    t.equal(json('<p>Hi</p>', { jsonLd: [nested(98, open, close)] }).title, 'Deep');
    t.match(convert(job('<p>Hi</p>', { jsonLd }, { format: 'md', frontMatter: true })).text, 'Hi');
  }
});

t.test('listings in lists and quotes stay whole, and signs of money are none', async (t) => {
  const whole = [
    '- ```js\n  a\n\n  b\n  ```',
    '> ```\n> a\n>\n> b\n> ```',
    '1. - ```\n     a\n\n     b\n     ```',
    '- $$\n  a\n\n  b\n  $$',
    '````\n```\n\nb\n````',
  ];
  for (const listing of whole) {
    const paragraphs = ['x'.repeat(chunkChars - 5), 'y'.repeat(chunkChars - 5)];
    const [first, ...rest] = chunksOf([listing, ...paragraphs].join('\n\n'));
    t.equal(first?.markdown, listing);
    t.same(
      rest.map(({ markdown }) => markdown),
      paragraphs,
      'what follows is divided',
    );
  }
  for (const line of ['$$$ pricey', '``` a``b ```', '- $$$']) {
    t.same(
      chunksOf(`${line}\n\n# A\n\none`).map(({ path }) => path),
      [[], ['A']],
      line,
    );
  }
});

t.test('chunks and lists are bounded, and nothing of the text is lost', async (t) => {
  const paragraphs = Array.from({ length: 300 }, (_, index) => `word${index} `.repeat(20).trim());
  const markdown = `${paragraphs.join('\n\n')}\n\n${'x'.repeat(50_000)}`;
  const chunks = chunksOf(markdown);
  t.ok(chunks.every(({ chars }) => chars <= chunkChars * 4));
  const joined = chunks.map((chunk) => chunk.markdown).join('');
  t.equal(joined.replace(/\s/g, ''), markdown.replace(/\s/g, ''));
  const links = Array.from({ length: limits.links + 5 }, (_, index) => `<a href="/${index}">x</a>`);
  t.equal(json(links.join(' ')).links.length, limits.links);
  const deep = `${'{"@type":"A","a":'.repeat(90)}1${'}'.repeat(90)}`;
  t.equal(json('<p>x</p>', { jsonLd: [deep] }).json_ld.length, 1);
});

t.test('markup cannot claim that a page replaces a PDF', async (t) => {
  const html = '<nav>Menu</nav><p>Text.</p>';
  t.notHas(json(html, { meta: [['pdf:pages', '7']] }), { pages: 7 });
  const told = job(html, {}, { pdfPages: 7 });
  t.match(JSON.parse(convert(told).text), { pages: 7 });
});
