import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createReadiness } from './create-readiness.ts';

function makeClock() {
  let nowMs = 1_000_000;
  return { now: () => nowMs, pass: (ms: number) => (nowMs += ms) };
}

t.test('checks once, and again when the success is old', async (t) => {
  const { now, pass } = makeClock();
  let looks = 0;
  const readiness = createReadiness({ canary: async () => void (looks += 1), now });
  const states = await Promise.all([readiness.check(), readiness.check(), readiness.check()]);
  t.same(states, Array(3).fill({ status: 'ready' }));
  t.equal(looks, 1, 'three at once share one renderTestPage');
  pass(29_999);
  await readiness.check();
  t.equal(looks, 1);
  pass(2);
  await readiness.check();
  t.equal(looks, 2);
  pass(29_000);
  readiness.proved();
  pass(29_000);
  await readiness.check();
  t.equal(looks, 2, 'a render that succeeded is as good as a renderTestPage');
});

t.test('reports a failed check, and repeats it soon', async (t) => {
  const { now, pass } = makeClock();
  let failure: Error | undefined = new RenderError('browser_unavailable');
  const canary = async () => {
    if (failure) throw failure;
  };
  const readiness = createReadiness({ canary, now });
  t.same(await readiness.check(), {
    status: 'failing',
    message: 'No browser could be started.',
  });
  failure = new Error('ENOENT /secret/path');
  pass(2_001);
  t.same(await readiness.check(), { status: 'failing', message: 'The test page failed.' });
  failure = undefined;
  t.equal((await readiness.check()).status, 'failing', 'not asked again at once');
  pass(2_001);
  t.equal((await readiness.check()).status, 'ready');
});

t.test('a check that hangs fails', async (t) => {
  const canary = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const readiness = createReadiness({ canary, now: Date.now, timeoutMs: 20 });
  // The timer of the signal does not keep Node alive by itself.
  const alive = setTimeout(() => {}, 10_000);
  t.equal((await readiness.check()).status, 'failing');
  clearTimeout(alive);
});

t.test('draining is final, also for a check in progress', async (t) => {
  const gate = Promise.withResolvers<void>();
  const readiness = createReadiness({ canary: () => gate.promise, now: Date.now });
  const early = readiness.check();
  readiness.drain();
  gate.resolve();
  t.same(await early, { status: 'draining' });
  readiness.proved();
  t.same(await readiness.check(), { status: 'draining' });
});

t.test('dependencies are checked each time, before renders', async (t) => {
  const { now } = makeClock();
  let away: Error | undefined;
  const needs = async () => {
    if (away) throw away;
  };
  const readiness = createReadiness({ canary: async () => {}, needs, now });
  readiness.proved();
  t.same(await readiness.check(), { status: 'ready' });
  away = new RenderError('storage_failed', 'The storage is away.');
  t.same(await readiness.check(), { status: 'failing', message: 'The storage is away.' });
  away = new Error('connect ECONNREFUSED 10.0.0.1:9000');
  t.same(await readiness.check(), { status: 'failing', message: 'A dependency is not available.' });
  readiness.drain();
  t.same(await readiness.check(), { status: 'draining' });
  away = undefined;
});

t.test('is not ready during a start', async (t) => {
  const readiness = createReadiness({ canary: async () => {}, now: Date.now });
  const started = readiness.starting();
  readiness.proved();
  t.same(await readiness.check(), {
    status: 'failing',
    message: 'The service is not yet started.',
  });
  started();
  t.same(await readiness.check(), { status: 'ready' });
  readiness.starting();
  readiness.drain();
  t.same(await readiness.check(), { status: 'draining' });
});
