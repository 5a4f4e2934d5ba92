import type { CheckClaim, CheckEnd, NewFile, Store } from '@tintype/store';
import type { Test } from 'tap';
import {
  errorBody,
  newDelivery,
  newFile,
  newRequest,
  newTask,
  newWatch,
  openLab,
  openPair,
  START,
  type MakePlace,
  type StoreLab,
  type Suite,
} from './lab.ts';

const DAY = 24 * 60 * 60_000;

const watch = newWatch();

const endOf = (changes: Partial<CheckEnd> = {}, version = 0): CheckEnd => ({
  task: newTask('', { watch }),
  outcome: 'same',
  content: '{"ü":1}',
  files: { names: [], forMs: 0 },
  monitor: { state: '{"state":1}', version, files: { names: [], forMs: 0 } },
  deliveries: [],
  runsAgain: false,
  keep: 100,
  ...changes,
});

/** A monitor of an account, and its runs. */
async function newMonitor({ store, clock, account }: StoreLab, owner?: string) {
  const accountId = owner ?? (await account());
  const task = await store.tasks.create(newTask(accountId, { watch, nextRunAt: clock.now }));
  let slot = clock.now;
  return {
    accountId,
    task,
    /** Starts a run, and ends it. */
    async run(file?: NewFile): Promise<string> {
      const request = newRequest(accountId);
      const scheduledFor = (await store.tasks.find(task.id))?.nextRunAt ?? slot;
      slot = scheduledFor + 60_000;
      const run = { taskId: task.id, scheduledFor, nextRunAt: slot, request, check: { key: 'k' } };
      const outcome = await store.tasks.startRun({ ...run, quotaPerMonth: 1_000 });
      if (outcome !== 'started') throw new Error(outcome);
      await finishRequest(store, request.id, file);
      clock.now += 1;
      return request.id;
    },
  };
}

async function finishRequest(store: Store, id: string, file?: NewFile): Promise<void> {
  const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1 });
  if (claim?.request.id !== id) throw new Error('Another request was claimed.');
  if (file) await store.requests.succeed(claim, { counts: true, file });
  else await store.requests.fail(claim, { error: errorBody() });
}

async function claimCheck(store: Store): Promise<CheckClaim> {
  const claim = await store.monitors.claim(60_000);
  if (claim === undefined) throw new Error('No check is pending.');
  return claim;
}

export async function monitorsConformance(t: Suite, makePlace: MakePlace): Promise<void> {
  t.test('what a task watches', async (t) => {
    const { store, second } = await openPair(t, makePlace);
    const task = await store.tasks.create(newTask('a', { watch }));
    t.same(await second.tasks.get('a', task.id), {
      ...newTask('a'),
      watch,
      id: task.id,
      createdAt: START,
      runs: 0,
    });
    const less = newWatch({ keep: 5 });
    t.match(await store.tasks.update('a', task.id, { watch: less }), { watch: { keep: 5 } });
    t.equal(await store.tasks.update('a', task.id, { name: 'x' }, task), undefined, 'a change');
    t.match(await store.tasks.update('a', task.id, { name: 'x' }), { name: 'x', watch: less });
    const plain = await store.tasks.update('a', task.id, { watch: null });
    t.notOk(plain && 'watch' in plain);
    t.same(await second.tasks.get('a', task.id), plain);
  });

  t.test('a run is checked once it has finished, by one process', async (t) => {
    const lab = await openPair(t, makePlace);
    const { store, second } = lab;
    const { accountId, task } = await newMonitor(lab);
    const request = newRequest(accountId);
    const run = { taskId: task.id, scheduledFor: START, nextRunAt: START + 60_000, request };
    await store.tasks.startRun({ ...run, check: { key: 'k' } });
    t.equal(await store.monitors.claim(1_000), undefined, 'it has not finished');
    await finishRequest(store, request.id);
    const claims = await Promise.all([store.monitors.claim(1_000), second.monitors.claim(1_000)]);
    const [claim, none] = claims[0] ? claims : claims.toReversed();
    t.same(claim, { requestId: request.id, taskId: task.id, accountId, key: 'k', token: 1 });
    t.equal(none, undefined);
    t.same(await store.monitors.checks(task.id, { limit: 9 }), [], 'it is pending');
    lab.clock.now += 1_000;
    const later = await claimCheck(second);
    t.equal(later.token, 2, 'its lease ended');
    if (claim) t.equal(await store.monitors.finish(claim, endOf()), 'lost');
    t.equal(await second.monitors.finish(later, endOf()), 'written');
    t.equal(await second.monitors.finish(later, endOf({}, 1)), 'lost', 'once');
    const check = {
      requestId: request.id,
      taskId: task.id,
      createdAt: START,
      key: 'k',
      outcome: 'same',
    };
    t.same(await store.monitors.checks(task.id, { limit: 9 }), [{ ...check, content: '{"ü":1}' }]);
    t.match(await store.monitors.check(task.id, request.id), check);
    t.equal(await store.monitors.check(task.id + 1, request.id), undefined);
    t.same(await store.monitors.get(task.id), { version: 1, state: '{"state":1}' });
    t.equal(await store.monitors.claim(1_000), undefined);
  });

  t.test('checks of one task in order, and accounts in turn', async (t) => {
    const lab = await openLab(t, makePlace);
    const { store } = lab;
    const [one, other] = [await newMonitor(lab), await newMonitor(lab)];
    const [first, next, theirs] = [await one.run(), await one.run(), await other.run()];
    const claims = [await claimCheck(store), await claimCheck(store)];
    const claim = claims.find(({ requestId }) => requestId === first);
    if (claim === undefined) throw new Error('The first was not claimed.');
    t.ok(
      claims.some(({ requestId }) => requestId === theirs),
      'of each account',
    );
    t.equal(await store.monitors.claim(1_000), undefined, 'the first has not ended');
    await store.monitors.putBack(claim);
    const again = await claimCheck(store);
    t.match(again, { requestId: first, token: 2 });
    await store.monitors.finish(again, endOf());
    const last = await claimCheck(store);
    t.equal(last.requestId, next);
    await store.monitors.drop(last);
    t.equal((await store.monitors.checks(one.task.id, { limit: 9 })).length, 1);
  });

  t.test('check, state, webhooks and the next run are written together', async (t) => {
    const lab = await openPair(t, makePlace);
    const { store, second, clock } = lab;
    const { accountId, task, run } = await newMonitor(lab);
    const requestId = await run();
    const claim = await claimCheck(store);
    const hook = { ...newDelivery(accountId), requestId };
    const deliveries = [hook, { ...hook, part: 'recovered' }];
    t.equal(await store.monitors.finish(claim, endOf({ deliveries }, 7)), 'changed');
    t.same(await store.outbox.list({ limit: 9 }), [], 'nothing was written');
    t.same(await store.monitors.checks(task.id, { limit: 9 }), []);
    t.equal(await store.monitors.finish(claim, endOf({ deliveries, runsAgain: true })), 'written');
    t.equal(new Set((await store.outbox.list({ limit: 9 })).map(({ id }) => id)).size, 2);
    t.match(await store.tasks.find(task.id), { nextRunAt: clock.now });
    const monitor = (state: string, version: number) => ({ ...endOf().monitor, state, version });
    t.equal(await second.monitors.update(task.id, monitor('{}', 1)), true);
    t.equal(await store.monitors.update(task.id, monitor('[]', 1)), false);
    t.same(await store.monitors.get(task.id), { version: 2, state: '{}' });
    t.equal(await store.monitors.reset(task.id), true);
    t.equal(await store.monitors.reset(task.id), false);
    t.same(await store.monitors.get(task.id), { version: 3, state: undefined });
    t.equal(await second.monitors.update(task.id, monitor('{}', 2)), false, 'it is outdated');
    t.equal(await second.monitors.update(task.id, monitor('{}', 0)), false);
    t.equal(await second.monitors.update(task.id, monitor('{}', 3)), true);
    t.equal(await store.monitors.update(task.id + 1, monitor('{}', 0)), false, 'no task');
  });

  t.test('files stay as long as they are needed', async (t) => {
    const lab = await openLab(t, makePlace);
    const { store, clock } = lab;
    const { task, run } = await newMonitor(lab);
    const [state, check, other] = [newFile(), newFile(), newFile()];
    const writes = async (names: { state?: NewFile; check?: NewFile }, version: number) => {
      const held = (file?: NewFile) => ({ names: file ? [file.name] : [], forMs: 90 * DAY });
      const monitor = { state: '{}', version, files: held(names.state) };
      const end = endOf({ files: held(names.check), monitor, keep: 1 });
      return store.monitors.finish(await claimCheck(store), end);
    };
    await run(state);
    t.equal(await writes({ state, check: other }, 0), 'written');
    await run(check);
    t.equal(await writes({ state, check }, 1), 'written');
    const kept = await store.monitors.checks(task.id, { limit: 9 });
    t.equal(kept.length, 1, 'one stays');
    clock.now += 8 * DAY;
    t.ok(await store.files.get(state.name));
    t.ok(await store.files.get(check.name));
    await run(other);
    t.equal(await writes({}, 2), 'written');
    t.ok(await store.files.get(state.name), 'for a week');
    clock.now += 7 * DAY;
    t.equal(await store.files.get(state.name), undefined);
    t.equal(await store.files.get(check.name), undefined);
  });

  t.test('a file keeps the expiry that other uses of it need', async (t) => {
    const lab = await openLab(t, makePlace);
    const { store, clock } = lab;
    const { accountId, task, run } = await newMonitor(lab);
    const [long, reused] = [
      newFile({ expiresAt: START + 60 * DAY }),
      newFile({ sha256: 'cd'.repeat(32) }),
    ];
    const names = [long.name, reused.name];
    const write = async (held: readonly string[], version: number) => {
      const files = { names: held, forMs: 90 * DAY };
      const end = endOf({ files, monitor: { state: '{}', version, files }, keep: 1 });
      t.equal(await store.monitors.finish(await claimCheck(store), end), 'written');
    };
    await run(long);
    await store.files.add(accountId, reused);
    await write(names, 0);
    await store.files.reuse(accountId, reused, START + 30 * DAY);
    t.equal((await store.files.get(reused.name))?.expiresAt, clock.now + 90 * DAY);
    await run();
    await write([], 1);
    t.same((await store.monitors.checks(task.id, { limit: 9 })).length, 1);
    const expiries = names.map(async (name) => (await store.files.get(name))?.expiresAt);
    t.same(await Promise.all(expiries), [START + 60 * DAY, START + 30 * DAY]);
  });

  t.test('a check of a task that was changed meanwhile is not written', async (t) => {
    const lab = await openLab(t, makePlace);
    const { store } = lab;
    const { accountId, task, run } = await newMonitor(lab);
    await run();
    const claim = await claimCheck(store);
    for (const changes of [
      { watch: newWatch({ notify: [] }) },
      { query: 'url=https://b.example' },
    ]) {
      const before = (await store.tasks.find(task.id)) ?? task;
      await store.tasks.update(accountId, task.id, changes);
      t.equal(await store.monitors.finish(claim, endOf({ task: before })), 'changed');
    }
    const now = (await store.tasks.find(task.id)) ?? task;
    t.equal(await store.monitors.finish(claim, endOf({ task: now })), 'written');
  });

  t.test('a refused run is checked, of which nothing is known', async (t) => {
    const lab = await openLab(t, makePlace);
    const { store, account } = lab;
    const accountId = await account();
    const task = await store.tasks.create(newTask(accountId, { watch }));
    const request = newRequest(accountId);
    await store.tasks.startRun({
      taskId: task.id,
      scheduledFor: START,
      nextRunAt: START + 60_000,
      request,
      failure: { error: errorBody() },
      check: { key: undefined },
    });
    const claim = await claimCheck(store);
    t.match(claim, { requestId: request.id, key: undefined });
    t.equal(await store.monitors.finish(claim, endOf({ outcome: 'failed' })), 'written');
    t.match(await store.monitors.check(task.id, request.id), { key: undefined });
  });

  t.test('an account has one claimed check, and no monitor once it is revoked', async (t) => {
    const lab = await openPair(t, makePlace);
    const { store, second, clock } = lab;
    const accountId = await lab.account();
    const [one, other] = [await newMonitor(lab, accountId), await newMonitor(lab, accountId)];
    const file = newFile({ expiresAt: START + 2 * DAY });
    await one.run(file);
    const [claim] = [await claimCheck(store), await other.run()];
    t.equal(await second.monitors.claim(1_000), undefined);
    const files = { names: [file.name], forMs: 90 * DAY };
    const monitor = { state: '{}', version: 0, files };
    t.equal(await store.monitors.finish(claim, endOf({ files, monitor })), 'written');
    const open = await claimCheck(second);
    await store.accounts.revoke(accountId);
    t.equal(await store.monitors.get(one.task.id), undefined);
    t.same(await store.monitors.checks(one.task.id, { limit: 9 }), []);
    t.equal(await store.monitors.finish(open, endOf()), 'lost');
    t.ok(await store.files.get(file.name));
    clock.now += 8 * DAY;
    t.equal(await store.files.get(file.name), undefined);
  });

  t.test('old checks are swept, and all go with their task', async (t) => {
    const lab = await openLab(t, makePlace);
    const { store, clock } = lab;
    const { accountId, task, run } = await newMonitor(lab);
    await run();
    await store.monitors.finish(await claimCheck(store), endOf());
    const sweep = () => store.sweep({ requestsMs: DAY, deliveriesMs: DAY });
    clock.now += 89 * DAY;
    await sweep();
    t.equal((await store.monitors.checks(task.id, { limit: 9 })).length, 1);
    clock.now += DAY;
    await sweep();
    t.same(await store.monitors.checks(task.id, { limit: 9 }), []);
    t.ok(await store.monitors.get(task.id), 'the state stays');
    await run();
    const claim = await claimCheck(store);
    t.equal(await store.tasks.remove(accountId, task.id), true);
    t.equal(await store.monitors.finish(claim, endOf({}, 1)), 'lost');
    t.equal(await store.monitors.get(task.id), undefined);
  });

  t.test('pages of checks', async (t) => {
    const lab = await openLab(t, makePlace);
    const { store } = lab;
    const { task, run } = await newMonitor(lab);
    const ids: string[] = [];
    for (let version = 0; version < 5; version += 1) {
      ids.unshift(await run());
      await store.monitors.finish(await claimCheck(store), endOf({}, version));
    }
    const first = await store.monitors.checks(task.id, { limit: 2 });
    const last = first[1];
    if (!last) throw new Error('There are five checks.');
    const after = { createdAt: last.createdAt, id: last.requestId };
    const rest = await store.monitors.checks(task.id, { limit: 9, after });
    t.same(
      [...first, ...rest].map(({ requestId }) => requestId),
      ids,
    );
  });

  t.test('a process that ends frees its checks', async (t: Test) => {
    const lab = await openPair(t, makePlace);
    await (await newMonitor(lab)).run();
    await claimCheck(lab.second);
    t.equal(await lab.store.monitors.claim(1_000), undefined);
    await lab.second.close();
    t.match(await lab.store.monitors.claim(1_000), { token: 2 });
  });
}
