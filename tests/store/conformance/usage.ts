import { openLab, openPair, START, type MakePlace, type Suite } from './lab.ts';

export async function usageConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('rates are those of the minutes of the clock', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    clock.now = START + 10_500;
    const resetAt = START + 60_000;
    t.same(await store.usage.rateState('a', 3), {
      allowed: true,
      limit: 3,
      remaining: 3,
      resetAt,
      resetSeconds: 50,
    });
    t.match(await store.usage.takeRate('a', 3), { allowed: true, remaining: 2, resetSeconds: 50 });
    t.match(await second.usage.takeRate('a', 3), { allowed: true, remaining: 1 });
    t.match(await store.usage.takeRate('b', 3), { allowed: true, remaining: 2 }, 'another account');
    t.match(await store.usage.takeRate('a', 3), { allowed: true, remaining: 0 });
    t.match(await store.usage.rateState('a', 3), { allowed: false, remaining: 0 });
    for (let i = 0; i < 3; i++) {
      t.match(await second.usage.takeRate('a', 3), { allowed: false, remaining: 0, limit: 3 });
    }
    t.match(await store.usage.takeRate('a', 5), { allowed: true, remaining: 1 }, 'a raised limit');
    t.match(await store.usage.takeRate('a', 2), { allowed: false, remaining: 0 }, 'a lowered one');
    clock.now = resetAt - 1;
    t.match(await store.usage.takeRate('a', 3), { allowed: false, resetSeconds: 1 });
    clock.now = resetAt;
    t.match(await store.usage.rateState('a', 3), { allowed: true, remaining: 3 });
    t.match(await store.usage.takeRate('a', 3), { allowed: true, remaining: 2, resetSeconds: 60 });
    t.match(await store.usage.takeRate('many', 9, 4), { allowed: true, remaining: 5 });
    t.match(await store.usage.takeRate('many', 9, 3), { allowed: true, remaining: 2 });
    t.match(
      await store.usage.takeRate('many', 9, 3),
      { allowed: true, remaining: 0 },
      'what is left',
    );
    t.match(await store.usage.takeRate('many', 9, 3), { allowed: false, remaining: 0 });
    t.match(await store.usage.takeRate('nobody', 0), { allowed: false, remaining: 0, limit: 0 });
  });

  t.test('renders are counted by day', async (t) => {
    const { store, second, clock } = await openPair(t, makePlace);
    const render = async (hits?: number) =>
      store.usage.settle((await store.usage.reserve('a', 1_000, hits)) ?? '');
    t.same(await store.usage.byDay('a', 31), []);
    await render();
    await render(4);
    const released = (await store.usage.reserve('a', 1_000)) ?? '';
    await store.usage.release(released);
    clock.now += 2 * 24 * 60 * 60_000;
    await render();
    const days = [
      { day: '2026-11-23', used: 1 },
      { day: '2026-11-21', used: 5 },
    ];
    t.same(await second.usage.byDay('a', 3), days);
    t.same(await second.usage.byDay('a', 2), days.slice(0, 1));
    t.same(await second.usage.byDay('b', 3), []);
    clock.now += 401 * 24 * 60 * 60_000;
    await store.sweep({ requestsMs: 1, deliveriesMs: 1 });
    t.same(await second.usage.byDay('a', 1_000), [], 'not for ever');
  });

  t.test('a render counts when it has succeeded', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const resetAt = Date.UTC(2026, 11, 1);
    t.same(await store.usage.used('a'), { used: 0, reserved: 0, resetAt });
    const one = (await store.usage.reserve('a', 2)) ?? '';
    const two = (await second.usage.reserve('a', 2)) ?? '';
    t.ok(one && two && one !== two);
    t.equal(await store.usage.reserve('a', 2), undefined, 'what is under way is spoken for');
    t.same(await store.usage.used('a'), { used: 0, reserved: 2, resetAt });
    t.equal(await store.usage.settle(one), true);
    t.equal(await store.usage.release(two), true);
    t.same(await second.usage.used('a'), { used: 1, reserved: 0, resetAt });
    for (const again of [one, two, 'nothing']) {
      t.equal(await store.usage.settle(again), false, 'only once');
      t.equal(await store.usage.release(again), false, 'only once');
    }
    t.same(await store.usage.used('a'), { used: 1, reserved: 0, resetAt });
    t.ok(await store.usage.reserve('a', 2), 'one was given back');
    t.equal(await store.usage.reserve('b', 0), undefined, 'a quota of nothing');
  });

  t.test('several renders at once', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const one = (await store.usage.reserve('a', 10, 4)) ?? '';
    t.match(await second.usage.used('a'), { used: 0, reserved: 4 });
    t.equal(await second.usage.reserve('a', 10, 7), undefined, 'not some of them');
    const two = (await second.usage.reserve('a', 10, 6)) ?? '';
    t.equal(await store.usage.reserve('a', 10), undefined);
    t.equal(await store.usage.lower(one, 3), true);
    t.equal(await store.usage.lower(one, 5), true, 'more than are held: nothing changes');
    t.match(await store.usage.used('a'), { used: 0, reserved: 9 });
    t.equal(await store.usage.settle(one), true);
    t.equal(await store.usage.release(two), true);
    t.match(await store.usage.used('a'), { used: 3, reserved: 0 });
    t.equal(await store.usage.lower(one, 1), false, 'it is not open any more');
  });

  t.test('a month ends', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    clock.now = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
    const late = (await store.usage.reserve('a', 1)) ?? '';
    t.match(await store.usage.used('a'), { reserved: 1, resetAt: Date.UTC(2027, 0, 1) });
    clock.now += 1;
    t.match(await store.usage.used('a'), { used: 0, reserved: 0, resetAt: Date.UTC(2027, 1, 1) });
    t.equal(await store.usage.settle(late), true);
    t.match(await store.usage.used('a'), { used: 0 }, 'it counts where it was reserved');
    t.ok(await store.usage.reserve('a', 1));
    clock.now -= 1;
    t.match(await store.usage.used('a'), { used: 1, reserved: 0 });
  });

  t.test('200 at once, 10 left: exactly 10', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    for (let i = 0; i < 5; i++)
      await store.usage.settle((await store.usage.reserve('a', 15)) ?? '');
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 ? store : second).usage.reserve('a', 15)),
    );
    const reserved = ids.filter((id) => id !== undefined);
    t.equal(reserved.length, 10);
    t.equal(new Set(reserved).size, 10);
    await Promise.all(reserved.map((id, i) => store.usage[i % 2 ? 'settle' : 'release'](id)));
    t.match(await store.usage.used('a'), { used: 10, reserved: 0 });
  });

  t.test('whatever happens in whatever order, the sums are right', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const quota = 20;
    // Fixed, so that a failure can be repeated:
    // https://en.wikipedia.org/wiki/Linear_congruential_generator
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const open: string[] = [];
    let used = 0;
    for (let step = 0; step < 600; step++) {
      const { usage } = random(2) ? store : second;
      const what = random(3);
      if (what === 0 || open.length === 0) {
        const id = await usage.reserve('a', quota);
        t.equal(id !== undefined, used + open.length < quota, `step ${step}`);
        if (id) open.push(id);
      } else {
        const [id = ''] = open.splice(random(open.length), 1);
        const counts = what === 1 && used < 15;
        await usage[counts ? 'settle' : 'release'](id);
        if (counts) used += 1;
      }
    }
    t.match(await store.usage.used('a'), { used, reserved: open.length });
    t.equal(used, 15);
  });

  t.test('what a store had reserved is free when it closes', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    await second.usage.reserve('a', 2);
    await store.usage.reserve('a', 2);
    t.equal(await store.usage.reserve('a', 2), undefined);
    await second.close();
    t.match(await store.usage.used('a'), { used: 0, reserved: 1 });
    t.ok(await store.usage.reserve('a', 2));
  });
}
