import { RenderError } from '@tintype/contract';
import { defaultPlans } from '@tintype/store';
import t from 'tap';
import { createLab } from '../fixtures/lab.ts';
import { storedJob } from '../finish/stored-job.ts';
import { enqueue } from './enqueue.ts';

t.test('rejects a request without room in plan or disk, and wakes nothing', async (t) => {
  const lab = await createLab(t);
  const { store, account } = lab;
  let wakes = 0;
  const parts = { store, plans: defaultPlans, wakeWorker: () => void (wakes += 1) };
  const queue = (changes: object = {}) => {
    const { id, baseUrl, request } = lab.submission();
    const job = storedJob({ id, accountId: account.id, baseUrl }, request);
    return enqueue(job, { ...account, ...changes }, undefined, parts);
  };
  t.match(await queue(), { status: 'queued' });
  t.equal(wakes, 1);
  await t.rejects(queue({ quotaPerMonth: 1 }), { code: 'quota_exceeded' });
  const { capacity } = store;
  const full = { ...capacity, check: () => Promise.reject(new RenderError('storage_full')) };
  parts.store = { ...store, capacity: full };
  await t.rejects(queue(), { code: 'storage_full' });
  t.equal(wakes, 1);
  t.match(await store.requests.counts(), { queued: 1 });
});
