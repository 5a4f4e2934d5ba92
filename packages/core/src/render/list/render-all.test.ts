import { RenderError, type RequestInput } from '@tintype/contract';
import t from 'tap';
import { renderAll, type RenderAllParts } from './render-all.ts';
import type { RenderAllOptions, RenderOptions, RenderOutcome, RenderResult } from '../../types.ts';

interface Under {
  end(): void;
  fail(error: Error): void;
}

/** An engine whose renders end when the test says so. */
function createEngine() {
  const underWay = new Map<string, Under>();
  const started: string[] = [];
  let max = 0;
  const render = (input: RequestInput, { signal }: RenderOptions = {}): Promise<RenderResult> => {
    const name = nameOf(input);
    started.push(name);
    const { promise, resolve, reject } = Promise.withResolvers<RenderResult>();
    underWay.set(name, { end: () => resolve({ url: name } as RenderResult), fail: reject });
    max = Math.max(max, underWay.size);
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    return promise.finally(() => underWay.delete(name));
  };
  return { render, started, underWay, max: () => max };
}

/** An engine whose renders end at once. */
const quick = (input: RequestInput) => Promise.resolve({ url: nameOf(input) } as RenderResult);

const nameOf = (input: RequestInput) => (input as { url: string }).url;
const request = (name: string): RequestInput => ({ kind: 'screenshot', url: name });
const named = (...names: string[]) => names.map(request);
const ticks = () => new Promise((resolve) => setImmediate(resolve));

async function collect(
  parts: RenderAllParts,
  requests: RequestInput[],
  options?: RenderAllOptions,
): Promise<RenderOutcome[]> {
  const outcomes: RenderOutcome[] = [];
  for await (const outcome of renderAll(parts, requests, options)) outcomes.push(outcome);
  return outcomes;
}

t.test('yields outcomes when they are ready, with their indexes', async (t) => {
  const { render, underWay, max } = createEngine();
  const outcomes = renderAll({ render, concurrency: 2 }, named('a', 'b', 'c'));
  const first = outcomes.next();
  await ticks();
  underWay.get('b')?.end();
  t.match(await first, { value: { index: 1, request: { url: 'b' }, result: { url: 'b' } } });
  await ticks();
  underWay.get('c')?.end();
  t.match(await outcomes.next(), { value: { index: 2, result: { url: 'c' } } });
  underWay.get('a')?.end();
  t.match(await outcomes.next(), { value: { index: 0, result: { url: 'a' } } });
  t.same(await outcomes.next(), { done: true, value: undefined });
  t.equal(max(), 2);
});

t.test('yields failures of all kinds as outcomes', async (t) => {
  const render = async (input: RequestInput) => {
    const name = nameOf(input);
    if (name === 'b') throw new RenderError('dns_failed');
    if (name === 'c') throw new Error('a bug');
    return quick(input);
  };
  const outcomes = await collect({ render }, named('a', 'b', 'c', 'd'), { concurrency: 1 });
  t.same(
    outcomes.map(({ index, result, error }) => [index, result?.url ?? error?.code]),
    [
      [0, 'a'],
      [1, 'dns_failed'],
      [2, 'internal'],
      [3, 'd'],
    ],
  );
});

t.test('starts nothing before the loop, and reads a bounded way ahead', async (t) => {
  const started: string[] = [];
  const render = (input: RequestInput) => {
    started.push(nameOf(input));
    return quick(input);
  };
  let closed = false;
  function* endless() {
    try {
      for (let index = 0; ; index += 1) yield request(String(index));
    } finally {
      closed = true;
    }
  }
  const outcomes = renderAll({ render, concurrency: 3 }, endless());
  await ticks();
  t.equal(started.length, 0);
  for await (const { index } of outcomes) {
    await ticks();
    await ticks();
    t.ok(
      started.length <= index + 1 + 2 * 3,
      `${started.length} started when ${index + 1} were taken`,
    );
    if (index >= 20) break;
  }
  t.ok(closed, 'the list is told');
  const atTheEnd = started.length;
  await ticks();
  t.equal(started.length, atTheEnd);
});

t.test('leaving the loop cancels running renders, and waits for them', async (t) => {
  const { render, underWay } = createEngine();
  async function* list() {
    yield* named('a', 'b', 'c');
  }
  for await (const outcome of (async function* () {
    const outcomes = renderAll({ render }, list(), { concurrency: 2 });
    setImmediate(() => underWay.get('a')?.end());
    yield* outcomes;
  })()) {
    t.equal(outcome.index, 0);
    await ticks();
    t.ok(underWay.size > 0);
    break;
  }
  t.equal(underWay.size, 0);
});

t.test('a signal ends the loop after outcomes that were ready', async (t) => {
  const { render, underWay, started } = createEngine();
  const controller = new AbortController();
  const { signal } = controller;
  const outcomes = renderAll({ render }, named('a', 'b', 'c', 'd'), { concurrency: 2, signal });
  const first = outcomes.next();
  await ticks();
  underWay.get('a')?.end();
  t.match(await first, { value: { index: 0 } });
  await ticks();
  underWay.get('b')?.end();
  await ticks();
  controller.abort(new Error('enough'));
  t.match(await outcomes.next(), { value: { index: 1 } });
  await t.rejects(outcomes.next(), { code: 'cancelled', cause: { message: 'enough' } });
  t.same(await outcomes.next(), { done: true, value: undefined });
  t.notOk(started.includes('d') && underWay.size > 0);
  const late = renderAll({ render: quick }, named('a'), { signal });
  await t.rejects(late.next(), { code: 'cancelled' }, 'one that has aborted before, too');
});

t.test('a signal ends the wait for a list that hangs', async (t) => {
  const controller = new AbortController();
  async function* silent() {
    yield request('a');
    await new Promise(() => {});
  }
  const outcomes = renderAll({ render: quick }, silent(), { signal: controller.signal });
  t.match(await outcomes.next(), { value: { index: 0 } });
  const next = outcomes.next();
  controller.abort();
  await t.rejects(next, { code: 'cancelled' });
});

t.test('yields outcomes of started work before the error of a list', async (t) => {
  const { render, underWay } = createEngine();
  function* broken() {
    yield request('a');
    throw new Error('no more lines');
  }
  const outcomes = renderAll({ render }, broken(), { concurrency: 2 });
  const first = outcomes.next();
  await ticks();
  underWay.get('a')?.end();
  t.match(await first, { value: { index: 0 } });
  await t.rejects(outcomes.next(), /no more lines/);
});

t.test('onResult is awaited, and its error ends the loop', async (t) => {
  const heard: number[] = [];
  const onResult = async ({ index }: RenderOutcome) => {
    await ticks();
    heard.push(index);
    if (index === 1) throw new Error('the disk is full');
  };
  const outcomes = renderAll({ render: quick }, named('a', 'b', 'c'), { concurrency: 1, onResult });
  t.match(await outcomes.next(), { value: { index: 0 } });
  t.ok(heard.includes(0), 'before the loop gets it');
  await t.rejects(outcomes.next(), /the disk is full/);
  t.notOk(heard.includes(2));
});

t.test('accepts an empty list, rejects invalid concurrency', async (t) => {
  t.same(await collect({ render: quick }, []), []);
  for (const concurrency of [0, -1, 1.5, NaN, '2' as unknown as number]) {
    t.throws(() => renderAll({ render: quick }, [], { concurrency }), {
      name: 'RangeError',
      message: `concurrency must be an integer from 1; got ${String(concurrency)}.`,
    });
  }
});
