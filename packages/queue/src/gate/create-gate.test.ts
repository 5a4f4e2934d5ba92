import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createGate, type Gate, type GateRun } from './create-gate.ts';

/** Work that runs until it is let go, and the order in which it started. */
function createWork(gate: Gate) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    begin(name: string, options: GateRun = {}) {
      return gate.run(async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }, options);
    },
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

/** Everything that can happen without time passing has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

t.test('runs so many at once, and the others in their turn', async (t) => {
  const gate = createGate({ concurrency: 2, maxWaiting: 10 });
  const work = createWork(gate);
  const all = ['a', 'b', 'c', 'd'].map((name) => work.begin(name));
  await settled();
  t.same(work.started, ['a', 'b']);
  t.same(gate.depth, { running: 2, waiting: 2, waitingInBackground: 0 });
  await work.end('b');
  t.same(work.started, ['a', 'b', 'c']);
  await work.end('a');
  await work.end('c');
  await work.end('d');
  t.same(await Promise.all(all), ['a', 'b', 'c', 'd']);
  t.same(gate.depth, { running: 0, waiting: 0, waitingInBackground: 0 });
});

t.test('tells how long the work waited, and passes its errors on', async (t) => {
  const gate = createGate({ concurrency: 1, maxWaiting: 10 });
  const first = gate.run(() => new Promise((resolve) => setTimeout(resolve, 60)));
  const waited = await gate.run(async ({ waitedMs }) => waitedMs);
  await first;
  t.ok(waited >= 40, `${waited} ms`);
  const own = new RenderError('timeout');
  await t.rejects(
    gate.run(() => Promise.reject(own)),
    own,
  );
  t.equal(await gate.run(async () => 'next'), 'next', 'an error frees the place');
});

t.test('a full waiting room refuses at once and says when to come back', async (t) => {
  const gate = createGate({ concurrency: 1, maxWaiting: 2 });
  const work = createWork(gate);
  const held = ['a', 'b', 'c'].map((name) => work.begin(name));
  await settled();
  const error = await gate.run(async () => {}).catch((problem: RenderError) => problem);
  t.match(error, { code: 'queue_full', status: 429, message: /^2 renders are waiting already; / });
  t.throws(() => gate.check(), { code: 'queue_full' }, 'as was to be foreseen');
  t.same(gate.depth, { running: 1, waiting: 2, waitingInBackground: 0 });
  t.ok(((error as RenderError).retryAfterS ?? 0) >= 1);
  for (const name of ['a', 'b', 'c']) await work.end(name);
  await Promise.all(held);
  gate.check();
  t.equal(await gate.run(async () => 'room again'), 'room again');
});

t.test('maxWaiting 0 lets nobody wait', async (t) => {
  const gate = createGate({ concurrency: 1, maxWaiting: 0 });
  const work = createWork(gate);
  const held = work.begin('a');
  await settled();
  await t.rejects(work.begin('b'), { code: 'queue_full' });
  await work.end('a');
  await held;
});

t.test('giving up while waiting frees the place in the room', async (t) => {
  const gate = createGate({ concurrency: 1, maxWaiting: 1 });
  const work = createWork(gate);
  const held = work.begin('a');
  const controller = new AbortController();
  const waiting = work.begin('b', { signal: controller.signal });
  await settled();
  controller.abort(new Error('gone'));
  await t.rejects(waiting, { code: 'cancelled', cause: { message: 'gone' } });
  t.equal(gate.depth.waiting, 0);
  const next = work.begin('c');
  await work.end('a');
  await work.end('c');
  await Promise.all([held, next]);
  t.same(work.started, ['a', 'c'], 'b never began');
  await t.rejects(work.begin('d', { signal: controller.signal }), { code: 'cancelled' });
});

t.test('work that is told to end keeps its place until it has ended', async (t) => {
  const gate = createGate({ concurrency: 1, maxWaiting: 1 });
  const work = createWork(gate);
  const controller = new AbortController();
  const held = work.begin('a', { signal: controller.signal });
  const next = work.begin('b');
  controller.abort();
  await settled();
  t.same(work.started, ['a']);
  await work.end('a');
  t.equal(await held, 'a', 'its own end counts');
  await work.end('b');
  await next;
});

t.test('accounts take turns', async (t) => {
  const gate = createGate({ concurrency: 1, maxWaiting: 100 });
  const work = createWork(gate);
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'];
  const all = names.map((name) => work.begin(name, { account: name.charAt(0) }));
  await settled();
  for (let turn = 0; turn < names.length; turn += 1) await work.end(work.started.at(-1) ?? '');
  await Promise.all(all);
  t.same(work.started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

t.test('no account can fill the waiting room', async (t) => {
  const gate = createGate({ concurrency: 1, maxWaiting: 20 });
  const work = createWork(gate);
  const outcomes = Array.from({ length: 40 }, (_, index) =>
    work.begin(`a${index}`, { account: 'a' }).catch((error: RenderError) => error.message),
  );
  await settled();
  t.equal(gate.depth.waiting, 16, 'four fifths');
  const other = work.begin('b', { account: 'b' });
  await settled();
  t.equal(gate.depth.waiting, 17);
  for (let turn = 0; turn < 18; turn += 1) await work.end(work.started.at(-1) ?? '');
  t.equal(await other, 'b');
  t.equal(work.started.indexOf('b'), 2, 'one render of the other account came first');
  const refused = (await Promise.all(outcomes)).filter((text) => text.includes('of this account'));
  t.equal(refused.length, 23);
});

t.test('an account of a plan with so many at once leaves places to others', async (t) => {
  const gate = createGate({ concurrency: 3, maxWaiting: 10 });
  const work = createWork(gate);
  const limited = { account: 'a', accountConcurrency: 1 };
  const all = ['a1', 'a2', 'a3'].map((name) => work.begin(name, limited));
  all.push(work.begin('b1', { account: 'b' }));
  await settled();
  t.same(work.started, ['a1', 'b1']);
  await work.end('b1');
  t.same(work.started, ['a1', 'b1'], 'a place stays free');
  await work.end('a1');
  t.same(work.started, ['a1', 'b1', 'a2']);
  await work.end('a2');
  await work.end('a3');
  await Promise.all(all);
  await gate.idle();
});

t.test('the background comes after those who wait, and comes all the same', async (t) => {
  const gate = createGate({ concurrency: 1, maxWaiting: 6 });
  const work = createWork(gate);
  const background = { priority: 'background' } as const;
  const all = [work.begin('first')];
  for (let index = 0; index < 12; index += 1) all.push(work.begin('later', background));
  for (let index = 0; index < 6; index += 1) all.push(work.begin('now'));
  await settled();
  t.same(gate.depth, { running: 1, waiting: 6, waitingInBackground: 12 }, 'it is never refused');
  for (let turn = 0; turn < 19; turn += 1) await work.end(work.started.at(-1) ?? '');
  await Promise.all(all);
  t.same(work.started.slice(1, 9).filter((name) => name === 'later').length, 2);
  t.same(work.started.slice(1, 9).filter((name) => name === 'now').length, 6);
});

t.test('many that give up at once leave nothing behind', async (t) => {
  const gate = createGate({ concurrency: 2, maxWaiting: 1000 });
  const controller = new AbortController();
  const held = Array.from({ length: 2 }, () =>
    gate.run(() => new Promise((resolve) => setTimeout(resolve, 20))),
  );
  const waiting = Array.from({ length: 500 }, (_, index) =>
    gate
      .run(async () => 'ran', { signal: controller.signal, account: `a${index % 7}` })
      .catch((error: RenderError) => error.code),
  );
  controller.abort();
  t.same(new Set(await Promise.all(waiting)), new Set(['cancelled']));
  await Promise.all(held);
  await gate.idle();
  t.same(gate.depth, { running: 0, waiting: 0, waitingInBackground: 0 });
});

t.test('bounds that make no sense are refused', async (t) => {
  t.throws(() => createGate({ concurrency: 0, maxWaiting: 1 }), {
    message: 'concurrency must be an integer from 1; got 0.',
  });
  t.throws(() => createGate({ concurrency: 1, maxWaiting: 1.5 }), /maxWaiting .* got 1.5/);
});
