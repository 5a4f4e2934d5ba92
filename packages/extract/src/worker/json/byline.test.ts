import t from 'tap';
import { parsePage } from '../parse-page.ts';
import { readByline } from './byline.ts';
import { readShownDate } from './shown-date.ts';

const title = 'Ten knots for the rain';
const page = (html: string) => {
  const { body } = parsePage({ html, title, language: '', url: '' });
  return readByline(body, `${title} | Example`);
};
const filler =
  '<p>A sentence that is long enough to stand between the parts of the page.</p>'.repeat(30);

t.test('what is said beside the title', async (t) => {
  const cases: [html: string, author: string, published: string][] = [
    ['<p>By Ann Lee</p><p>Published on July 18, 2025</p>', 'Ann Lee', '2025-07-18'],
    ['<p>by Ann Lee » Tue Aug 27, 2019 1:47 am</p>', 'Ann Lee', '2019-08-27'],
    ['<p>Discussion started by ann_l, May 26, 2025.</p>', 'ann_l', '2025-05-26'],
    ['<p>Contributors: Ann Lee</p>', 'Ann Lee', ''],
    [
      '<div class="postAuthor"><b>Ann Lee</b></div><div>4. August 2010</div>',
      'Ann Lee',
      '2010-08-04',
    ],
    ['<div><a href="https://example.com/people/ann">Ann Lee</a></div>', 'Ann Lee', ''],
    [
      '<p>Updated: May 2, 2026</p><p>Ann Lee</p><p>3 March 2026</p><p>Ann Lee</p>',
      'Ann Lee',
      '2026-03-03',
    ],
    ['<p>Last updated May 2, 2026</p>', '', '2026-05-02'],
    ['<p><time datetime="2026-03-01T10:00Z">yesterday</time></p>', '', '2026-03-01T10:00Z'],
    ['<p>Sign up</p><p>Read more</p>', '', ''],
    ['<p class="author">View all posts</p>', '', ''],
    ['<div class="username">Gold Member</div><div class="username">ann_l</div>', 'ann_l', ''],
    ['<p class="author">Reputation: 1,204</p>', '', ''],
  ];
  for (const [html, author, published] of cases) {
    t.same(page(`<h1>${title}</h1>${html}${filler}`), { author, published }, html);
  }
});

t.test('what is said elsewhere is of something else', async (t) => {
  const other = '<p>By Bo Ek</p><p>May 2, 2020</p>';
  t.same(page(`${other}${filler}<h1>${title}</h1>${filler}${other}`), {
    author: '',
    published: '',
  });
  t.same(page(`<nav>${other}</nav><h1>${title}</h1>${filler}`), { author: '', published: '' });
});

t.test('the heading that the title of the document names is the title', async (t) => {
  const html = `<h1>Knots weekly</h1><p>By Bo Ek</p>${filler}<h2>${title}</h2><p>By Ann Lee</p>`;
  t.equal(page(html).author, 'Ann Lee');
});

t.test('dates that can be read in one way', async (t) => {
  const dates: [text: string, date: string | undefined][] = [
    ['March 4th, 2026', '2026-03-04'],
    ['4 Mar. 2026', '2026-03-04'],
    ['04.03.2026', '2026-03-04'],
    ['2026年3月4日', '2026-03-04'],
    ['#1 2026-03-04 10:59:47', '2026-03-04'],
    ['03/04/2026', undefined],
    ['February 31, 2026', undefined],
    ['in 2026', undefined],
  ];
  for (const [text, date] of dates) t.equal(readShownDate(text)?.date, date, text);
});
