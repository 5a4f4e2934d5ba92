import { RenderError, type ErrorBody } from '@tintype/contract';
import { defaultPlans, type NewDelivery, type NewFile } from '@tintype/store';
import t, { type Test } from 'tap';
import { outcomeOf, requestOf } from '../fixtures/job-context.ts';
import { createLab } from '../fixtures/lab.ts';
import { createFinish, boundMetadata } from './create-finish.ts';
import type { JobRecord } from './job-records.ts';
import { storedJob } from './stored-job.ts';

async function settling(t: Test, isOurs: boolean | RenderError = true) {
  const { store, account, files } = await createLab(t);
  const request = requestOf({ webhook_url: 'https://hooks.example/x', cache_ttl: 60 });
  const written: {
    file?: NewFile | undefined;
    error?: ErrorBody;
    delivery: NewDelivery | undefined;
  }[] = [];
  let wakes = 0;
  const write = async (one: (typeof written)[number]) => {
    if (isOurs instanceof RenderError) throw isOurs;
    if (isOurs) written.push(one);
    return isOurs;
  };
  const record: JobRecord = {
    job: storedJob({ id: 'id', accountId: account.id, baseUrl: 'https://x' }, request),
    createdAt: 1_000,
    succeed: ({ file }, delivery) => write({ file, delivery }),
    fail: (error, delivery) => write({ error, delivery }),
  };
  const settle = createFinish({
    store,
    plans: defaultPlans,
    deliveryFor: ({ id, accountId, webhook }, end) =>
      webhook && { requestId: id, accountId, ...webhook, body: JSON.stringify(end) },
    wakeDeliverer: () => void (wakes += 1),
    now: () => 5_000,
  });
  const success = { account, request, result: outcomeOf().result };
  return { settle, record, success, written, files, wakes: () => wakes };
}

t.test('file and webhook are written together', async (t) => {
  const { settle, record, success, written, files, wakes } = await settling(t);
  t.equal(await settle.succeed(record, success), true);
  t.match(written, [{ file: { extension: 'jpeg', expiresAt: 65_000 } }]);
  t.match(JSON.parse(written[0]?.delivery?.body ?? ''), {
    createdAt: 1_000,
    file: { name: written[0]?.file?.name ?? 'none' },
  });
  t.equal(await files(), 1);
  t.equal(wakes(), 1);
});

t.test('leaves nothing of a job that another process has by then', async (t) => {
  const { settle, record, success, files, wakes } = await settling(t, false);
  t.equal(await settle.succeed(record, success), false);
  t.equal(await settle.fail(record, new RenderError('timeout')), false);
  t.equal(await files(), 0);
  t.equal(wakes(), 0);
});

t.test('leaves a file only if it may have been written', async (t) => {
  for (const [code, left] of [
    ['account_storage_full', 0],
    ['storage_full', 0],
    ['storage_failed', 1],
  ] as const) {
    const error = new RenderError(code);
    const { settle, record, success, files, wakes } = await settling(t, error);
    await t.rejects(settle.succeed(record, success), error);
    t.equal(await files(), left, code);
    t.equal(wakes(), left, 'and its webhook is looked for');
  }
});

t.test('a repeated step keeps one file where the first was written', async (t) => {
  const { settle, record, success, files } = await settling(t);
  let attempts = 0;
  const unsure: JobRecord = {
    ...record,
    async succeed() {
      attempts += 1;
      if (attempts === 1) throw new RenderError('storage_failed');
      return false;
    },
  };
  const again = <Result>(work: () => Promise<Result>) => work().catch(() => work());
  t.equal(await settle.succeed(unsure, success, again), false);
  t.equal(attempts, 2);
  t.equal(await files(), 1);
});

t.test('a failure has its webhook', async (t) => {
  const { settle, record, written, wakes } = await settling(t);
  t.equal(await settle.fail(record, new RenderError('timeout')), true);
  t.match(written, [{ error: { code: 'timeout' }, delivery: { url: 'https://hooks.example/x' } }]);
  t.equal(wakes(), 1);
});

t.test('what fits stays as it is', async (t) => {
  const all = [{ 'x-title': 'One', 'x-fonts': '["a"]' }, {}, { 'x-title': 'x'.repeat(16_000) }];
  t.same(boundMetadata(all), all);
});

t.test('the longest is left out, whichever file it is of', async (t) => {
  const fonts = (size: number) => 'f'.repeat(size);
  const all = [
    { 'x-fonts': fonts(9_000), 'x-title': 'One' },
    { 'x-title': 'Two', 'x-fonts': fonts(7_000) },
    { 'x-fonts': fonts(8_000), 'x-title': 'Three' },
  ];
  t.same(boundMetadata(all), [
    { 'x-title': 'One' },
    { 'x-title': 'Two', 'x-fonts': fonts(7_000) },
    { 'x-fonts': fonts(8_000), 'x-title': 'Three' },
  ]);
  const kept = boundMetadata(Array.from({ length: 20 }, () => ({ 'x-fonts': fonts(1_000) })));
  t.equal(kept.filter((told) => 'x-fonts' in told).length, 16);
});
