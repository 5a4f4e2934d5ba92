import { randomUUID } from 'node:crypto';
import { parseCaptures, RenderError } from '@tintype/contract';
import t from 'tap';
import { requestOf } from '../fixtures/job-context.ts';
import { createLab, type Lab } from '../fixtures/lab.ts';
import type { TaskRun } from './create-submit-run.ts';

const minute = 60_000;

async function runOf(
  lab: Lab,
  read: TaskRun['read'] = () => ({
    request: requestOf({ webhook_url: 'https://hooks.example/x' }),
  }),
): Promise<TaskRun> {
  const task = await lab.addTask();
  return { id: randomUUID(), task, scheduledFor: minute, nextRunAt: 2 * minute, read };
}

t.test('a run is queued, once', async (t) => {
  const lab = await createLab(t);
  const run = await runOf(lab);
  t.same(await lab.jobs.submitRun(run), { state: 'queued' });
  t.match(await lab.store.requests.get(run.id), { status: 'queued', taskId: run.task.id });
  t.same(lab.woken, { worker: 1, deliverer: 0 });
  t.same(await lab.jobs.submitRun({ ...run, id: randomUUID() }), { state: 'already' });
  const next = { ...run, id: randomUUID(), scheduledFor: 2 * minute, nextRunAt: 3 * minute };
  t.same(await lab.jobs.submitRun(next), { state: 'overlap' });
  t.same(lab.woken, { worker: 1, deliverer: 0 });
});

t.test('a run that cannot be queued is visible, and sends its webhook', async (t) => {
  for (const [changes, code] of [
    [{ status: 'unpaid' }, 'payment_required'],
    [{ plan: 'free' }, 'plan_required'],
    [{ quotaPerMonth: 0 }, 'quota_exceeded'],
  ] as const) {
    const lab = await createLab(t);
    const run = await runOf(lab);
    await lab.store.accounts.update(lab.account.id, changes);
    t.match(await lab.jobs.submitRun(run), { state: 'refused', error: { code } });
    t.match(await lab.store.requests.get(run.id), { status: 'failed', error: { code } });
    t.match(await lab.store.outbox.list({ limit: 10 }), [{ requestId: run.id }], code);
    t.same(lab.woken, { worker: 0, deliverer: 1 });
  }
});

t.test('a query that cannot be read any more fails the run', async (t) => {
  const lab = await createLab(t);
  const run = await runOf(lab, () => {
    throw new RenderError('invalid_parameter', 'query: url is required.');
  });
  t.match(await lab.jobs.submitRun(run), { state: 'refused', error: { status: 400 } });
  t.match(await lab.store.requests.get(run.id), { error: { message: 'query: url is required.' } });
  const bug = await runOf(lab, () => {
    throw new TypeError('a bug');
  });
  await t.rejects(lab.jobs.submitRun(bug), TypeError, 'which is tried again');
});

t.test('of an account that has ended nothing is written', async (t) => {
  const lab = await createLab(t);
  const run = await runOf(lab);
  await lab.store.accounts.revoke(lab.account.id);
  t.same(await lab.jobs.submitRun(run), { state: 'no_account' });
  t.equal(await lab.store.requests.get(run.id), undefined);
});

t.test('a run of several files is one request, and holds what it counts', async (t) => {
  const lab = await createLab(t);
  const { page: request, outputs } = parseCaptures({
    url: 'https://shots.example/',
    webhook_url: 'https://hooks.example/x',
    outputs: [
      { kind: 'screencast', duration: 1 },
      { kind: 'screencast', duration: 1, format: 'webp' },
    ],
  }).request;
  const run = await runOf(lab, () => ({ request, outputs }));
  t.same(await lab.jobs.submitRun(run), { state: 'queued' });
  const queued = await lab.store.requests.get(run.id);
  t.match(queued, { status: 'queued', kind: 'captures', taskId: run.task.id });
  t.match(await lab.store.usage.used(lab.account.id), { used: 0, reserved: 2 });
});
