import type { RenderResult } from '@tintype/core';
import { createSharing } from '@tintype/cache';
import t from 'tap';
import { contextOf, outcomeOf, requestOf } from '../../fixtures/job-context.ts';
import type { JobContext } from '../job.ts';
import { cached, shared } from './cached.ts';

t.test('only what wants the cache goes through it, and files beside HTML never do', async (t) => {
  const never = {
    through: () => Promise.reject(new Error('not through the cache')),
  };
  const layer = cached(never);
  const next = async () => outcomeOf({ queueMs: 7 });
  t.match(await layer(requestOf(), contextOf(), next), { queueMs: 7, cache: undefined });
  const withFiles = contextOf({ assets: { 'a.css': new Uint8Array() } });
  t.match(await layer(requestOf({ cache: true }), withFiles, next), { cache: undefined });
  t.match(await cached(undefined)(requestOf({ cache: true }), contextOf(), next), {
    cache: undefined,
  });
});

t.test('a miss is rendered under the signal of the cache, and not shared', async (t) => {
  const until = new AbortController().signal;
  const asked: unknown[] = [];
  const layer = cached({
    async through(query, produce) {
      asked.push(query);
      return { result: await produce(until), hit: false, expiresAt: 5 };
    },
  });
  let inner: JobContext | undefined;
  const outcome = await layer(
    requestOf({ cache: true, cache_ttl: 60 }),
    contextOf({ sharing: 'whole' }),
    async (_request, context) => {
      inner = context;
      return outcomeOf({ queueMs: 12 });
    },
  );
  t.match(asked, [{ scope: 'one', ttlSeconds: 60 }]);
  t.match(outcome, { cache: 'MISS', queueMs: 12, expiresAt: 5 });
  t.equal(inner?.signal, until);
  t.equal(inner?.sharing, undefined);
});

t.test('a hit has waited for nothing', async (t) => {
  const { result } = outcomeOf();
  const layer = cached({ through: async () => ({ result, hit: true }) });
  const outcome = await layer(requestOf({ cache: true }), contextOf(), () =>
    Promise.reject(new Error('not rendered')),
  );
  t.match(outcome, { cache: 'HIT', queueMs: 0 });
});

t.test('jobs that take part are rendered once for all who ask at the same time', async (t) => {
  const layer = shared(createSharing());
  let renders = 0;
  let done = (_result: RenderResult) => {};
  const rendered = new Promise<RenderResult>((resolve) => (done = resolve));
  const next = async () => {
    renders += 1;
    return { result: await rendered, queueMs: 3 };
  };
  const ask = (sharing?: 'whole') => layer(requestOf(), contextOf(sharing && { sharing }), next);
  const all = [ask('whole'), ask('whole'), ask()];
  done(outcomeOf().result);
  const queuedMs = (await Promise.all(all)).map(({ queueMs }) => queueMs);
  t.same(queuedMs, [3, 0, 3]);
  t.equal(renders, 2, 'one for both that share, one for the one that does not');
});
