import { setImmediate as tick } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { createDeadline } from './deadline.ts';
import { createRaceEnd } from './race-end.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const never = new Promise<never>(() => {});

/** Number of results of this many races that are still in memory. */
async function keptBy(race: (work: Promise<Buffer>) => Promise<Buffer>): Promise<number> {
  const results: WeakRef<Buffer>[] = [];
  for (let round = 0; round < 100; round += 1) {
    const result = Buffer.alloc(100_000);
    results.push(new WeakRef(result));
    await race(Promise.resolve(result));
  }
  await tick();
  collect();
  return results.filter((result) => result.deref()).length;
}

t.test('retains no result of a race', async (t) => {
  const end = createRaceEnd();
  t.ok((await keptBy((work) => end.race(work))) < 5);
  const deadline = createDeadline(10_000);
  t.ok((await keptBy((work) => deadline.race(work))) < 5, 'nor does a deadline');
  const child = deadline.child();
  t.ok((await keptBy((work) => child.race(work))) < 5);
  deadline.dispose();
});

t.test('settles with the first result', async (t) => {
  const { end, race } = createRaceEnd();
  t.equal(await race(Promise.resolve(1)), 1);
  await t.rejects(race(Promise.reject(new Error('own'))), /own/);
  const late = race(never);
  end(new Error('first'));
  end(new Error('second'));
  await t.rejects(late, /first/);
  await t.rejects(race(never), /first/, 'what comes after the end has lost');
  t.equal(await race(Promise.resolve(2)), 2, 'but for what is done already');
});

t.test('ignores an error of work that fails after it lost', async (t) => {
  const { end, race } = createRaceEnd();
  const { promise, reject } = Promise.withResolvers<void>();
  const lost = race(promise);
  end(new Error('over'));
  await t.rejects(lost, /over/);
  reject(new Error('later'));
  await tick();
});
