import type { NewRun } from '@tintype/store';
import {
  claimOne,
  errorBody,
  newDelivery,
  newRequest,
  newTask,
  openLab,
  openPair,
  START,
  type MakePlace,
  type Suite,
} from './lab.ts';

const newRun = (taskId: number, accountId: string, changes: Partial<NewRun> = {}): NewRun => ({
  taskId,
  scheduledFor: START,
  nextRunAt: START + 300_000,
  request: newRequest(accountId),
  quotaPerMonth: 100,
  ...changes,
});

export async function tasksConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('a task is what was said, for its account alone', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const task = await store.tasks.create(newTask('a'));
    t.same(task, { ...newTask('a'), id: task.id, createdAt: START, runs: 0 });
    t.ok(Number.isSafeInteger(task.id) && task.id > 0);
    t.same(await second.tasks.get('a', task.id), task);
    t.same(await second.tasks.list('a'), [task]);
    for (const id of [0, -1, 1.5, NaN, 2 ** 60, task.id + 1]) {
      t.equal(await store.tasks.get('a', id), undefined, String(id));
      t.equal(await store.tasks.update('a', id, { name: 'x' }), undefined);
      t.equal(await store.tasks.remove('a', id), false);
    }
    t.equal(await store.tasks.get('b', task.id), undefined);
    t.equal(await store.tasks.update('b', task.id, { name: 'x' }), undefined);
    t.equal(await store.tasks.remove('b', task.id), false);
    t.same(await store.tasks.list('b'), []);
    t.same(await store.tasks.list(), [task]);
    t.equal(await store.tasks.remove('a', task.id), true);
    t.equal(await store.tasks.remove('a', task.id), false);
    t.equal(await store.tasks.get('a', task.id), undefined);
  });

  t.test('changes', async (t) => {
    const { store } = await openLab(t, makePlace);
    const task = await store.tasks.create(newTask('a'));
    t.same(await store.tasks.update('a', task.id, {}), task);
    const renamed = await store.tasks.update('a', task.id, { name: 'x', nextRunAt: START + 5 });
    t.same(renamed, { ...task, name: 'x', nextRunAt: START + 5 });
    const { nextRunAt: _, ...off } = { ...renamed, enabled: false };
    t.same(await store.tasks.update('a', task.id, { enabled: false }), off, 'on no calendar');
    t.same(await store.tasks.get('a', task.id), off);
    t.equal(await store.tasks.nextDueAt(), undefined);
    const on = await store.tasks.update('a', task.id, { enabled: true, nextRunAt: START + 9 });
    t.match(on, { enabled: true, nextRunAt: START + 9 });
    t.equal(await store.tasks.nextDueAt(), START + 9);
    const never = await store.tasks.update('a', task.id, { nextRunAt: null });
    t.notOk(never && 'nextRunAt' in never);
  });

  t.test('rejects changes based on a version that has changed since', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const task = await store.tasks.create(newTask('a'));
    const renamed = await second.tasks.update('a', task.id, { name: 'x' }, task);
    t.match(renamed, { name: 'x' });
    t.equal(await store.tasks.update('a', task.id, { timezone: 'Etc/UTC' }, task), undefined);
    t.same(await store.tasks.get('a', task.id), renamed, 'nothing was written');
    await second.tasks.skip(task.id, START, START + 60_000);
    const moved = await store.tasks.update('a', task.id, { timezone: 'Etc/UTC' }, renamed);
    t.match(moved, { name: 'x', timezone: 'Etc/UTC' }, 'a run is no change');
  });

  t.test('what is due', async (t) => {
    const { store, clock } = await openLab(t, makePlace);
    for (let i = 0; i < 4; i++) await store.tasks.create(newTask('a', { name: `a${i}` }));
    await store.tasks.create(newTask('b', { name: 'b0' }));
    await store.tasks.create(newTask('b', { name: 'later', nextRunAt: START + 60_000 }));
    await store.tasks.create(newTask('b', { name: 'off', enabled: false }));
    t.match((await store.tasks.due(2)).map(({ accountId }) => accountId).toSorted(), ['a', 'b']);
    t.equal((await store.tasks.due(9)).length, 5);
    clock.now -= 1;
    t.same(await store.tasks.due(9), []);
    t.equal(await store.tasks.nextDueAt(), START);
  });

  t.test('an occurrence becomes one request', async (t) => {
    const { store, second, clock, account } = await openPair(t, makePlace);
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId));
    clock.now += 700;
    const mine = newRun(task.id, accountId);
    const theirs = newRun(task.id, accountId);
    const outcomes = await Promise.all([store.tasks.startRun(mine), second.tasks.startRun(theirs)]);
    t.same(outcomes.toSorted(), ['already', 'started']);
    const runs = await store.requests.list(accountId, { limit: 9, taskId: task.id });
    t.match(runs, [{ status: 'queued', taskId: task.id, scheduledFor: START }]);
    t.equal(runs.length, 1);
    t.match(await store.tasks.get(accountId, task.id), {
      runs: 1,
      lastRunAt: START + 700,
      nextRunAt: START + 300_000,
    });
    t.match(await store.usage.used(accountId), { reserved: 1 });
  });

  t.test('runs of one task never overlap', async (t) => {
    const { store, clock, account } = await openLab(t, makePlace);
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId));
    t.equal(await store.tasks.startRun(newRun(task.id, accountId)), 'started');
    clock.now = START + 300_000;
    const next = { scheduledFor: START + 300_000, nextRunAt: START + 600_000 };
    t.equal(await store.tasks.startRun(newRun(task.id, accountId, next)), 'overlap');
    const moved = await store.tasks.get(accountId, task.id);
    t.match(moved, { runs: 1, lastRunAt: START, nextRunAt: START + 600_000 });
    const [claim] = await store.requests.claim({ leaseMs: 1_000, limit: 1 });
    if (claim) await store.requests.fail(claim, { error: errorBody() });
    const third = { scheduledFor: START + 600_000, nextRunAt: undefined };
    t.equal(await store.tasks.startRun(newRun(task.id, accountId, third)), 'started');
    const last = await store.tasks.get(accountId, task.id);
    t.match(last, { runs: 2 });
    t.notOk(last && 'nextRunAt' in last, 'there is no slot after that');
  });

  t.test('what does not start', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId));
    const later = { scheduledFor: START + 1 };
    t.equal(
      await store.tasks.startRun(newRun(task.id, accountId, later)),
      'already',
      'not its slot',
    );
    t.equal(await store.tasks.startRun(newRun(task.id + 1, accountId)), 'already', 'unknown');
    await store.tasks.update(accountId, task.id, { enabled: false });
    t.equal(await store.tasks.startRun(newRun(task.id, accountId)), 'already', 'switched off');
    t.same(await store.requests.list(accountId, { limit: 9 }), []);
  });

  t.test('a slot that was used is used, whatever the calendar says later', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId));
    await store.tasks.startRun(newRun(task.id, accountId));
    await store.tasks.update(accountId, task.id, { nextRunAt: START });
    t.equal(await store.tasks.startRun(newRun(task.id, accountId)), 'already');
    t.match(await store.tasks.get(accountId, task.id), { nextRunAt: START + 300_000, runs: 1 });
  });

  t.test('no quota left', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId));
    const poor = { quotaPerMonth: 0 };
    t.equal(await store.tasks.startRun(newRun(task.id, accountId, poor)), 'quota_exceeded');
    t.same(await store.tasks.get(accountId, task.id), task, 'nothing was done');
    const failure = { error: errorBody(), delivery: newDelivery(accountId) };
    t.equal(
      await store.tasks.startRun(newRun(task.id, accountId, { ...poor, failure })),
      'started',
    );
    const [run] = await store.requests.list(accountId, { limit: 9, taskId: task.id });
    t.match(run, { status: 'failed', error: errorBody(), finishedAt: START });
    t.match(await store.usage.used(accountId), { used: 0, reserved: 0 });
    t.equal((await store.outbox.list({ limit: 9 })).length, 1);
  });

  t.test('slots that are left out', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const task = await store.tasks.create(newTask('a'));
    t.equal(await store.tasks.skip(task.id, START, START + 60_000), true);
    t.equal(await second.tasks.skip(task.id, START, START + 60_000), false);
    t.same(await store.tasks.get('a', task.id), { ...task, nextRunAt: START + 60_000 });
  });

  t.test('tasks of a revoked account stop', async (t) => {
    const { store, account } = await openLab(t, makePlace);
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId));
    await claimOne(store, accountId);
    await store.accounts.revoke(accountId);
    t.match(await store.tasks.get(accountId, task.id), { enabled: false });
    t.same(await store.tasks.due(9), []);
  });
}
