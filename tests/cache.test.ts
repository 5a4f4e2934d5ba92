import { readdir } from 'node:fs/promises';
import { createFixtureServer, makeFolder, until } from '@tintype/testkit';
import t from 'tap';
import { cache, createCache, createRenderer, type RendererOptions } from 'tintype';
import { failureOf } from './parameters/lab.ts';

const server = await createFixtureServer(t);
server.page(
  '/page',
  '<!doctype html><title>page</title><link rel="icon" href="/i.png"><h1>page</h1>',
);
const size = { viewport_width: 320, viewport_height: 240 };
const request = { kind: 'screenshot', cache: true, format: 'png', ...size } as const;

/** A request for the page, at an address that no other test has. */
const requestOf = (name: string) => ({ ...request, url: server.url(`/page?${name}`) });

function engine(options: RendererOptions) {
  const renderer = createRenderer({
    egress: { allow: ['127.0.0.1'] },
    concurrency: 2,
    spares: 0,
    ...options,
  });
  t.teardown(() => renderer.stop());
  return renderer;
}

const renderer = engine({ use: [cache({ dir: makeFolder(t) })] });

const asked = () => server.requests('/page').length;

t.test('a hit asks no page and gives the same', async (t) => {
  const before = asked();
  const wish = { ...requestOf('hit'), metadata_hash: true, metadata_icon: true } as const;
  const first = await renderer.render(wish);
  const second = await renderer.render(wish);
  t.equal(asked() - before, 1);
  t.equal(first.cache, 'MISS');
  t.equal(second.cache, 'HIT');
  t.equal(Buffer.compare(first.body, second.body), 0);
  t.match(second.metadata, {
    title: 'page',
    status: 200,
    imageSize: { width: 320, height: 240 },
  });
  t.same(second.metadata, first.metadata);
  t.equal(second.mediaType, 'image/png');
  t.same(second.timings, []);
  const without = await renderer.render({ ...wish, cache: false });
  t.equal(asked() - before, 2);
  t.equal(without.cache, undefined);
});

t.test('a write to an image goes to a private copy', async (t) => {
  const wish = requestOf('copies');
  const first = await renderer.render(wish);
  const before = Buffer.from(first.body);
  for (let round = 0; round < 3; round += 1) {
    const given = await renderer.render(wish);
    t.equal(Buffer.compare(given.body, before), 0);
    given.body.fill(round);
    first.body.fill(round);
  }
});

t.test('a scope of its own shares no result', async (t) => {
  const wish = requestOf('scopes');
  const rendered = async (scope?: string) =>
    (await renderer.render(wish, scope === undefined ? {} : { scope })).cache;
  t.equal(await rendered(), 'MISS');
  t.equal(await rendered('one'), 'MISS');
  t.equal(await rendered('two'), 'MISS');
  t.equal(await rendered('one'), 'HIT');
  t.equal(await rendered(), 'HIT');
});

t.test('cached results outlive the engine, and needs no browser', async (t) => {
  const dir = makeFolder(t);
  const first = createCache({ dir });
  const wish = requestOf('kept');
  const made = await engine({ use: [first.middleware] }).render(wish);
  await first.stop();
  t.ok((await readdir(dir)).some((name) => /^[0-9a-f]{2}$/.test(name)));
  const second = createCache({ dir });
  const later = engine({ use: [second.middleware], chrome: { executablePath: '/nowhere' } });
  const kept = await later.render(wish);
  t.equal(kept.cache, 'HIT');
  t.equal(Buffer.compare(kept.body, made.body), 0);
  t.match(await failureOf(later.render({ ...wish, delay: 1 })), {
    code: 'browser_unavailable',
  });
  t.match(second.stats, { hits: { disk: 1 }, misses: 1 });
  await second.stop();
});

t.test('equal requests at once are rendered once', async (t) => {
  const before = asked();
  const wish = requestOf('at-once');
  const results = await Promise.all(Array.from({ length: 32 }, () => renderer.render(wish)));
  t.equal(asked() - before, 1);
  t.same(results.map((one) => one.cache).toSorted(), [...Array(31).fill('HIT'), 'MISS']);
});

t.test('the one who asked first may give up; the others get their image', async (t) => {
  server.page('/slow', '<!doctype html><title>slow</title><p>slow</p>');
  const slow = { ...request, url: server.url('/slow'), delay: 1 } as const;
  await renderer.start();
  const controller = new AbortController();
  const first = failureOf(renderer.render(slow, { signal: controller.signal }));
  const second = renderer.render(slow);
  await until(() => server.requests('/slow').length !== 0);
  controller.abort();
  t.equal((await first).code, 'cancelled');
  t.match(await second, { metadata: { title: 'slow' }, cache: 'HIT' });
  t.equal(server.requests('/slow').length, 1);
});

t.test('the time of a render counts for all who wait for it', async (t) => {
  server.route('/never', () => {});
  const never = { ...request, url: server.url('/never'), timeout: 1 } as const;
  const errors = await Promise.all([1, 2].map(() => failureOf(renderer.render(never))));
  const codes = errors.map(({ code }) => code);
  t.same(codes, ['timeout', 'timeout']);
  for (const { message } of errors)
    t.match(message, /did not finish within 1 s; it was waiting for/);
  t.equal(server.requests('/never').length, 1);
  await failureOf(renderer.render(never));
  t.equal(server.requests('/never').length, 2, 'an error is not kept');
});

t.test('a refused address is refused again, and allowing it is another question', async (t) => {
  const strict = engine({ use: [cache()], egress: { allow: [] } });
  const wish = requestOf('refused');
  for (let round = 0; round < 2; round += 1) {
    t.equal((await failureOf(strict.render(wish))).code, 'target_denied');
  }
  const allowed = await strict.render(wish, { allow: ['127.0.0.1'] });
  t.equal(allowed.cache, 'MISS');
  t.equal((await failureOf(strict.render(wish))).code, 'target_denied');
  t.equal((await strict.render(wish, { allow: ['127.0.0.1'] })).cache, 'HIT');
});

t.test('warnings come with a hit, too; pages made by code are always rendered', async (t) => {
  const wish = { ...request, html: '<img src="http://10.0.0.1/x.png">' } as const;
  const first = await renderer.render(wish);
  const second = await renderer.render(wish);
  t.match(first.warnings, [/10\.0\.0\.1/]);
  t.same(second.warnings, first.warnings);
  t.equal(second.cache, 'HIT');
  let made = 0;
  const site = () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`${(made += 1)}`),
  });
  for (let round = 0; round < 2; round += 1) {
    const given = await renderer.render(
      { ...request, url: 'http://page.tintype.localhost/' },
      { site },
    );
    t.equal(given.cache, undefined);
  }
  t.ok(made >= 2);
});
