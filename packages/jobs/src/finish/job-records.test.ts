import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createLab } from '../fixtures/lab.ts';
import { claimRecord, directRecord, runRecord } from './job-records.ts';
import { storedJob } from './stored-job.ts';

const error = new RenderError('timeout').toBody();
const file = {
  name: 'a'.repeat(64),
  extension: 'png',
  mediaType: 'image/png',
  bytes: 1,
  sha256: 'b'.repeat(64),
  expiresAt: Date.now() + 60_000,
};

t.test('a direct job is written when it ends, with its reservation', async (t) => {
  const { store, account, submission } = await createLab(t);
  const { id, baseUrl, request } = submission();
  const job = storedJob({ id, accountId: account.id, baseUrl }, request);
  const reservationId = await store.usage.reserve(account.id, 10);
  const record = directRecord(
    store.requests,
    job,
    1_000,
    reservationId === undefined ? {} : { reservationId },
  );
  t.equal(await record.succeed({ file }, undefined), true);
  t.match(await store.requests.get(id), { status: 'succeeded', createdAt: 1_000 });
  t.match(await store.usage.used(account.id), { used: 1, reserved: 0 });
});

t.test('a queued job is written by its newest claim alone', async (t) => {
  const { store, account, submission, jobs } = await createLab(t);
  const { id } = await jobs.submit(submission({ async: true }));
  const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1 });
  if (!claim) throw new Error('nothing was claimed');
  const stale = { ...claim, token: claim.token - 1 };
  t.equal(await claimRecord(store.requests, stale, true).fail(error, undefined), false);
  t.match(await store.requests.get(id), { status: 'processing' });
  t.equal(await claimRecord(store.requests, claim, false).succeed({ file }, undefined), true);
  t.match(await store.requests.get(id), { status: 'succeeded' });
  t.match(await store.usage.used(account.id), { used: 0, reserved: 0 }, 'a hit of the cache');
});

t.test('a run that is refused is written once, and moves its task on', async (t) => {
  const { store, addTask, submission } = await createLab(t);
  const task = await addTask();
  const run = (id: string) => ({
    taskId: task.id,
    scheduledFor: 60_000,
    nextRunAt: 120_000,
    request: storedJob({ ...task, id }, submission().request),
  });
  const { id } = submission();
  t.equal(await runRecord(store.tasks, run(id), 1_000).fail(error, undefined), true);
  t.match(await store.requests.get(id), { status: 'failed', taskId: task.id });
  t.match(await store.tasks.find(task.id), { nextRunAt: 120_000 });
  const late = runRecord(store.tasks, run(submission().id), 1_000);
  t.equal(await late.fail(error, undefined), false);
});
