import { setImmediate as tick, setTimeout as delay } from 'node:timers/promises';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { createPagePool, type PagePoolOptions, type Poolable } from './page-pool.ts';

class FakePage implements Poolable {
  usable = true;
  closed = 0;
  readonly lose: () => void;
  constructor(onGone: () => void) {
    this.lose = () => {
      this.usable = false;
      onGone();
    };
  }
  close() {
    this.usable = false;
    this.closed += 1;
  }
}

const never = 2 ** 30;

/** A pool of four whose pages are opened at once. */
function opened(options: Partial<PagePoolOptions<FakePage>> = {}) {
  const pages: FakePage[] = [];
  const pool = createPagePool<FakePage>({
    async open(onGone) {
      const page = new FakePage(onGone);
      pages.push(page);
      return page;
    },
    ahead: 4,
    restMs: never,
    backOffMs: 1,
    replaceMs: 1,
    ...options,
  });
  return { pool, pages };
}

t.test('the first page is opened alone, and the next when its render is over', async (t) => {
  const { pool, pages } = opened();
  await pool.take();
  await tick();
  t.equal(pages.length, 1);
  pool.release();
  await until(() => pages.length > 1);
  t.equal(pages.length, 2);
  t.equal(await pool.take(), pages[1], 'it was ready');
  t.equal(pages.length, 2);
});

t.test('opens no page after the last render of a pool that is then stopped', async (t) => {
  for (const isPaced of [true, false]) {
    const { pool, pages } = opened({ ahead: 1 });
    if (!isPaced) await pool.fill();
    await pool.take();
    pool.release();
    await tick();
    pool.stop();
    await delay(10);
    t.equal(pages.length, 1);
  }
});

t.test('who asks is not kept waiting', async (t) => {
  const { pool, pages } = opened();
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => pool.take()));
  t.equal(pages.length, 6);
});

t.test('after a rest all are opened, those in use counted', async (t) => {
  const { pool, pages } = opened({ restMs: 1 });
  await pool.take();
  await until(() => pages.length >= 4);
  await delay(5);
  t.equal(pages.length, 4);
  pool.release();
  await until(() => pages.length > 4);
  await delay(5);
  t.equal(pages.length, 5);
});

t.test('fill opens all, and waits for them', async (t) => {
  const { pool, pages } = opened();
  await pool.fill();
  t.equal(pages.length, 4);
  t.equal(await pool.take(), pages[0]);
  t.equal(pages.length, 4);
});

t.test(
  'a page that is lost while it is not leased leaves the pool at once, and is replaced',
  async (t) => {
    const { pool, pages } = opened();
    await pool.fill();
    pages.slice().forEach((page) => page.lose());
    t.same(
      pages.map(({ closed }) => closed),
      [1, 1, 1, 1],
    );
    const page = await pool.take();
    t.ok(page.usable);
    await until(() => pages.length >= 8);
    await delay(5);
    t.equal(pages.length, 8, 'four again');
  },
);

t.test('opens a page again that is lost as soon as it is open, a few times', async (t) => {
  let opens = 0;
  const pool = createPagePool<FakePage>({
    async open(onGone) {
      opens += 1;
      const page = new FakePage(onGone);
      if (opens !== 3) page.lose();
      return page;
    },
    ahead: 0,
    restMs: never,
    backOffMs: never,
    replaceMs: 1,
  });
  t.ok((await pool.take()).usable);
  await t.rejects(pool.take(), /gone/);
  t.equal(opens, 8);
});

t.test(
  'a failure to open rejects one waiter, and the next waiter gets a new attempt',
  async (t) => {
    let fails = true;
    const { pool, pages } = opened();
    const failing = createPagePool<FakePage>({
      async open(onGone) {
        if (fails) throw new Error('no browser');
        return new FakePage(onGone);
      },
      ahead: 4,
      restMs: never,
      backOffMs: never,
      replaceMs: 1,
    });
    await failing.fill();
    const [first, second] = await Promise.allSettled([failing.take(), failing.take()]);
    t.match([first, second], [{ status: 'rejected' }, { status: 'rejected' }]);
    fails = false;
    t.ok((await failing.take()).usable);
    pool.stop();
    t.same(pages, []);
  },
);

t.test(
  'a stopped pool closes pages that were not taken, and opens nothing by itself',
  async (t) => {
    const { pool, pages } = opened();
    await pool.fill();
    const page = await pool.take();
    pool.stop();
    t.same(
      pages.map(({ closed }) => closed),
      [0, 1, 1, 1],
    );
    t.ok(page.usable);
    pool.release();
    await delay(5);
    t.equal(pages.length, 4);
  },
);
