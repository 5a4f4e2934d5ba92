import type { MonitorCheck } from '@tintype/contract/wire';
import t from 'tap';
import { writeFeed } from './write-feed.ts';

const self = 'https://shots.example/v1/feeds/7-ab.atom';
const task = { id: 7, name: 'Front page', url: 'https://example.com/?a=1&b=2' };
const check = (at: number, more: Partial<MonitorCheck>): MonitorCheck => ({
  request: `0199aaaa-0000-7000-8000-${String(at).padStart(12, '0')}`,
  at,
  outcome: 'same',
  ...more,
});

t.test('events are entries, and other checks are not', async (t) => {
  const feed = writeFeed(
    task,
    [
      check(6, { outcome: 'same' }),
      check(5, { outcome: 'changed', recovered: true, overlay: 'http://127.0.0.1/v1/files/a.png' }),
      check(4, { outcome: 'failed', error: 'again' }),
      check(3, { outcome: 'failed', error: 'It answered 500.' }),
      check(2, { outcome: 'unconfirmed' }),
      check(1, { outcome: 'changed', status: { before: '200', after: '404' } }),
    ],
    self,
  );
  t.same(
    [...feed.matchAll(/<entry>\n<id>(.*)<\/id>\n<title>(.*)<\/title>/g)].map(
      ([, , title]) => title,
    ),
    ['Changed: Front page', 'Recovered: Front page', 'Failed: Front page', 'Changed: Front page'],
  );
  t.equal(new Set(feed.match(/<id>.*<\/id>/g)).size, 5, 'ids differ');
  t.match(
    feed,
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
  );
  t.match(feed, '<updated>1970-01-01T00:00:06.000Z</updated>');
  t.match(feed, '<link href="https://example.com/?a=1&#38;b=2"/>');
  t.match(feed, '&#60;img src=&#34;http://127.0.0.1/v1/files/a.png&#34; alt=&#34;&#34;&#62;');
  t.match(feed, /It answered 500\./);
  t.notMatch(feed, />again/);
});

t.test('texts of pages stay texts, and are of limited length', async (t) => {
  const hostile = '</title><script>alert(1)</script>]]>&\u0000\u0008\ufffe\ud800';
  const feed = writeFeed(
    { id: 7, name: hostile, url: 'javascript:alert(1)' },
    Array.from({ length: 200 }, (_, at) =>
      check(at, { outcome: 'changed', error: hostile.repeat(500) }),
    ),
    self,
  );
  t.notMatch(feed, /<script|javascript:|\]\]>/);
  for (const excluded of ['\0', '\b', '\ufffe', '\ud800']) t.notOk(feed.includes(excluded));
  t.equal(feed.match(/<entry>/g)?.length, 50);
  t.ok(feed.length < 100_000, `${feed.length} characters`);
  t.match(writeFeed(task, [], self), /<\/author>\n<link rel="self" [^>]*>\n<\/feed>\n$/);
});
