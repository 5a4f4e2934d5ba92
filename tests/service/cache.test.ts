import { testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService } from './lab.ts';

const small = { viewport_width: 200, viewport_height: 150, cache: true };

t.test('32 clients at once: each page is rendered once, and charged once', async (t) => {
  const service = await createService(t);
  const caller = await service.account();
  const urls = Array.from({ length: 4 }, (_, page) =>
    service.pages.page(`/page-${page}`, `<!doctype html><title>${page}</title><h1>${page}</h1>`),
  );
  const seen = new Map<string, Set<string>>();
  const counts = { HIT: 0, MISS: 0 };
  await Promise.all(
    Array.from({ length: 32 }, async (_, client) => {
      for (let round = 0; round < 4; round += 1) {
        const url = urls[(client + round) % 4] ?? '';
        const wish = { ...small, url, metadata_title: true };
        const response = await caller.ask('/v1/screenshot', wish);
        t.equal(response.status, 200);
        counts[response.headers.get('x-tintype-cache') as 'HIT' | 'MISS'] += 1;
        const body = Buffer.from(await response.arrayBuffer()).toString('base64');
        const answer = [response.headers.get('x-tintype-metadata-title'), body].join();
        seen.set(url, (seen.get(url) ?? new Set()).add(answer));
      }
    }),
  );
  t.same(counts, { HIT: 32 * 4 - 4, MISS: 4 });
  const sizes = [...seen.values()].map(({ size }) => size);
  t.same(sizes, Array(4).fill(1), 'all clients got the same, metadata included');
  for (let page = 0; page < 4; page += 1) {
    t.equal(service.pages.requests(`/page-${page}`).length, 1);
  }
  t.equal(await caller.used(), 4);
});

t.test('a cached result is answered as a file is: with parts of it, and with 304', async (t) => {
  const service = await createService(t);
  const caller = await service.account();
  const url = service.pages.page('/parts', '<p>parts</p>');
  const wish = new URLSearchParams({ url, cache: 'true', cache_ttl: '600', viewport_width: '200' });
  const ask = (headers: Record<string, string> = {}) =>
    caller.get(`/v1/screenshot?${wish}`, { headers });
  const first = await ask({ range: 'bytes=0-' });
  t.equal(first.status, 206, 'also the first time, as players of videos ask');
  const whole = Buffer.from(await first.arrayBuffer());
  const hit = await ask();
  t.equal(hit.headers.get('x-tintype-cache'), 'HIT');
  t.equal(hit.headers.get('accept-ranges'), 'bytes');
  t.match(hit.headers.get('cache-control'), /^private, max-age=(600|59\d)$/);
  t.equal(hit.headers.get('vary'), 'X-Access-Key');
  t.same(Buffer.from(await hit.arrayBuffer()), whole);
  const etag = hit.headers.get('etag') ?? '';
  t.match(etag, /^"[0-9a-f]{64}"$/);
  const part = await ask({ range: 'bytes=2-9' });
  t.equal(part.status, 206);
  t.equal(part.headers.get('content-range'), `bytes 2-9/${whole.byteLength}`);
  t.same(Buffer.from(await part.arrayBuffer()), whole.subarray(2, 10));
  const same = await ask({ 'if-none-match': etag });
  t.equal(same.status, 304);
  t.equal(await same.text(), '');
  const posted = await caller.post('/v1/screenshot', Object.fromEntries(wish));
  t.equal(posted.headers.get('etag'), null, 'a POST is no address');
  const uncached = await caller.ask('/v1/screenshot', { url, viewport_width: 200 });
  t.equal(uncached.headers.get('cache-control'), 'no-store');
  t.equal(uncached.headers.get('etag'), null);
  t.equal(service.pages.requests('/parts').length, 2);
});

testInDepth(t, 'checks plan, key and rate of cache hits, but no quota', async (t) => {
  const service = await createService(t);
  const caller = await service.account({ quotaPerMonth: 1 });
  const url = service.pages.page('/quota', '<p>quota</p>');
  t.equal((await caller.ask('/v1/screenshot', { ...small, url })).status, 200);
  t.equal((await caller.ask('/v1/screenshot', { ...small, url })).status, 200);
  t.equal((await caller.ask('/v1/screenshot', { ...small, url, delay: 0.01 })).status, 423);
  const other = await caller.get('/v1/screenshot', { headers: { 'X-Access-Key': 'wrong' } });
  t.equal(other.status, 401);
});

t.test('equal GETs under way are one, whether or not the cache was asked for', async (t) => {
  const service = await createService(t);
  const [caller, other] = [await service.account(), await service.account()];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const url = service.pages.route('/once', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    void released.then(() => response.end('<title>once</title>'));
  });
  const wish = { url, viewport_width: 200, metadata_title: true };
  const controller = new AbortController();
  const query = new URLSearchParams({ url, viewport_width: '200', metadata_title: 'true' });
  const leaving = caller.get(`/v1/screenshot?${query}`, { signal: controller.signal });
  const left = t.rejects(leaving);
  await until(() => service.pages.requests('/once').length === 1);
  const staying = Array.from({ length: 5 }, () => caller.ask('/v1/screenshot', wish));
  // POSTs are never shared, and no account sees another one's requests.
  const alone = [caller.post('/v1/screenshot', wish), other.ask('/v1/screenshot', wish)];
  await until(() => service.asked.length === 8);
  controller.abort();
  await left;
  release();
  const answers = await Promise.all([...staying, ...alone]);
  for (const answer of answers) {
    t.equal(answer.status, 200);
    t.equal(answer.headers.get('x-tintype-metadata-title'), 'once');
    t.equal(answer.headers.get('x-tintype-cache'), null);
    t.equal(answer.headers.get('cache-control'), 'no-store');
    await answer.arrayBuffer();
  }
  t.equal(service.pages.requests('/once').length, 3);
  t.same([await caller.used(), await other.used()], [2, 1]);
  t.equal((await caller.ask('/v1/screenshot', wish)).status, 200);
  t.equal(service.pages.requests('/once').length, 4, 'the next one is rendered');
});

testInDepth(t, 'equal GETs under way share a failure, too', async (t) => {
  const service = await createService(t);
  const caller = await service.account();
  const url = service.pages.hang('/hang');
  const wish = { url, timeout: 1.5 };
  const answers = await Promise.all([1, 2, 3].map(() => caller.ask('/v1/screenshot', wish)));
  const statuses = answers.map(({ status }) => status);
  t.same(statuses, [504, 504, 504]);
  t.equal(service.pages.requests('/hang').length, 1);
  t.equal(await caller.used(), 1, 'charged once');
});
