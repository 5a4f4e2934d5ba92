import type { ErrorBody } from '@tintype/contract';
import type { RequestMatch, RequestSearch } from '@tintype/store';
import {
  errorBody,
  newFile,
  newRequest,
  openLab,
  openPair,
  START,
  type MakePlace,
  type Suite,
} from './lab.ts';

const receipt = (value: object) => ({ 'X-Tintype-Receipt': JSON.stringify(value) });

export async function searchingConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('requests are found by what they are and what came of them', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const add = async (
      name: string,
      outcome: { tookMs?: number; error?: ErrorBody; metadata?: Record<string, string> },
      url = `https://example.com/${name}`,
    ) => {
      clock.now += 1_000;
      const request = newRequest('a', { parameters: { url } });
      const { tookMs = 0, error, metadata } = outcome;
      const createdAt = clock.now - tookMs;
      const ends = error ? { error } : { file: newFile(), ...(metadata && { metadata }) };
      await store.requests.recordFinished(request, { ...ends, createdAt });
      return [request.id, name] as const;
    };
    const names = new Map([
      await add('quick', {}),
      await add('failed', { error: errorBody() }),
      await add('wall', { metadata: receipt({ wall: { kind: 'captcha', evidence: ['x'] } }) }),
      await add('gone', { metadata: receipt({ status: 410 }) }),
      await add('port', {}, 'https://Other.example:8443/deep/PATH?x=1'),
      await add('broken', { metadata: { 'X-Tintype-Receipt': '{' } }, 'not an address'),
    ]);
    await store.requests.recordFinished(newRequest('b'), { error: errorBody() });
    const queued = newRequest('a', { parameters: { html: '<p>' } });
    clock.now += 1_000;
    await store.requests.enqueue(queued, undefined);
    names.set(queued.id, 'queued');
    const find = async (match: RequestMatch, more: Partial<RequestSearch> = {}) => {
      const { requests, next } = await second.requests.search('a', { limit: 9, ...more, match });
      t.equal(next, undefined);
      return requests.map(({ id }) => names.get(id));
    };
    t.same(await find({}), ['queued', 'broken', 'port', 'gone', 'wall', 'failed', 'quick']);
    t.same(await find({ host: 'EXAMPLE.com' }), ['gone', 'wall', 'failed', 'quick']);
    t.same(await find({ host: 'other.example' }), ['port']);
    t.same(await find({ host: 'other.example:8443' }), ['port']);
    t.same(await find({ host: 'example' }), []);
    t.same(await find({ address: 'deep/path' }), ['port']);
    t.same(await find({ verdict: 'blocked' }), ['wall']);
    t.same(await find({ verdict: 'http_error' }), ['gone']);
    t.same(await find({ verdict: 'blank' }), []);
    t.same(await find({ verdict: 'any' }), ['gone', 'wall']);
    t.same(await find({ error: 'timeout' }), ['failed']);
    t.same(await find({ error: 'dns_failed' }), []);
    t.same(await find({ address: 'example.com', verdict: 'blocked' }), ['wall'], 'all of it');
    t.same(await find({ host: 'example.com' }, { status: 'failed' }), ['failed']);
    t.same(await find({}, { kind: 'pdf' }), []);
    t.same(await find({}, { sinceAt: START + 5_000 }), ['queued', 'broken', 'port']);
    t.same(await find({}, { untilAt: START + 2_000 }), ['quick'], 'before, and not at');
    t.same(
      await find({ host: 'example.com' }, { sinceAt: START + 2_000, untilAt: START + 4_000 }),
      ['wall', 'failed'],
    );
    names.set(...(await add('slow', { tookMs: 10_000 })));
    t.same(await find({ minDurationMs: 10_000 }), ['slow']);
    t.same(await find({ minDurationMs: 10_001 }), []);
  });

  t.test('what several files of one load say, and hosts in other letters', async (t) => {
    const { store } = await openLab(t, makePlace);
    const request = newRequest('a', { parameters: { url: 'https://münchen.example:8443/' } });
    const [wall, gone] = [
      receipt({ wall: { kind: 'captcha', evidence: ['x'] } }),
      receipt({ status: 410 }),
    ];
    const outputs = [
      { name: 'one', kind: 'screenshot', file: newFile(), metadata: wall },
      { name: 'two', kind: 'pdf', file: newFile(), metadata: gone },
      { name: 'three', kind: 'pdf', error: errorBody() },
    ];
    await store.requests.recordFinished(request, { outputs });
    const finds = async (match: RequestMatch) =>
      (await store.requests.search('a', { limit: 9, match })).requests.length;
    for (const verdict of ['blocked', 'http_error', 'any'] as const) {
      t.equal(await finds({ verdict }), 1, verdict);
    }
    t.equal(await finds({ verdict: 'blank' }), 0);
    for (const host of ['münchen.example', 'MÜNCHEN.example:8443', 'xn--mnchen-3ya.example']) {
      t.equal(await finds({ host }), 1, host);
    }
    t.equal(await finds({ host: 'münchen.example:1' }), 0);
  });

  t.test('a search comes in pages, and looks at so many at a time', async (t) => {
    const { store, clock, bounds } = await openLab(t, makePlace);
    const rare = new Set<string>();
    const common = { url: 'https://example.com/common' };
    const addMany = async (count: number) => {
      const requests = Array.from({ length: count }, () => newRequest('a', { parameters: common }));
      const batch = { id: newRequest('a').id, accountId: 'a', baseUrl: 'https://shots.example' };
      await store.batches.create(batch, requests, undefined);
    };
    const addRare = async () => {
      clock.now += 1;
      const request = newRequest('a', { parameters: { url: 'https://rare.example/' } });
      rare.add(request.id);
      await store.requests.enqueue(request, undefined);
      clock.now += 1;
    };
    await addRare();
    await addMany(bounds.requestsExamined + 50);
    await addRare();
    await addMany(300);
    await addRare();
    const found: string[] = [];
    const sizes: number[] = [];
    const search: RequestSearch = { limit: 1, match: { host: 'rare.example' } };
    for (let turn = 0; turn < 9; turn += 1) {
      const { requests, next } = await store.requests.search('a', search);
      found.push(...requests.map(({ id }) => id));
      sizes.push(requests.length);
      if (next === undefined) break;
      search.after = next;
    }
    t.same(sizes, [1, 1, 0, 1], 'a page without any is not the last one');
    t.same(new Set(found), rare);
    const all = await store.requests.search('a', { limit: 2 });
    t.equal(all.requests.length, 2);
    t.same(all.next, { id: all.requests[1]?.id, createdAt: all.requests[1]?.createdAt });
  });
}
