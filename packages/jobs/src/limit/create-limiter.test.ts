import { RenderError } from '@tintype/contract';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import {
  createLimiter,
  type Limiter,
  type LimiterOptions,
  type SlotRequest,
} from './create-limiter.ts';

/** Work that runs until it is let go, and the order in which it started. */
function createWork(limiter: Limiter) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    begin(name: string, options: SlotRequest = {}) {
      return limiter.run(async () => {
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

/** A limiter with a clock that a test moves by hand. */
function createClockedLimiter(options: Omit<LimiterOptions, 'now'>) {
  const clock = { ms: 0 };
  const limiter = createLimiter({ ...options, now: () => clock.ms });
  const work = createWork(limiter);
  const started = (account: string) =>
    work.started.filter((name) => name.startsWith(account)).length;
  return {
    limiter,
    work,
    clock,
    startsOf: started,
    /** Begins so many renders of an account, named after it. */
    begin: (account: string, count: number, more: SlotRequest = {}) =>
      Array.from({ length: count }, (_, index) =>
        work.begin(`${account}${index + 1}`, { account, ...more }),
      ),
    /**
     * Lets the time pass, and then one after the other end what runs, in the order of its start.
     */
    async endAll(takesMs: (name: string) => number, until: () => boolean = () => false) {
      for (let index = 0; index < work.started.length && !until(); index += 1) {
        const name = work.started[index] ?? '';
        clock.ms += takesMs(name);
        await work.end(name);
      }
    },
  };
}

/** Everything that can happen without time passing has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

t.test('runs so many at once, and the others after them', async (t) => {
  const limiter = createLimiter({ concurrency: 2, maxWaiting: 10 });
  const work = createWork(limiter);
  const all = ['a', 'b', 'c', 'd'].map((name) => work.begin(name));
  await settled();
  t.same(work.started, ['a', 'b']);
  t.same(limiter.depth, { running: 2, waiting: 2, waitingInBackground: 0 });
  await work.end('b');
  t.same(work.started, ['a', 'b', 'c']);
  await work.end('a');
  await work.end('c');
  await work.end('d');
  t.same(await Promise.all(all), ['a', 'b', 'c', 'd']);
  t.same(limiter.depth, { running: 0, waiting: 0, waitingInBackground: 0 });
});

t.test('tells how long the work waited, and passes its errors on', async (t) => {
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 10 });
  const first = limiter.run(() => new Promise((resolve) => setTimeout(resolve, 60)));
  const waited = await limiter.run(async ({ waitedMs }) => waitedMs);
  await first;
  t.ok(waited >= 40, `${waited} ms`);
  const own = new RenderError('timeout');
  await t.rejects(
    limiter.run(() => Promise.reject(own)),
    own,
  );
  t.equal(await limiter.run(async () => 'next'), 'next', 'an error frees the slot');
});

t.test('work learns how long it holds its slot', async (t) => {
  let ms = 0;
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 1, now: () => ms });
  const first = limiter.run(async () => settled());
  const second = limiter.run(async ({ waitedMs, heldMs }) => {
    const atStart = heldMs();
    ms += 700;
    return { waitedMs, atStart, heldMs: heldMs() };
  });
  ms += 300;
  await first;
  t.same(await second, { waitedMs: 300, atStart: 0, heldMs: 700 });
});

t.test('a full queue refuses at once and says when to come back', async (t) => {
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 2 });
  const work = createWork(limiter);
  const held = ['a', 'b', 'c'].map((name) => work.begin(name));
  await settled();
  const error = await limiter.run(async () => {}).catch((problem: RenderError) => problem);
  t.match(error, { code: 'queue_full', status: 429, message: /^2 renders are waiting already; / });
  t.throws(() => limiter.check(), { code: 'queue_full' }, 'as was to be foreseen');
  t.same(limiter.depth, { running: 1, waiting: 2, waitingInBackground: 0 });
  t.ok(((error as RenderError).retryAfterS ?? 0) >= 1);
  for (const name of ['a', 'b', 'c']) await work.end(name);
  await Promise.all(held);
  limiter.check();
  t.equal(await limiter.run(async () => 'room again'), 'room again');
});

t.test('maxWaiting 0 rejects every request that would wait', async (t) => {
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 0 });
  const work = createWork(limiter);
  const held = work.begin('a');
  await settled();
  await t.rejects(work.begin('b'), { code: 'queue_full' });
  await work.end('a');
  await held;
});

t.test('giving up while waiting frees the place in the queue', async (t) => {
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 1 });
  const work = createWork(limiter);
  const held = work.begin('a');
  const controller = new AbortController();
  const waiting = work.begin('b', { signal: controller.signal });
  await settled();
  controller.abort(new Error('gone'));
  await t.rejects(waiting, { code: 'cancelled', cause: { message: 'gone' } });
  t.equal(limiter.depth.waiting, 0);
  const next = work.begin('c');
  await work.end('a');
  await work.end('c');
  await Promise.all([held, next]);
  t.same(work.started, ['a', 'c'], 'b never began');
  await t.rejects(work.begin('d', { signal: controller.signal }), { code: 'cancelled' });
});

t.test('aborted work keeps its slot until it has ended', async (t) => {
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 1 });
  const work = createWork(limiter);
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

t.test('accounts whose renders take equally long take turns', async (t) => {
  const { work, endAll } = createClockedLimiter({ concurrency: 1, maxWaiting: 100 });
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'];
  const all = names.map((name) => work.begin(name, { account: name.charAt(0) }));
  await settled();
  await endAll(() => 100);
  await Promise.all(all);
  t.same(work.started, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

t.test('no account starts more than half of the slots while others are active', async (t) => {
  const { limiter, work, clock, begin, endAll } = createClockedLimiter({
    concurrency: 4,
    maxWaiting: 100,
  });
  const all = [...begin('a', 1), ...begin('x', 6)];
  await settled();
  t.same(work.started, ['a1', 'x1', 'x2'], 'it waits, although a slot is free');
  await work.end('a1');
  t.equal(limiter.depth.running, 2, 'the other one may well be back in a moment');
  all.push(work.begin('handed1', { account: 'x', accountConcurrency: Infinity, isAdmitted: true }));
  await settled();
  t.equal(work.started.at(-1), 'handed1', 'what others have admitted is theirs to bound');
  await work.end('handed1');
  clock.ms += 4_000;
  all.push(...begin('b', 1));
  await settled();
  t.equal(work.started.at(-1), 'b1');
  await work.end('b1');
  clock.ms += 5_000;
  // Nothing else happens: the limiter looks by itself.
  await until(() => limiter.depth.running >= 3);
  t.equal(work.started.at(-1), 'x3', 'once it is alone, all but one are its own');
  await endAll(() => 0);
  await Promise.all(all);
});

t.test('of two slots each of two accounts has one', async (t) => {
  const { work, begin, endAll } = createClockedLimiter({ concurrency: 2, maxWaiting: 100 });
  const both = { accountConcurrency: 2 };
  const all = [...begin('a', 2, both), ...begin('x', 3, both)];
  await settled();
  t.same(work.started, ['a1', 'a2'], 'alone, it has what its plan gives it');
  await work.end('a1');
  await work.end('a2');
  t.same(work.started.slice(2), ['x1'], 'a slot stays free');
  all.push(...begin('a', 1, both));
  await settled();
  t.same(work.started.slice(3), ['a1']);
  await endAll(() => 0);
  await Promise.all(all);
});

t.test('what is shared is time: whose renders take long has fewer of them', async (t) => {
  const { work, begin, endAll } = createClockedLimiter({ concurrency: 1, maxWaiting: 300 });
  const all = [begin('slow', 20), begin('a', 60), begin('b', 60)].flat();
  await settled();
  // 90 s: each of the three gets 30 s of them.
  let leftMs = 90_000;
  const takesMs = (name: string) => (name.startsWith('slow') ? 10_000 : 1_000);
  await endAll(
    (name) => {
      leftMs -= takesMs(name);
      return takesMs(name);
    },
    () => leftMs <= 0,
  );
  // The last one has only just started.
  const begun = work.started.slice(0, -1);
  const startedOf = (account: string) => begun.filter((name) => name.startsWith(account)).length;
  t.same(['slow', 'a', 'b'].map(startedOf), [3, 30, 30], `${begun}`);
  await endAll(takesMs);
  await Promise.all(all);
});

t.test('who comes while others render without an end is next', async (t) => {
  const { work, clock, begin } = createClockedLimiter({ concurrency: 2, maxWaiting: 100 });
  const all = [...begin('x', 6), ...begin('y', 6)];
  await settled();
  clock.ms += 20_000;
  all.push(...begin('victim', 2));
  await settled();
  t.same(work.started, ['x1', 'y1']);
  clock.ms += 10_000;
  await work.end('x1');
  t.same(work.started.slice(2), ['victim1'], 'as soon as one of them ends');
  clock.ms += 100;
  await work.end('victim1');
  t.same(work.started.slice(3), ['victim2'], 'and again: it has used less than they have');
  for (let index = 1; index < work.started.length; index += 1) {
    clock.ms += 30_000;
    await work.end(work.started[index] ?? '');
  }
  await Promise.all(all);
});

t.test('unused time is not saved up', async (t) => {
  const { work, clock, begin, endAll } = createClockedLimiter({ concurrency: 1, maxWaiting: 100 });
  const idle = begin('idle', 1);
  await settled();
  await endAll(() => 100);
  await Promise.all(idle);
  const busy = begin('a', 40);
  await settled();
  for (let turn = 0; turn < 30; turn += 1) {
    clock.ms += 1_000;
    await work.end(work.started.at(-1) ?? '');
  }
  const from = work.started.length;
  const back = begin('idle', 10);
  await settled();
  for (let turn = 0; turn < 8; turn += 1) {
    clock.ms += 1_000;
    await work.end(work.started.at(-1) ?? '');
  }
  const next = work.started.slice(from, from + 8).map((name) => name.replace(/\d+/, ''));
  t.equal(next.filter((name) => name === 'a').length, 4, `${next}`);
  while (work.started.length < 51) {
    clock.ms += 1_000;
    await work.end(work.started.at(-1) ?? '');
  }
  await work.end(work.started.at(-1) ?? '');
  await Promise.all([...busy, ...back]);
});

t.test('one slot in four is kept for accounts that used little lately', async (t) => {
  const { limiter, work, clock, begin, endAll } = createClockedLimiter({
    concurrency: 4,
    maxWaiting: 100,
  });
  const one = { accountConcurrency: 1 };
  const all = ['a', 'b', 'c', 'd'].flatMap((account) => begin(account, 3, one));
  await settled();
  t.same(work.started, ['a1', 'b1', 'c1', 'd1'], 'who is new may have it');
  clock.ms += 60_000;
  for (const name of ['a1', 'b1', 'c1', 'd1']) await work.end(name);
  t.equal(limiter.depth.running, 3, 'they have used more than their part');
  all.push(...begin('new', 1));
  await settled();
  t.equal(work.started.at(-1), 'new1', 'who comes starts at once');
  await work.end('new1');
  t.equal(limiter.depth.running, 3);
  await endAll(() => 0);
  await Promise.all(all);
});

t.test('a reserved slot is used once the use of the waiting account is old', async (t) => {
  const { limiter, work, clock, begin, endAll } = createClockedLimiter({
    concurrency: 4,
    maxWaiting: 100,
  });
  const heavy = begin('a', 1);
  await settled();
  clock.ms += 120_000;
  await work.end('a1');
  const held = ['b', 'c', 'd'].flatMap((account) => begin(account, 1));
  const again = begin('a', 1);
  await settled();
  t.equal(limiter.depth.running, 3);
  t.equal(limiter.depth.waiting, 1);
  clock.ms += 60_000;
  // Nothing else happens: the limiter looks by itself.
  await until(() => limiter.depth.waiting === 0);
  t.equal(limiter.depth.running, 4);
  await endAll(() => 0);
  await Promise.all([...heavy, ...held, ...again]);
});

t.test('an account that is alone may have every slot that its plan gives it', async (t) => {
  const { limiter, work, clock, begin } = createClockedLimiter({ concurrency: 4, maxWaiting: 100 });
  const all = begin('a', 12, { accountConcurrency: 4 });
  await settled();
  for (let round = 0; round < 3; round += 1) {
    t.equal(limiter.depth.running, 4);
    clock.ms += 60_000;
    for (const name of work.started.slice(-4)) await work.end(name);
  }
  await Promise.all(all);
});

t.test('who waits for a recorder holds no slot', async (t) => {
  const { limiter, work, begin } = createClockedLimiter({
    concurrency: 4,
    maxWaiting: 100,
    recordings: 1,
  });
  const films = begin('film', 3, { records: true, accountConcurrency: 4 });
  const stills = [...begin('still', 2), ...begin('other', 1)];
  await settled();
  t.same(work.started, ['film1', 'still1', 'still2', 'other1']);
  t.same(limiter.depth, { running: 4, waiting: 2, waitingInBackground: 0 });
  const own = work.begin('own', { account: 'film', accountConcurrency: 4 });
  await work.end('still1');
  t.same(work.started.slice(4), ['own'], 'nor does it hold up the others of its account');
  await work.end('film1');
  t.same(work.started.slice(5), ['film2']);
  for (const name of ['film2', 'still2', 'other1', 'own', 'film3']) await work.end(name);
  await Promise.all([...films, ...stills, own]);
});

t.test('without a queue, who would wait for a recorder is refused', async (t) => {
  const { limiter, work, begin } = createClockedLimiter({
    concurrency: 4,
    maxWaiting: 0,
    recordings: 1,
  });
  const films = begin('a', 1, { records: true });
  await settled();
  t.throws(() => limiter.check({ account: 'b', records: true }), { code: 'queue_full' });
  limiter.check({ account: 'b' });
  await work.end('a1');
  await Promise.all(films);
});

t.test('no account can fill the queue', async (t) => {
  const { limiter, work, clock } = createClockedLimiter({ concurrency: 1, maxWaiting: 20 });
  const outcomes = Array.from({ length: 40 }, (_, index) =>
    work.begin(`a${index}`, { account: 'a' }).catch((error: RenderError) => error.message),
  );
  await settled();
  t.equal(limiter.depth.waiting, 16, 'four fifths');
  const other = work.begin('b', { account: 'b' });
  await settled();
  t.equal(limiter.depth.waiting, 17);
  for (let turn = 0; turn < 18; turn += 1) {
    clock.ms += 100;
    await work.end(work.started.at(-1) ?? '');
  }
  t.equal(await other, 'b');
  t.equal(work.started.indexOf('b'), 1, 'it was next');
  const refused = (await Promise.all(outcomes)).filter((text) => text.includes('of this account'));
  t.equal(refused.length, 23);
});

t.test('an account of a plan with so many at once leaves slots to others', async (t) => {
  const limiter = createLimiter({ concurrency: 3, maxWaiting: 10 });
  const work = createWork(limiter);
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
  await limiter.idle();
});

t.test('an account leaves one slot to others, where its plan does not say how many', async (t) => {
  const limiter = createLimiter({ concurrency: 3, maxWaiting: 10 });
  const work = createWork(limiter);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => work.begin(name, { account: 'a' }));
  await settled();
  t.same(work.started, ['a1', 'a2']);
  all.push(work.begin('b1', { account: 'b' }));
  await settled();
  t.same(work.started, ['a1', 'a2', 'b1'], 'who comes later starts at once');
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) await work.end(name);
  await Promise.all(all);
  const alone = createLimiter({ concurrency: 1, maxWaiting: 1 });
  t.equal(
    await alone.run(async () => "one slot is everybody's", { account: 'a' }),
    "one slot is everybody's",
  );
});

t.test('work bounded elsewhere is independent of the bound of its account', async (t) => {
  const limiter = createLimiter({ concurrency: 4, maxWaiting: 10 });
  const work = createWork(limiter);
  const own = { account: 'a', accountConcurrency: 1 };
  const handed = { account: 'a', accountConcurrency: Infinity };
  const all = [work.begin('own1', own), work.begin('own2', own), work.begin('handed1', handed)];
  await settled();
  t.same(work.started, ['own1', 'handed1']);
  all.push(work.begin('own3', own), work.begin('handed2', handed));
  await settled();
  t.same(work.started, ['own1', 'handed1', 'handed2']);
  t.same(limiter.free, { slots: 1, recorders: 4 });
  await work.end('own1');
  t.same(work.started.slice(3), ['own2'], 'whatever else of the account runs');
  for (const name of ['handed1', 'handed2', 'own2', 'own3']) await work.end(name);
  await Promise.all(all);
});

t.test('background work has a quarter of the slots while others wait', async (t) => {
  const { limiter, work, begin, endAll, clock, startsOf } = createClockedLimiter({
    concurrency: 1,
    maxWaiting: 100,
  });
  const all = begin('first', 1);
  await settled();
  all.push(...begin('later', 12, { priority: 'background' }), ...begin('now', 60));
  await settled();
  t.same(
    limiter.depth,
    { running: 1, waiting: 60, waitingInBackground: 12 },
    'it is never refused',
  );
  const takesMs = (name: string) => (name.startsWith('later') ? 4_000 : 1_000);
  await endAll(takesMs, () => clock.ms >= 64_000);
  t.equal(startsOf('later'), 4, `${work.started}`);
  await endAll(takesMs);
  await Promise.all(all);
});

t.test('background work has all slots while nothing else waits', async (t) => {
  const { work, begin, endAll } = createClockedLimiter({ concurrency: 2, maxWaiting: 1 });
  const all = begin('later', 6, { priority: 'background', accountConcurrency: 2 });
  await settled();
  t.same(work.started, ['later1', 'later2']);
  await endAll(() => 1_000);
  await Promise.all(all);
  t.equal(work.started.length, 6);
});

t.test('many that give up at once leave nothing behind', async (t) => {
  const limiter = createLimiter({ concurrency: 2, maxWaiting: 1000 });
  const controller = new AbortController();
  const held = Array.from({ length: 2 }, () =>
    limiter.run(() => new Promise((resolve) => setTimeout(resolve, 20))),
  );
  const waiting = Array.from({ length: 500 }, (_, index) =>
    limiter
      .run(async () => 'ran', { signal: controller.signal, account: `a${index % 7}` })
      .catch((error: RenderError) => error.code),
  );
  controller.abort();
  t.same(new Set(await Promise.all(waiting)), new Set(['cancelled']));
  await Promise.all(held);
  await limiter.idle();
  t.same(limiter.depth, { running: 0, waiting: 0, waitingInBackground: 0 });
});

t.test('bounds that make no sense are refused', async (t) => {
  t.throws(() => createLimiter({ concurrency: 0, maxWaiting: 1 }), {
    message: 'concurrency must be an integer from 1; got 0.',
  });
  t.throws(() => createLimiter({ concurrency: 1, maxWaiting: 1.5 }), /maxWaiting .* got 1.5/);
});
