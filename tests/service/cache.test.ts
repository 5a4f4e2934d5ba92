import t from 'tap';
import { createService, until } from './lab.ts';

const small = { viewport_width: 200, viewport_height: 150, cache: true };

t.test('32 clients at once: each page is rendered once, and charged once', async (t) => {
  const service = await createService(t);
  const caller = await service.account();
  const urls = Array.from({ length: 8 }, (_, page) =>
    service.pages.page(`/page-${page}`, `<!doctype html><title>${page}</title><h1>${page}</h1>`),
  );
  const seen = new Map<string, Set<string>>();
  const counts = { HIT: 0, MISS: 0 };
  await Promise.all(
    Array.from({ length: 32 }, async (_, client) => {
      for (let turn = 0; turn < 8; turn += 1) {
        const url = urls[(client + turn) % 8] ?? '';
        const wish = { ...small, url, metadata_title: true };
        const response = await caller.ask('/v1/screenshot', wish);
        t.equal(response.status, 200);
        counts[response.headers.get('x-tintype-cache') as 'HIT' | 'MISS'] += 1;
        const body = Buffer.from(await response.arrayBuffer()).toString('base64');
        const facts = [response.headers.get('x-tintype-metadata-title'), body].join();
        seen.set(url, (seen.get(url) ?? new Set()).add(facts));
      }
    }),
  );
  t.same(counts, { HIT: 32 * 8 - 8, MISS: 8 });
  t.same(
    [...seen.values()].map(({ size }) => size),
    Array(8).fill(1),
    'everybody got the same, facts included',
  );
  for (let page = 0; page < 8; page += 1) {
    t.equal(service.pages.requests(`/page-${page}`).length, 1);
  }
  t.equal(await caller.used(), 8);
});

t.test('accounts have entries of their own', async (t) => {
  const service = await createService(t);
  const [first, second] = [await service.account(), await service.account()];
  const url = service.pages.page('/own', '<p>own</p>');
  const ask = async (caller: typeof first) =>
    (await caller.ask('/v1/screenshot', { ...small, url })).headers.get('x-tintype-cache');
  t.equal(await ask(first), 'MISS');
  t.equal(await ask(second), 'MISS');
  t.equal(await ask(first), 'HIT');
  t.equal(service.pages.requests('/own').length, 2);
});

t.test('who goes away does not end the render of the others', async (t) => {
  const service = await createService(t);
  const caller = await service.account();
  service.pages.slow('/late.png', 1000, 'image/png', '');
  const url = service.pages.page('/slow', '<!doctype html><img src="/late.png">');
  const wish = new URLSearchParams({ url, cache: 'true', wait_until: 'load' });
  const controller = new AbortController();
  const gone = caller.get(`/v1/screenshot?${wish}`, { signal: controller.signal });
  await until(() => service.pages.requests('/slow').length === 1, 'the render has begun');
  const staying = caller.get(`/v1/screenshot?${wish}`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  controller.abort();
  await t.rejects(gone);
  const response = await staying;
  t.equal(response.status, 200);
  await response.arrayBuffer();
  t.equal(service.pages.requests('/slow').length, 1);
  t.equal(await caller.used(), 1);
});

t.test('a plan, a key and a rate are looked at for hits, too; a quota is not', async (t) => {
  const service = await createService(t);
  const caller = await service.account({ quotaPerMonth: 1 });
  const url = service.pages.page('/quota', '<p>quota</p>');
  t.equal((await caller.ask('/v1/screenshot', { ...small, url })).status, 200);
  t.equal((await caller.ask('/v1/screenshot', { ...small, url })).status, 200);
  t.equal((await caller.ask('/v1/screenshot', { ...small, url, delay: 0.01 })).status, 423);
  const other = await caller.get('/v1/screenshot', { headers: { 'X-Access-Key': 'wrong' } });
  t.equal(other.status, 401);
});
