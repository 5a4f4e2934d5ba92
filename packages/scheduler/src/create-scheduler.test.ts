import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COLOURS, solidImage } from '@tintype/testkit';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import type { RunReport } from './scheduler-options.ts';
import { aWhile, beginning, createLab } from './fixtures/lab.ts';
import { createMonitorLab } from './fixtures/monitor-lab.ts';

t.test('a slot becomes a request', async (t) => {
  const lab = await createLab(t);
  const query = 'url=https://example.com&full_page=1&webhook_url=https://hooks.example/x';
  const id = await lab.everyMinute({ query: `${query}&webhook_signed=false` });
  lab.scheduler.start();
  await aWhile();
  t.same(await lab.runs(id), [], 'not before its time');
  lab.at('2026-03-05T10:01:00.200Z');
  await until(async () => (await lab.runs(id)).length > 0);
  const [run] = await lab.runs(id);
  t.match(run, {
    accountId: lab.account.id,
    kind: 'screenshot',
    status: 'queued',
    taskId: id,
    scheduledFor: Date.parse('2026-03-05T10:01Z'),
    baseUrl: 'https://t.example',
    url: 'https://example.com/',
    webhook: { url: 'https://hooks.example/x', signed: false },
  });
  const [claim] = await lab.store.requests.claim({ leaseMs: 1, limit: 1 });
  t.match(claim?.request.parameters, { url: 'https://example.com/', full_page: true });
  t.notOk('webhook_url' in (claim?.request.parameters ?? {}));
  t.match(run?.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  t.match(await lab.task(id), {
    runs: 1,
    lastRunAt: lab.now(),
    nextRunAt: Date.parse('2026-03-05T10:02Z'),
  });
  t.equal((await lab.store.usage.used(lab.account.id)).reserved, 1, 'it counts');
  t.equal(lab.woken.worker, 1);
  t.same(lab.warnings, []);
});

t.test('two schedulers on one store: each slot once', async (t) => {
  const lab = await createLab(t);
  const other = lab.another();
  const ids = [await lab.everyMinute(), await lab.everyMinute(), await lab.everyMinute()];
  lab.scheduler.start();
  other.start();
  const slots: number[] = [];
  for (let minute = 1; minute <= 10; minute += 1) {
    const slot = Date.parse('2026-03-05T10:00Z') + minute * 60_000;
    slots.push(slot);
    lab.at(slot + 5);
    other.wake();
    for (const id of ids) await until(async () => (await lab.runs(id)).length === minute);
    await lab.finishAll();
  }
  await aWhile();
  for (const id of ids) {
    const found = (await lab.runs(id)).map(({ scheduledFor }) => scheduledFor);
    t.same(found.toSorted(), slots);
    t.equal((await lab.task(id)).runs, 10);
  }
  t.same(lab.warnings, []);
});

t.test('runs of one task never overlap', async (t) => {
  const reports: RunReport[] = [];
  const lab = await createLab(t, { onRun: (report) => reports.push(report) });
  const id = await lab.everyMinute();
  lab.scheduler.start();
  lab.at('2026-03-05T10:01:00Z');
  await until(async () => (await lab.runs(id)).length === 1);
  lab.at('2026-03-05T10:02:00Z');
  await until(async () => (await lab.task(id)).nextRunAt === Date.parse('2026-03-05T10:03Z'));
  t.equal((await lab.runs(id)).length, 1, 'the slot is left out');
  t.equal((await lab.task(id)).runs, 1);
  t.same(
    reports.map(({ outcome }) => outcome),
    ['queued', 'overlap'],
  );
  await lab.finishAll();
  lab.at('2026-03-05T10:03:00Z');
  await until(async () => (await lab.runs(id)).length === 2);
});

t.test('what was missed is not made up', async (t) => {
  const lab = await createLab(t);
  const id = await lab.everyMinute();
  const daily = await lab.everyMinute({ frequency: 'custom', crontab: '30 10 * * *' });
  lab.scheduler.start();
  await lab.scheduler.stop();
  lab.at('2026-03-05T10:30:20Z');
  lab.scheduler.start();
  await until(async () => (await lab.task(id)).nextRunAt === Date.parse('2026-03-05T10:31Z'));
  await until(async () => (await lab.task(daily)).nextRunAt === Date.parse('2026-03-06T10:30Z'));
  t.same(await lab.runs(id), []);
  t.same(await lab.runs(daily), [], 'the service was down at its time');
  lab.at('2026-03-05T10:31:00Z');
  await until(async () => (await lab.runs(id)).length === 1);
  t.equal((await lab.task(id)).runs, 1);

  t.test('nor while the machine was asleep', async (t) => {
    await lab.finishAll();
    lab.at('2026-03-05T14:10:30Z');
    await until(async () => (await lab.task(id)).nextRunAt === Date.parse('2026-03-05T14:11Z'));
    t.equal((await lab.runs(id)).length, 1);
  });
});

t.test('a clock that is set back again while tasks get their slots', async (t) => {
  const lab = await createLab(t);
  const id = await lab.everyMinute();
  lab.scheduler.start();
  await aWhile();
  const { tasks } = lab.store;
  const { list } = tasks;
  let isSecond = false;
  tasks.list = async (...args) => {
    if (isSecond) return list(...args);
    // It takes half an hour, which is then taken back: by then it is no earlier than it was when
    // the look began.
    lab.at('2026-03-05T09:30:30Z');
    const page = await list(...args);
    if (page.length > 0) return page;
    isSecond = true;
    lab.at('2026-03-05T09:00:40Z');
    lab.scheduler.clockWasSet();
    return page;
  };
  lab.at('2026-03-05T09:00:30Z');
  lab.scheduler.clockWasSet();
  const slot = Date.parse('2026-03-05T09:01Z');
  await until(async () => (await lab.task(id)).nextRunAt === slot);
  t.ok(isSecond);
});

t.test('a clock that is set back does not stop the calendar', async (t) => {
  const lab = await createLab(t);
  const { account: lost } = await lab.store.accounts.create({ name: 'lost', plan: 'scale' });
  const id = await lab.everyMinute();
  const noon = await lab.everyMinute({ frequency: 'custom', crontab: '0 12 * * *' });
  const gone = await lab.store.tasks.create({
    name: 'x',
    query: 'url=https://example.com',
    kind: 'pdf',
    frequency: 'custom',
    accountId: lost.id,
    crontab: '* * * * *',
    timezone: 'Mars/Olympus',
    enabled: true,
    nextRunAt: Date.parse('2026-03-06T00:00:00Z'),
    baseUrl: 'https://shots.example',
  });
  const nextOf = async (task: number) =>
    new Date((await lab.task(task)).nextRunAt ?? 0).toISOString();
  lab.scheduler.start();
  lab.at('2026-03-05T10:01:00Z');
  await until(async () => (await lab.runs(id)).length === 1);
  await lab.finishAll();
  lab.at('2026-03-04T08:00:10Z');
  await until(async () => (await nextOf(id)) === '2026-03-04T08:01:00.000Z');
  await until(async () => (await nextOf(noon)) === '2026-03-04T12:00:00.000Z');
  t.equal((await lab.task(gone.id, lost)).nextRunAt, gone.nextRunAt);
  lab.at('2026-03-04T08:01:00Z');
  await until(async () => (await lab.runs(id)).length === 2);
  t.equal((await lab.runs(noon)).length, 0);
});

t.test('a start right after a slot still has it', async (t) => {
  const lab = await createLab(t);
  const id = await lab.everyMinute();
  lab.at('2026-03-05T10:01:03Z');
  lab.scheduler.start();
  await until(async () => (await lab.runs(id)).length === 1);
  t.equal((await lab.task(id)).runs, 1);
});

t.test('what keeps a run from beginning is seen as a request that failed', async (t) => {
  const query = 'url=https://example.com&webhook_url=https://hooks.example/x';
  const cases = [
    ['unpaid', { status: 'unpaid' as const }, 'payment_required', 402],
    ['other plan', { plan: 'pro' as const }, 'plan_required', 403],
    ['no quota', { quotaPerMonth: 0 }, 'quota_exceeded', 423],
  ] as const;
  for (const [title, changes, code, statusCode] of cases) {
    t.test(title, async (t) => {
      const reports: RunReport[] = [];
      const lab = await createLab(t, { onRun: (report) => reports.push(report) });
      const id = await lab.everyMinute({ query });
      await lab.store.accounts.update(lab.account.id, changes);
      lab.scheduler.start();
      lab.at('2026-03-05T10:01:00Z');
      await until(async () => (await lab.runs(id)).length === 1);
      t.match(await lab.runs(id), [{ status: 'failed', error: { code, statusCode }, taskId: id }]);
      const [run] = await lab.runs(id);
      const told = { taskId: id, accountId: lab.account.id, outcome: 'refused', code };
      await until(async () => reports.length > 0);
      t.match(reports, [{ ...told, requestId: run?.id }]);
      const outbox = await lab.store.outbox.list({ limit: 10 });
      t.match(outbox, [{ url: 'https://hooks.example/x', signed: true }], 'the webhook says so');
      t.same(lab.woken, { worker: 0, deliverer: 1 });
      t.match(await lab.store.usage.used(lab.account.id), { used: 0, reserved: 0 });
      lab.at('2026-03-05T10:02:00Z');
      await until(async () => (await lab.runs(id)).length === 2);
    });
  }
});

t.test('a query that is not allowed any more', async (t) => {
  const lab = await createLab(t);
  const id = await lab.everyMinute();
  await lab.store.tasks.update(lab.account.id, id, { query: 'url=https://a.example&delay=99' });
  lab.scheduler.start();
  lab.at('2026-03-05T10:01:00Z');
  await until(async () => (await lab.runs(id)).length === 1);
  t.match(await lab.runs(id), [{ status: 'failed', error: { code: 'invalid_parameter' } }]);
});

t.test('a query that cannot be read ends its own runs alone', async (t) => {
  const lab = await createLab(t);
  const [broken, fine] = [await lab.everyMinute(), await lab.everyMinute()];
  const database = new DatabaseSync(join(lab.dataDir, 'tintype.db'));
  database.prepare(`UPDATE tasks SET query = x'00' WHERE id = ?`).run(broken);
  database.close();
  lab.scheduler.start();
  lab.at('2026-03-05T10:01:00Z');
  await until(async () => (await lab.runs(fine)).length + (await lab.runs(broken)).length === 2);
  t.match(await lab.runs(fine), [{ status: 'queued' }]);
  t.match(await lab.runs(broken), [{ status: 'failed', error: { code: 'storage_failed' } }]);
});

t.test('a time zone that is not known any more', async (t) => {
  const lab = await createLab(t);
  const started = await lab.everyMinute();
  const missed = await lab.everyMinute({ frequency: 'custom', crontab: '0 10 * * *' });
  for (const id of [started, missed]) {
    await lab.store.tasks.update(lab.account.id, id, {
      timezone: 'Mars/Olympus',
      nextRunAt: Date.parse(id === started ? '2026-03-05T10:01Z' : '2026-03-05T09:00Z'),
    });
  }
  lab.at('2026-03-05T10:01:00Z');
  lab.scheduler.start();
  await until(async () => (await lab.runs(started)).length === 1);
  await until(async () => (await lab.task(missed)).nextRunAt === undefined);
  t.same(await lab.runs(missed), []);
  t.equal((await lab.task(started)).nextRunAt, undefined, 'it has no next run');
  t.equal(lab.warnings.length, 2);
  t.match(lab.warnings.join(), /has no next run, and will not run again.*Mars\/Olympus/);
});

t.test('accounts that are revoked, tasks that are paused', async (t) => {
  const lab = await createLab(t);
  const { account: gone } = await lab.store.accounts.create({ name: 'gone', plan: 'scale' });
  const theirs = await lab.everyMinute({}, gone);
  const paused = await lab.everyMinute({ enabled: false });
  await lab.store.accounts.revoke(gone.id);
  lab.scheduler.start();
  lab.at('2026-03-05T10:01:00Z');
  await aWhile();
  t.same(await lab.runs(theirs, gone), []);
  t.same(await lab.runs(paused), []);
  await lab.tasks.update(lab.account.id, String(paused), { enabled: true });
  lab.at('2026-03-05T10:02:00Z');
  await until(async () => (await lab.runs(paused)).length === 1);
});

t.test('a change of its times moves the next run', async (t) => {
  const lab = await createLab(t);
  const id = await lab.everyMinute({ frequency: 'custom', crontab: '5 12 * * *' });
  const change = async (body: object) => {
    await lab.tasks.update(lab.account.id, String(id), body);
    return new Date((await lab.task(id)).nextRunAt ?? 0).toISOString();
  };
  t.equal(await change({ crontab: '6 12 * * *' }), '2026-03-05T12:06:00.000Z');
  t.equal(await change({ timezone: 'Europe/Paris' }), '2026-03-05T11:06:00.000Z');
  t.equal(await change({ name: 'Other' }), '2026-03-05T11:06:00.000Z');
  t.equal(await change({ frequency: 'every_hour' }), '2026-03-05T11:00:00.000Z');
  t.equal(await change({ enabled: false }), '1970-01-01T00:00:00.000Z', 'none');
  t.equal(await change({ enabled: true }), '2026-03-05T11:00:00.000Z');
});

t.test('hundreds on one minute: all run, and an account with one waits for no other', async (t) => {
  const lab = await createLab(t);
  const { account: small } = await lab.store.accounts.create({ name: 'small', plan: 'scale' });
  const many = 200;
  for (let at = 0; at < many; at += 1) await lab.everyMinute();
  const one = await lab.everyMinute({}, small);
  lab.scheduler.start();
  lab.at('2026-03-05T10:01:00Z');
  await until(async () => (await lab.runs(one, small)).length === 1);
  const before = await lab.store.requests.list(lab.account.id, { limit: 1_000 });
  t.ok(before.length < many / 2, `${before.length} of ${many} were before it`);
  await until(
    async () => (await lab.store.requests.list(lab.account.id, { limit: 1_000 })).length === many,
  );
  t.same(lab.warnings, []);
});

t.test('one task that cannot be run holds up no other', async (t) => {
  const lab = await createLab(t);
  const bad = await lab.everyMinute();
  const good = await lab.everyMinute();
  const { startRun } = lab.store.tasks;
  lab.store.tasks.startRun = async (newRun) => {
    if (newRun.taskId === bad) throw new Error('the disk is full');
    return startRun(newRun);
  };
  lab.scheduler.start();
  lab.at('2026-03-05T10:01:00Z');
  await until(async () => (await lab.runs(good)).length === 1);
  await until(async () => lab.warnings.length > 0);
  t.match(lab.warnings, [new RegExp(`task ${bad} could not be run.*the disk is full`)]);
  lab.store.tasks.startRun = startRun;
  lab.scheduler.wake();
  await until(async () => (await lab.runs(bad)).length === 1);
  t.equal((await lab.task(bad)).runs, 1, 'and it is retried');
});

t.test('wake, start and stop', async (t) => {
  const lab = await createLab(t, { pollMs: 600_000 });
  lab.scheduler.start();
  lab.scheduler.start();
  await aWhile();
  const id = await lab.everyMinute();
  lab.at(beginning + 31_000);
  await until(async () => (await lab.runs(id)).length === 1);
  await lab.scheduler.stop();
  await lab.scheduler.stop();
  await lab.finishAll();
  lab.at(beginning + 91_000);
  await aWhile();
  t.equal((await lab.runs(id)).length, 1, 'nothing runs after stop');
});

t.test(
  'the noise of a monitor is ignored in its runs, as long as the query is its own',
  async (t) => {
    const lab = await createMonitorLab(t);
    lab.assessor.start();
    const id = await lab.monitor({ on: 'visual' });
    for (const _load of ['calibrating', 'baseline']) {
      await lab.run(id, await solidImage(COLOURS.red));
      await lab.checks(id);
    }
    const own = [lab.account.id, String(id)] as const;
    await lab.tasks.monitors.update(...own, {
      noise: [{ selector: '#ad' }, { selector: '.clock' }],
    });
    const stored = await lab.store.monitors.get(id);
    const state = JSON.parse(stored?.state ?? '{}') as { noise: object[] };
    // As an earlier release could have learned it.
    state.noise.push({ selector: '--' });
    const files = { names: [], forMs: 0 };
    const monitor = { state: JSON.stringify(state), version: stored?.version ?? 0, files };
    t.ok(await lab.store.monitors.update(id, monitor));
    const ignored = async () => {
      lab.at(Math.max(lab.now() + 1_000, (await lab.task(id)).nextRunAt ?? 0));
      const claim = await until(
        async () => (await lab.store.requests.claim({ leaseMs: 60_000, limit: 1 }))[0],
        10_000,
      );
      await lab.store.requests.putBack(claim);
      return JSON.stringify(claim.request.parameters);
    };
    t.match(await ignored(), '"ignore_selectors":["#ad",".clock"]');
    await lab.run(id, await solidImage(COLOURS.red));
    await lab.checks(id);
    await lab.tasks.update(...own, { query: 'url=https://other.example' });
    t.notMatch(await ignored(), '#ad');
  },
);
