import { createSqliteStore, type Store } from '@tintype/store';
import { COLOURS, solidImage, until } from '@tintype/testkit';
import t from 'tap';
import { createMonitorLab } from '../fixtures/monitor-lab.ts';
import { createAssessor } from './create-assessor.ts';

const outcomes = (checks: readonly { outcome: string }[]) =>
  checks.map(({ outcome }) => outcome).join(' ');

t.test('a change is one event, with both states and the difference', async (t) => {
  const lab = await createMonitorLab(t);
  lab.assessor.start();
  const id = await lab.monitor();
  const texts = ['Price: 5\n\nNow: 1:00', 'Price: 5\n\nNow: 1:01', 'Price: 5\n\nNow: 1:02'];
  await lab.runEach(id, texts);
  await lab.runEach(
    id,
    ['1:03', '1:04'].map((time) => `Price: 6\n\nNow: ${time}`),
  );
  t.equal(outcomes(await lab.checks(id)), 'calibrating baseline same unconfirmed changed');
  const [event, ...others] = await lab.sent();
  t.same(others, []);
  const file = /^https:\/\/t\.example\/v1\/files\/[0-9a-f]{64}\.md$/;
  t.match(event, {
    event: 'changed',
    task: { id, name: 'Home', url: 'https://example.com/' },
    check: {
      outcome: 'changed',
      text: { added: 1, removed: 1, diff: /-Price: 5\n\+Price: 6/ },
      before: { text: file },
      after: { text: file },
    },
  });
  t.match(event?.check['score'], 1 / 3);
  const name = /files\/([0-9a-f]{64})\.md/.exec(JSON.stringify(event?.check['before']))?.[1];
  lab.at(lab.now() + 80 * 24 * 60 * 60_000);
  t.ok(await lab.store.files.get(name ?? ''), 'its files stay as long as the check');
});

t.test('lines that are others with each load are no change, and hide none', async (t) => {
  const lab = await createMonitorLab(t);
  lab.assessor.start();
  const id = await lab.monitor();
  const page = (price: number, quotes: string) => `Price: ${price}\n\nToday\n\n${quotes}\n\nEnd`;
  const texts = ['a b', 'c d', 'e f', 'g h', 'i j', 'k l'].map((quote) => page(5, quote));
  await lab.runEach(id, [...texts, page(6, 'm n'), page(6, 'o p')]);
  t.equal(
    outcomes(await lab.checks(id)),
    'calibrating baseline unconfirmed same unconfirmed same unconfirmed changed',
  );
  const [event, ...others] = await lab.sent();
  t.same(others, []);
  t.match(event?.check, {
    text: { added: 1, removed: 1, diff: /^@@ -1 \+1 @@\n-Price: 5\n\+Price: 6\n$/ },
  });
});

t.test('a confirmation runs at once', async (t) => {
  const lab = await createMonitorLab(t);
  lab.assessor.start();
  const id = await lab.monitor();
  await lab.runEach(id, ['A']);
  // Time stands still: the calendar brings no run.
  const { store, account } = lab;
  const runs = () => store.requests.list(account.id, { taskId: id, limit: 10 });
  t.ok(await until(async () => (await runs()).length === 2));
  await lab.runEach(id, ['A']);
  const { nextRunAt = 0 } = await lab.task(id);
  t.ok(nextRunAt > lab.now(), 'by the calendar');
});

t.test('failures and the recovery', async (t) => {
  const lab = await createMonitorLab(t);
  lab.assessor.start();
  const id = await lab.monitor();
  await lab.runEach(id, ['A', 'A', new Error('The page is blank.'), new Error('Again.'), 'A']);
  t.equal(outcomes(await lab.checks(id)), 'calibrating baseline failed failed same');
  const sent = await lab.sent();
  t.same(sent.map(({ event }) => event).toSorted(), ['failed', 'recovered']);
  const failure = sent.find(({ event }) => event === 'failed');
  t.match(failure?.check, { outcome: 'failed', error: 'Again.' });
  const recovery = sent.find(({ event }) => event === 'recovered');
  t.match(recovery?.check, { outcome: 'same', recovered: true });
});

t.test('a process that ends between the comparison and the write', async (t) => {
  const lab = await createMonitorLab(t);
  const { dataDir, options, store } = lab;
  const id = await lab.monitor({ on: 'text', confirm: false });
  await lab.run(id, 'A');
  const other = createSqliteStore({ dataDir, now: lab.now });
  const reached = Promise.withResolvers<void>();
  const monitors: Store['monitors'] = {
    ...other.monitors,
    // It never writes.
    finish: () => {
      reached.resolve();
      return new Promise(() => {});
    },
  };
  createAssessor({
    ...options,
    store: { ...other, monitors },
    onWarning: () => {},
  }).start();
  await reached.promise;
  t.equal(await store.monitors.claim(1_000), undefined, 'it has the claim');
  await other.close();
  lab.assessor.start();
  t.equal(outcomes(await lab.checks(id)), 'calibrating');
  await lab.runEach(id, ['A']);
  await lab.run(id, 'B');
  t.equal(outcomes(await lab.checks(id)), 'calibrating baseline changed');
  t.equal((await lab.sent()).length, 1);
});

t.test('a write whose answer is lost is not repeated', async (t) => {
  const lab = await createMonitorLab(t);
  const { store } = lab;
  let lost = 0;
  const monitors: Store['monitors'] = {
    ...store.monitors,
    async finish(...args) {
      const written = await store.monitors.finish(...args);
      lost += 1;
      throw new Error(`The connection was lost after ${written}.`);
    },
  };
  const assessor = lab.assess({
    store: { ...store, monitors },
    onWarning: () => {},
  });
  const id = await lab.monitor({ on: 'text', confirm: false });
  for (const text of ['A', 'A', 'B']) {
    await lab.run(id, text);
    await lab.checks(id);
    assessor.wake();
  }
  t.equal(outcomes(await lab.checks(id)), 'calibrating baseline changed');
  t.equal(lost, 3);
  t.equal((await lab.sent()).length, 1);
});

t.test(
  'a monitor that is changed during a check is checked again with its new state',
  async (t) => {
    const lab = await createMonitorLab(t);
    const { store } = lab;
    const id = await lab.monitor({ on: 'text', confirm: false });
    let isFirst = true;
    const monitors: Store['monitors'] = {
      ...store.monitors,
      async finish(claim, end) {
        if (isFirst && end.outcome === 'changed') {
          isFirst = false;
          await store.monitors.reset(id);
        }
        return store.monitors.finish(claim, end);
      },
    };
    lab.assess({ store: { ...store, monitors } });
    await lab.runEach(id, ['A', 'A', 'B']);
    t.equal(outcomes(await lab.checks(id)), 'calibrating baseline calibrating');
    t.same(await lab.sent(), []);
  },
);

t.test('several assessors write each check once', async (t) => {
  const lab = await createMonitorLab(t);
  const ids = [];
  for (let count = 0; count < 4; count += 1) {
    ids.push(await lab.monitor({ on: 'text', confirm: false }));
  }
  for (let count = 0; count < 3; count += 1) lab.assess();
  for (const text of ['A', 'A', 'B']) {
    for (const id of ids) await lab.run(id, text);
    for (const id of ids) await lab.checks(id);
  }
  for (const id of ids) t.equal(outcomes(await lab.checks(id)), 'calibrating baseline changed');
  t.equal((await lab.sent()).length, ids.length);
  t.same(lab.warnings, []);
});

t.test('a comparison that fails is a failed check, and stops no other', async (t) => {
  const lab = await createMonitorLab(t);
  lab.assessor.start();
  const [bad, good] = [
    await lab.monitor({ on: 'text', confirm: false }),
    await lab.monitor({ on: 'text', confirm: false }),
  ];
  for (const text of ['A', 'A', 'B']) {
    await lab.run(bad, text === 'B' ? 'x'.repeat(20_000_001) : text);
    await lab.run(good, text);
    await lab.checks(bad);
    await lab.checks(good);
  }
  const checks = await lab.checks(bad);
  t.equal(outcomes(checks), 'calibrating baseline failed');
  t.match(checks.at(-1)?.content, /The comparison failed: Texts of at most 20000000 bytes/);
  t.equal(outcomes(await lab.checks(good)), 'calibrating baseline changed');
});

t.test('files that the user has deleted', async (t) => {
  const lab = await createMonitorLab(t);
  lab.assessor.start();
  const id = await lab.monitor();
  await lab.run(id, 'A');
  await lab.checks(id);
  const baseline = await lab.run(id, 'B');
  await lab.checks(id);
  await lab.store.requests.remove(lab.account.id, baseline);
  await lab.store.sweep({ requestsMs: 1e12, deliveriesMs: 1e12 });
  await lab.run(id, 'C');
  const [, , last] = await lab.store.monitors
    .checks(id, { limit: 9 })
    .then((all) => all.toReversed());
  t.equal(last, undefined, 'not yet');
  await lab.checks(id);
  const all = (await lab.store.monitors.checks(id, { limit: 9 })).toReversed();
  t.equal(outcomes(all), 'calibrating baseline calibrating');
  t.match(all.at(-1)?.content, /no longer stored/);
});

t.test('runs of what the task no longer renders are no checks', async (t) => {
  const lab = await createMonitorLab(t);
  const id = await lab.monitor();
  await lab.run(id, 'A');
  await lab.tasks.update(lab.account.id, String(id), { query: 'url=https://other.example' });
  lab.assessor.start();
  await lab.run(id, 'B');
  await lab.store.requests.list(lab.account.id, { taskId: id, limit: 9 });
  const isChecked = async () => (await lab.store.monitors.checks(id, { limit: 9 })).length === 1;
  await until(isChecked, 10_000);
  t.equal(await lab.store.monitors.claim(1_000), undefined);
  await lab.tasks.update(lab.account.id, String(id), { watch: null });
  t.same(await lab.store.monitors.checks(id, { limit: 9 }), []);
  t.notOk('watch' in (await lab.tasks.get(lab.account.id, String(id))));
});

t.test('nothing is sent for an account that was revoked', async (t) => {
  const lab = await createMonitorLab(t);
  const id = await lab.monitor({ on: 'text', confirm: false });
  lab.assessor.start();
  await lab.runEach(id, ['A', 'A']);
  await lab.assessor.stop();
  await lab.run(id, 'B');
  await lab.store.accounts.revoke(lab.account.id);
  lab.assess();
  while ((await lab.store.monitors.claim(1)) !== undefined) lab.at(lab.now() + 10);
  t.same(await lab.sent(), []);
});

t.test('a task that new rules refuse has failed, and stops no other', async (t) => {
  const lab = await createMonitorLab(t);
  const [old, good] = [
    await lab.monitor({ on: 'text' }, 'url=https://example.com&timeout=60'),
    await lab.monitor({ on: 'text' }, 'url=https://example.com&timeout=5'),
  ];
  await lab.run(old, 'A');
  await lab.run(good, 'A');
  lab.assess({ maxTimeoutS: 10 });
  const checks = await lab.checks(old);
  t.equal(outcomes(checks), 'failed');
  t.match(checks[0]?.content, /timeout must be at most 10/);
  t.equal(outcomes(await lab.checks(good)), 'calibrating');
});

t.test('a check that cannot be written is tried again, later each time, and dropped', async (t) => {
  const warnings: string[] = [];
  const pauses: number[] = [];
  const lab = await createMonitorLab(t);
  const id = await lab.monitor({ on: 'text' });
  const other = (await lab.store.accounts.create({ name: 'other', plan: 'scale' })).account;
  const good = await lab.everyMinute({ watch: { on: 'text' } }, other);
  await lab.run(id, 'A');
  let isDropped = false;
  const { monitors } = lab.store;
  lab.assess({
    store: {
      ...lab.store,
      monitors: {
        ...monitors,
        async finish(claim, end) {
          if (claim.taskId === id) throw new Error('No.');
          return monitors.finish(claim, end);
        },
        async putBack(claim, at = 0) {
          pauses.push(at - lab.now());
          await monitors.putBack(claim);
        },
        async drop(claim) {
          isDropped = true;
          await monitors.drop(claim);
        },
      },
    },
    onWarning: (message) => warnings.push(message),
  });
  await until(async () => isDropped, 10_000);
  t.same(pauses.slice(0, 6), [5_000, 20_000, 80_000, 320_000, 600_000, 600_000]);
  t.equal(pauses.length, 11);
  t.equal(warnings.length, 12);
  await lab.run(good, 'A');
  t.equal(outcomes(await lab.checks(good)), 'calibrating');
});

t.test('a comparison without end has failed after the time of a check', async (t) => {
  const lab = await createMonitorLab(t, { deadlineMs: 3_000 });
  const { account } = await lab.store.accounts.create({ name: 'other', plan: 'scale' });
  lab.assessor.start();
  const id = await lab.monitor({ on: 'text', confirm: false, ignore_text: ['(a+)+$'] });
  const good = await lab.everyMinute({ watch: { on: 'text', confirm: false } }, account);
  const hostile = `${'a'.repeat(60)}!`;
  for (const [text, theirs] of [
    ['A', 'A'],
    [hostile, 'A'],
    [hostile, 'B'],
  ] as const) {
    await lab.run(id, text);
    await lab.run(good, theirs);
    await lab.checks(good);
    await lab.checks(id);
  }
  const checks = await lab.checks(id);
  t.equal(outcomes(checks), 'calibrating failed failed');
  t.match(checks[1]?.content, /The comparison failed: it took too long\./);
  t.equal(outcomes(await lab.checks(good)), 'calibrating baseline changed');
});

t.test('checks of several accounts run at the same time', async (t) => {
  const lab = await createMonitorLab(t);
  const { account } = await lab.store.accounts.create({ name: 'other', plan: 'scale' });
  const ids = [
    await lab.monitor({ on: 'text' }),
    await lab.monitor({ on: 'text' }),
    await lab.everyMinute({ watch: { on: 'text' } }, account),
  ];
  for (const id of ids) await lab.run(id, 'A');
  const { monitors } = lab.store;
  const [held, waiting] = [Promise.withResolvers<void>(), new Set<string>()];
  lab.assess({
    store: {
      ...lab.store,
      monitors: {
        ...monitors,
        async finish(claim, end) {
          t.notOk(waiting.has(claim.accountId), 'one of an account');
          waiting.add(claim.accountId);
          if (waiting.size === 2) held.resolve();
          await held.promise;
          waiting.delete(claim.accountId);
          return monitors.finish(claim, end);
        },
      },
    },
  });
  await held.promise;
  for (const id of ids) t.equal(outcomes(await lab.checks(id)), 'calibrating');
});

t.test('a refused run is a failed check', async (t) => {
  const lab = await createMonitorLab(t);
  const id = await lab.monitor({ on: 'text' });
  await lab.run(id, 'A');
  // Before the check, after which the next run starts immediately.
  await lab.store.accounts.update(lab.account.id, { quotaPerMonth: 0 });
  lab.assessor.start();
  await lab.checks(id);
  for (const count of [2, 3]) {
    // The first failure is repeated immediately, unless this time of the calendar had a run.
    await until(async () => {
      if ((await lab.runs(id)).length >= count) return true;
      lab.at(Math.max(lab.now() + 1_000, (await lab.task(id)).nextRunAt ?? 0));
      return false;
    }, 10_000);
    await lab.checks(id);
  }
  const checks = await lab.checks(id);
  t.match(outcomes(checks), /^calibrating failed failed( failed)?$/);
  t.match(checks.at(-1)?.content, /quota/i);
  t.match(await lab.sent(), [{ event: 'failed' }]);
  await lab.store.accounts.update(lab.account.id, { quotaPerMonth: null });
});

t.test('a run whose query cannot be read is a failed check', async (t) => {
  const lab = await createMonitorLab(t);
  lab.assessor.start();
  const id = await lab.monitor({ on: 'text' });
  const task = await lab.task(id);
  await lab.store.tasks.update(lab.account.id, id, { query: 'no=parameter' });
  lab.at(task.nextRunAt ?? 0);
  await until(async () => (await lab.runs(id)).length === 1, 10_000);
  t.equal(outcomes(await lab.checks(id)), 'failed');
});

t.test('the image of a change that is not written does not stay', async (t) => {
  const lab = await createMonitorLab(t);
  const { store } = lab;
  const expiries: number[] = [];
  lab.assess({
    store: {
      ...store,
      files: {
        ...store.files,
        async add(accountId, file) {
          expiries.push(file.expiresAt - lab.now());
          await store.files.add(accountId, file);
        },
      },
    },
  });
  const id = await lab.monitor({ on: 'visual', confirm: false });
  for (const colour of [COLOURS.red, COLOURS.red, COLOURS.blue]) {
    await lab.run(id, await solidImage(colour));
    await lab.checks(id);
  }
  t.equal(outcomes(await lab.checks(id)), 'calibrating baseline changed');
  t.same(expiries, [60 * 60_000]);
  const { overlay } = JSON.parse((await lab.checks(id)).at(-1)?.content ?? '{}') as {
    overlay: { name: string };
  };
  const kept = await store.files.get(overlay.name);
  t.ok((kept?.expiresAt ?? 0) > lab.now() + 80 * 24 * 60 * 60_000, 'a written one does');
});
