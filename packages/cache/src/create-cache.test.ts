import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RenderError } from '@tintype/contract';
import type { RenderResult } from '@tintype/core';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import type { CacheOptions } from './cache-types.ts';
import { createCache } from './create-cache.ts';
import { requestFor, createClock, resultOf } from './fixtures/results.ts';

/** Renders that are counted; each gives other bytes. */
function createRenders(more: Partial<RenderResult> = {}) {
  const renders = {
    count: 0,
    produce: async () => {
      renders.count += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return resultOf(randomBytes(2000), more);
    },
  };
  return renders;
}

const levels: Record<string, (dir: string) => CacheOptions> = {
  'memory alone': () => ({}),
  'memory over disk': (dir) => ({ dir }),
  'disk alone': (dir) => ({ dir, maxMemoryBytes: 0 }),
};

for (const [name, options] of Object.entries(levels)) {
  t.test(name, async (t) => {
    const make = (t: Test) => {
      const clock = createClock();
      return { clock, cache: createCache({ ...options(t.testdir({})), now: clock.now }) };
    };
    const query = { scope: 'a', request: requestFor() };

    t.test('the second of two equal requests renders nothing', async (t) => {
      const { cache } = make(t);
      const renders = createRenders();
      const first = await cache.through(query, renders.produce);
      const second = await cache.through(query, renders.produce);
      t.equal(first.hit, false);
      t.equal(second.hit, true);
      t.equal(renders.count, 1);
      const { body, timings, ...rest } = second.result;
      const { body: made, timings: _made, ...expected } = first.result;
      t.equal(Buffer.compare(body, made), 0);
      t.same(rest, expected);
      t.same(timings, [], 'nothing was done for it');
      t.equal(first.result.timings.length, 1);
      await cache.stop();
    });

    t.test('a look renders nothing and counts nothing', async (t) => {
      const { cache, clock } = make(t);
      t.equal(await cache.peek(query), undefined);
      const { result } = await cache.through(query, createRenders().produce);
      const seen = await cache.peek(query);
      t.equal(Buffer.compare(seen?.result.body ?? new Uint8Array(), result.body), 0);
      t.equal(seen?.expiresAt, clock.now() + 604_800_000);
      await cache.stop();
      t.ok(await cache.peek(query), 'also when it was written');
      t.equal(await cache.peek({ ...query, scope: 'b' }), undefined);
      clock.move(61_000);
      t.equal(await cache.peek({ ...query, ttlSeconds: 60 }), undefined, 'none that is too old');
      t.same(cache.stats.hits, { memory: 0, disk: 0, joined: 0 });
    });

    t.test('other scopes and other wishes are rendered', async (t) => {
      const { cache } = make(t);
      const renders = createRenders();
      await cache.through(query, renders.produce);
      await cache.through({ ...query, scope: 'b' }, renders.produce);
      await cache.through({ ...query, request: requestFor({ delay: 1 }) }, renders.produce);
      t.equal(renders.count, 3);
      await cache.stop();
    });

    t.test('a request without cache is neither looked up nor kept', async (t) => {
      const { cache } = make(t);
      const renders = createRenders();
      await cache.through(query, renders.produce);
      const without = { ...query, request: requestFor({ cache: false }) };
      t.equal((await cache.through(without, renders.produce)).hit, false);
      t.equal(renders.count, 2);
      await cache.stop();
    });

    t.test('lasts as long as both requests accept (cache_ttl)', async (t) => {
      const { cache, clock } = make(t);
      const renders = createRenders();
      const ask = (cache_ttl: number) =>
        cache.through({ ...query, request: requestFor({ cache_ttl }) }, renders.produce);
      await ask(100);
      clock.move(50_000);
      t.equal((await ask(100)).hit, true);
      t.equal((await ask(51)).hit, true);
      t.equal((await ask(50)).hit, false, 'that one wants nothing so old');
      clock.move(49_999);
      t.equal((await ask(1000)).hit, true, 'what was rendered since');
      clock.move(1);
      t.equal((await ask(1000)).hit, false);
      t.equal(renders.count, 3);
      await cache.stop();
    });

    t.test('errors are passed on and not kept', async (t) => {
      const { cache } = make(t);
      const error = new RenderError('target_denied');
      await t.rejects(
        cache.through(query, () => Promise.reject(error)),
        error,
      );
      const renders = createRenders();
      t.equal((await cache.through(query, renders.produce)).hit, false);
      await cache.stop();
    });

    t.test('pages of a server in trouble are given and not kept', async (t) => {
      for (const [status, isKept] of Object.entries({ 200: 1, 404: 1, 429: 0, 500: 0, 503: 0 })) {
        const { cache } = make(t);
        const renders = createRenders({ metadata: { status: Number(status) } });
        await cache.through(query, renders.produce);
        t.equal((await cache.through(query, renders.produce)).hit, Boolean(isKept), status);
        await cache.stop();
      }
    });

    t.test('what a caller does with a result changes nothing for the next', async (t) => {
      const { cache } = make(t);
      const renders = createRenders();
      const first = (await cache.through(query, renders.produce)).result;
      first.warnings.push('more');
      const second = (await cache.through(query, renders.produce)).result;
      second.metadata.title = 'other';
      const third = (await cache.through(query, renders.produce)).result;
      t.same(third.warnings, ['one']);
      t.not(third.metadata.title, 'other');
      await cache.stop();
    });

    t.test('32 clients at once: each of 8 pages is rendered once', async (t) => {
      const { cache } = make(t);
      const renders = Array.from({ length: 8 }, () => createRenders());
      const bodies = renders.map(() => new Set<string>());
      let hits = 0;
      await Promise.all(
        Array.from({ length: 32 }, async (_, client) => {
          for (let round = 0; round < 40; round += 1) {
            const page = (client + round) % 8;
            const request = requestFor({ url: `https://example.com/${page}` });
            const { produce } = renders[page] ?? createRenders();
            const given = await cache.through({ scope: 'a', request }, produce);
            bodies[page]?.add(Buffer.from(given.result.body).toString('hex'));
            if (given.hit) hits += 1;
          }
        }),
      );
      t.same(
        renders.map(({ count }) => count),
        Array(8).fill(1),
      );
      t.same(
        bodies.map(({ size }) => size),
        Array(8).fill(1),
      );
      t.equal(hits, 32 * 40 - 8);
      const { hits: by, misses } = cache.stats;
      t.equal(by.memory + by.disk + by.joined, hits);
      t.equal(misses, 8);
      await cache.stop();
    });

    t.test('a refusal of the first caller does not reach the others', async (t) => {
      const { cache } = make(t);
      const renders = createRenders();
      let refused = 0;
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, client) =>
          cache
            .through(query, async () => {
              // The first ten attempts are refused.
              await new Promise((resolve) => setImmediate(resolve));
              refused += 1;
              if (refused <= 10) throw new RenderError('queue_full');
              return renders.produce();
            })
            .then(
              ({ hit }) => (hit ? 'hit' : 'miss'),
              (error: RenderError) => `${error.code} ${client > 0}`,
            ),
        ),
      );
      t.equal(all.filter((one) => one.startsWith('queue_full')).length, 10);
      t.ok(all.includes('miss'), 'others were rendered for');
      const before = refused;
      const broken = await Promise.allSettled(
        Array.from({ length: 5 }, () =>
          cache.through({ ...query, scope: 'b' }, async () => {
            refused += 1;
            throw new RenderError('dns_failed');
          }),
        ),
      );
      t.equal(broken.filter(({ status }) => status === 'rejected').length, 5);
      t.equal(refused - before, 1, 'an error of the page is one for all');
      await cache.stop();
    });

    t.test('an aborted caller does not end the render of the others', async (t) => {
      const { cache } = make(t);
      let render: { end: (result: RenderResult) => void; signal: AbortSignal } | undefined;
      const produce = (signal: AbortSignal) =>
        new Promise<RenderResult>((resolve, reject) => {
          render = { end: resolve, signal };
          signal.addEventListener('abort', () => reject(new RenderError('cancelled')));
        });
      const controllers = [new AbortController(), new AbortController()];
      const all = controllers.map(({ signal }) => cache.through({ ...query, signal }, produce));
      const first = await until(() => render);
      controllers[0]?.abort();
      await t.rejects(all[0] as Promise<unknown>, { code: 'cancelled' });
      t.equal(first.signal.aborted, false);
      first.end(resultOf(Buffer.from('x')));
      t.equal((await all[1])?.hit, true);

      render = undefined;
      const other = { ...query, request: requestFor({ delay: 2 }) };
      const last = new AbortController();
      const given = cache.through({ ...other, signal: last.signal }, produce);
      const { signal } = await until(() => render);
      last.abort();
      await t.rejects(given, { code: 'cancelled' });
      t.equal(signal.aborted, true, 'no caller waits any more');
      await cache.stop();
    });
  });
}

t.test('a large result does not drive the small ones out of memory', async (t) => {
  const cache = createCache({ dir: t.testdir({}), maxMemoryBytes: 40_000 });
  const small = { scope: 'a', request: requestFor() };
  const large = { scope: 'a', request: requestFor({ full_page: true }) };
  await cache.through(small, createRenders().produce);
  await cache.through(large, async () => resultOf(randomBytes(20_000)));
  t.equal(cache.stats.memory.entries, 1);
  await cache.stop();
  t.equal((await cache.through(large, createRenders().produce)).hit, true);
  t.equal((await cache.through(small, createRenders().produce)).hit, true);
  t.match(cache.stats.hits, { memory: 1, disk: 1 });
  await cache.stop();
});

t.test('survives a restart, and damage to what it kept', async (t) => {
  const dir = t.testdir({});
  const query = { scope: 'a', request: requestFor() };
  const renders = createRenders();
  const first = createCache({ dir });
  const made = await first.through(query, renders.produce);
  await first.stop();
  const second = createCache({ dir });
  const kept = await second.through(query, renders.produce);
  t.equal(kept.hit, true);
  t.equal(Buffer.compare(kept.result.body, made.result.body), 0);
  t.match(second.stats.hits, { memory: 0, disk: 1 });
  await second.through(query, renders.produce);
  t.match(second.stats.hits, { memory: 1, disk: 1 }, 'it is near now');
  await second.stop();

  const [shard = ''] = (await readdir(dir)).filter((name) => name !== 'tmp');
  const [name = ''] = await readdir(path.join(dir, shard));
  await writeFile(path.join(dir, shard, name), 'x'.repeat(3000));
  const warnings: string[] = [];
  const third = createCache({ dir, onWarning: (text) => warnings.push(text) });
  t.equal((await third.through(query, renders.produce)).hit, false);
  t.equal(third.stats.corrupt, 1);
  t.equal(warnings.length, 1);
  t.equal((await third.through(query, renders.produce)).hit, true);
  await third.stop();
  t.equal(renders.count, 2);
});

t.test('a folder that cannot be written to: results are given, memory still keeps', async (t) => {
  const dir = path.join(t.testdir({ file: '' }), 'file', 'cache');
  const warnings: string[] = [];
  const cache = createCache({ dir, onWarning: (text) => warnings.push(text) });
  const renders = createRenders();
  const query = { scope: 'a', request: requestFor() };
  t.equal((await cache.through(query, renders.produce)).hit, false);
  await cache.stop();
  t.equal((await cache.through(query, renders.produce)).hit, true);
  t.equal(cache.stats.writeFailures, 1);
  t.ok(warnings.some((text) => text.includes('results are given without being kept')));
});

t.test('what one process keeps, another gives', async (t) => {
  const dir = t.testdir({});
  const [first, second] = [createCache({ dir }), createCache({ dir })];
  second.start();
  const renders = createRenders();
  const query = { scope: 'a', request: requestFor() };
  await first.through(query, renders.produce);
  await first.stop();
  t.equal((await second.through(query, renders.produce)).hit, true);
  await second.stop();
});

t.test('sweeps what has expired, in memory and on disk', async (t) => {
  const clock = createClock();
  const dir = t.testdir({});
  const cache = createCache({ dir, now: clock.now });
  const request = requestFor({ cache_ttl: 60 });
  await cache.through({ scope: 'a', request }, createRenders().produce);
  await cache.stop();
  t.equal(cache.stats.disk.entries, 1);
  clock.move(60_000);
  t.equal(await cache.sweep(), 2);
  t.match(cache.stats, { memory: { entries: 0, bytes: 0 }, disk: { entries: 0, bytes: 0 } });
});

t.test('sizes that are none are refused', async (t) => {
  t.throws(() => createCache({ maxMemoryBytes: -1 }), {
    message: 'maxMemoryBytes must be a whole number of bytes, 0 or more; got -1.',
  });
  t.throws(() => createCache({ maxDiskBytes: Number.NaN }), /maxDiskBytes .* got NaN/);
});
