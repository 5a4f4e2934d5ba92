import t from 'tap';
import { parsePage } from '../parse-page.ts';
import { readMetadata, type Metadata } from './metadata.ts';
import { readDate } from './read-date.ts';

interface Said {
  html?: string;
  title?: string;
  meta?: [string, string][];
  jsonLd?: unknown;
}

function read({ html = '', title = 'Ten knots | Example', meta = [], jsonLd }: Said): Metadata {
  const url = 'https://www.knots.example/ten';
  const { body } = parsePage({ html, title, language: '', url });
  const head = { meta, links: [], jsonLd: jsonLd ? [JSON.stringify(jsonLd)] : [] };
  return readMetadata(body, { title, url, language: '', head });
}

t.test('the name of the site is no author', async (t) => {
  const html = '<h1>Ten knots</h1><p>By Ann Lee</p>';
  const site: [string, string] = ['og:site_name', 'The Knots'];
  t.equal(read({ html, meta: [['author', 'Bo Ek']] }).author, 'Bo Ek');
  for (const own of ['The Knots', 'the knots', 'knots.example', 'Knots', 'admin']) {
    t.equal(read({ html, meta: [site, ['author', own]] }).author, 'Ann Lee', own);
    t.equal(read({ meta: [site, ['author', own]] }).author, undefined, own);
  }
  const blog: Said['meta'] = [
    ['og:site_name', 'Ann Lee'],
    ['author', 'Ann Lee'],
  ];
  t.equal(read({ meta: blog }).author, 'Ann Lee', 'but for a site of one person');
  const jsonLd = { '@type': 'Article', author: { '@type': 'Organization', name: 'The Knots' } };
  t.equal(read({ meta: [site], jsonLd }).author, 'The Knots', 'JSON-LD says it of the text');
});

t.test('an author comes without reputation and badges', async (t) => {
  const pages = [
    '<div itemprop="author"><a href="/users/7/ann">ann_l</a><span>12.3k</span><span>3 gold badges</span></div>',
    '<div itemprop="author"><span itemprop="name">ann_l</span> 1,204 points</div>',
    '<div class="post-author">ann_l · 1,204 posts</div>',
    '<div class="post-author">Senior Member</div><div class="post-author">ann_l</div>',
  ];
  for (const html of pages) t.equal(read({ html }).author, 'ann_l', html);
});

t.test('the title is the heading, without the name of a site or words of a shop', async (t) => {
  const title = 'Buy Red tent 2 online at the best price | Example';
  const meta: Said['meta'] = [
    ['og:title', title],
    ['og:site_name', 'Example'],
  ];
  t.equal(read({ title, meta, html: '<h1>Red tent 2</h1>' }).title, 'Red tent 2');
  t.equal(read({ title, meta, html: '<h1>Example</h1><h2>Red tent 2</h2>' }).title, title);
  t.equal(read({ title, meta }).title, title);
  const jsonLd = { '@type': 'Article', headline: 'A red tent' };
  t.equal(read({ title, jsonLd, html: '<h1>Red tent 2</h1>' }).title, 'A red tent');
});

t.test('dates are ISO 8601, with a zone where they have a time', async (t) => {
  const dates: [string, string][] = [
    ['2026-03-04', '2026-03-04'],
    ['2026-03-04T10:20:30Z', '2026-03-04T10:20:30Z'],
    ['2026-03-04T10:20:30.123456+0100', '2026-03-04T10:20:30.123+01:00'],
    ['2026-03-04T10:20-05', '2026-03-04T10:20:00-05:00'],
    ['2026-03-04 10:20:30', '2026-03-04T10:20:30Z'],
    ['2026-03-04 10:20:30 UTC', '2026-03-04T10:20:30Z'],
    ['2026-03-04T00:00:00', '2026-03-04'],
    ['2026-03-04T00:00:00+01:00', '2026-03-04T00:00:00+01:00'],
    ['Wed, 04 Mar 2026 10:20:30 +0200', '2026-03-04T08:20:30Z'],
    ['March 4, 2026', '2026-03-04'],
    ['March 4, 2026 10:20 am', '2026-03-04T10:20:00Z'],
    ['March 4, 2026 at 10:20 am', '2026-03-04'],
    ['1772619630', '2026-03-04T10:20:30Z'],
    ['1772619630000', '2026-03-04T10:20:30Z'],
    ['25/12/2026', ''],
    ['03/04/2026', ''],
    ['3 min read', ''],
    ['yesterday', ''],
    ['2026-13-45', ''],
    ['', ''],
  ];
  for (const [text, date] of dates) t.equal(readDate(text), date, text);
  const meta: Said['meta'] = [
    ['article:published_time', 'soon'],
    ['date', '4 March 2026'],
  ];
  t.equal(read({ meta }).published, '2026-03-04', 'what is no date hides none');
});
