import { randomUUID } from 'node:crypto';
import t from 'tap';
import { createLab, type Lab } from '../fixtures/lab.ts';
import { requestOf } from '../fixtures/job-context.ts';

function submission({ account }: Lab, count = 2) {
  const requests = Array.from({ length: count }, () => requestOf({ async: true }));
  return { id: randomUUID(), account, requests, baseUrl: 'https://shots.example' };
}

t.test('the answer to its Idempotency-Key is kept with it, and not after it', async (t) => {
  const lab = await createLab(t);
  const { store, account, jobs, woken } = lab;
  store.idempotency.finish = () => Promise.reject(new Error('killed'));
  const ask = () => {
    const one = submission(lab);
    const { id } = one;
    const key = { id, accountId: account.id, idempotencyKey: 'key' };
    return jobs.once({ ...key, operation: 'batches', parameters: {} }, async (keeper) => {
      const answerOf = (batch: object) => ({ ...batch });
      return jobs.submitBatch({ ...one, ...(keeper && { repeat: { keeper, answerOf } }) });
    });
  };
  const first = await ask();
  t.match(first, { isReplayed: false, value: { total: 2, queued: 2 } });
  t.same(await ask(), { ...first, isReplayed: true });
  t.equal((await store.requests.list(account.id, { limit: 9 })).length, 2);
  t.equal(woken.worker, 1);
});

t.test('what has no room never comes to the store', async (t) => {
  const lab = await createLab(t);
  const { store, account, jobs } = lab;
  store.batches.create = () => Promise.reject(new Error('it came'));
  const kept = { waiting: 9_999, webhooks: 0, storedBytes: 0 };
  store.capacity.kept = async () => kept;
  await t.rejects(jobs.submitBatch(submission(lab)), { code: 'queue_full' });
  await t.rejects(jobs.submitBatch(submission(lab, 1)), { message: 'it came' });
  const full = { ...kept, waiting: 0, storedBytes: 100 * 2 ** 30 - 5 };
  store.capacity.kept = async () => full;
  await t.rejects(jobs.submitBatch(submission(lab)), { code: 'account_storage_full' });
  t.same(await store.requests.list(account.id, { limit: 9 }), []);
});
