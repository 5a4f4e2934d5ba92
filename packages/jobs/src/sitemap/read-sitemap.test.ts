import { gzipSync } from 'node:zlib';
import t from 'tap';
import { createSitemapParser, type ParseSitemap } from './create-sitemap-parser.ts';
import { maxSitemapBytes } from './parse-sitemap.ts';
import { readSitemap } from './read-sitemap.ts';
import { sitemapAddresses } from './sitemap-addresses.ts';

const at = (path: string) => `https://a.test${path}`;
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const page = (path: string) => `<url><loc>${path}</loc></url>`;
const pages = (...paths: string[]) => `<urlset ${names}>${paths.map(page).join('')}</urlset>`;
const index = (...paths: string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`;

const parse = createSitemapParser();

async function read(files: Record<string, string | Uint8Array>, limit = 1000) {
  const asked: string[] = [];
  const load = async ({ href }: URL) => {
    asked.push(href.slice(at('').length));
    const file = files[href] ?? files[href.slice(at('').length)];
    if (file === undefined) throw new Error(`nothing at ${href}`);
    return Buffer.from(file);
  };
  const { signal } = new AbortController();
  return { ...(await readSitemap({ load, parse }, new URL(at('/s.xml')), limit, signal)), asked };
}

t.test('addresses of pages are found, whatever the names begin with', async (t) => {
  const text = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "https://b.test/">]>
    <sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <!-- <sm:url><sm:loc>https://a.test/not</sm:loc></sm:url> -->
    <sm:url><sm:loc>
      https://a.test/?a=1&amp;b=&#50;
    </sm:loc><image:image><image:loc>https://a.test/i.png</image:loc></image:image></sm:url>
    <sm:url><sm:loc><![CDATA[https://a.test/c&d]]></sm:loc></sm:url>
    <sm:url><sm:loc>https://a.test/&x;&y;</sm:loc></sm:url></sm:urlset>`;
  t.same(await sitemapAddresses(text), {
    isIndex: false,
    addresses: ['https://a.test/?a=1&b=2', 'https://a.test/c&d', 'https://a.test/&x;&y;'],
  });
  t.same(await sitemapAddresses('https://a.test/1\r\n\n https://a.test/2\n'), {
    isIndex: false,
    addresses: ['https://a.test/1', 'https://a.test/2'],
  });
  t.equal(await sitemapAddresses('<html><body><url><loc>x</loc></url>'), undefined);
  const long = pages(`https://a.test/${'x'.repeat(3000)}`, at('/short'));
  t.same((await sitemapAddresses(long))?.addresses, [at('/short')]);
  const many = pages(...Array.from({ length: 50_010 }, (_, number) => at(`/${number}`)));
  t.equal((await sitemapAddresses(many))?.addresses.length, 50_000);
});

t.test('reads each file of an index once, packed ones among them', async (t) => {
  const files = {
    '/s.xml': index(at('/one.xml'), at('/two.xml.gz'), at('/s.xml'), 'https://b.test/s.xml'),
    '/one.xml': pages(
      at('/1'),
      at('/2'),
      at('/1'),
      '/3',
      'https://b.test/4',
      'https://www.a.test/5',
    ),
    '/two.xml.gz': gzipSync(index(at('/three.txt'))),
    '/three.txt': 'https://a.test/6\nhttps://a.test/7',
  };
  const all = await read(files);
  t.same(all.urls, [at('/1'), at('/2'), 'https://www.a.test/5', at('/6'), at('/7')]);
  t.equal(all.leftOut, 3, 'a relative address, and two of another host');
  t.same(all.asked, ['/s.xml', '/one.xml', '/two.xml.gz', '/three.txt']);
  const some = await read(files, 2);
  t.same(some.urls, [at('/1'), at('/2')]);
  t.same(some.asked, ['/s.xml', '/one.xml'], 'what is not needed is not loaded');
});

t.test('what is no sitemap, or has no end, is refused', async (t) => {
  const refused = async (files: Record<string, string | Uint8Array>, message: RegExp) =>
    t.rejects(read(files), { code: 'invalid_parameter', message });
  await refused({ '/s.xml': '<rss/>' }, /is no sitemap/);
  await refused({ '/s.xml': pages() }, /has no pages of its host\./);
  await refused({ '/s.xml': pages('https://b.test/') }, /: 1 are of other hosts/);
  const deep = Object.fromEntries(
    [0, 1, 2, 3].map((depth) => [`/${depth || 's'}.xml`, index(at(`/${depth + 1}.xml`))]),
  );
  await refused(deep, /index too deep/);
  const wide = Array.from({ length: 51 }, (_, number) => at(`/${number}.xml`));
  const empty = Object.fromEntries(wide.map((path) => [path, pages()]));
  await refused({ ...empty, '/s.xml': index(...wide) }, /more than 50 files/);
  await refused({ '/s.xml': gzipSync(Buffer.alloc(maxSitemapBytes + 1, ' ')) }, /more than 10 MiB/);
});

for (const [name, file] of Object.entries({
  'nested 3,400,000 deep': () => '<a>'.repeat(3_400_000),
  'nested deep, and compressed to 10 KB': () => gzipSync('<a>'.repeat(3_400_000)),
  'nested deep, with end tags': () => `${'<a>'.repeat(1e6)}${'</a>'.repeat(1e6)}`,
  'of one tag without end': () => `<a ${'x '.repeat(5_000_000)}`,
  'of a comment without end': () => `<urlset><!--${'<!--'.repeat(2_000_000)}`,
  'of references': () => `<urlset><url><loc>${'&#50;'.repeat(2_000_000)}</loc></url></urlset>`,
  'of end tags without start tags': () => `<urlset>${'</b>'.repeat(2_500_000)}</urlset>`,
})) {
  t.test(`rejects a sitemap ${name}, and timers run meanwhile`, async (t) => {
    const sent = file();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    t.teardown(() => clearInterval(timer));
    await t.rejects(read({ '/s.xml': sent }), { code: 'invalid_parameter' });
    t.ok(ticks > 0);
  });
}

t.test('stops parsing when the client disconnects', async (t) => {
  const client = new AbortController();
  const load = async () => Buffer.from(pages(...Array.from({ length: 50_000 }, () => at('/1'))));
  const parseAndLeave: ParseSitemap = (job, signal) => {
    const parsed = parse(job, signal);
    client.abort();
    return parsed;
  };
  const parts = { load, parse: parseAndLeave };
  await t.rejects(readSitemap(parts, new URL(at('/s.xml')), 1, client.signal), {
    name: 'AbortError',
  });
});
