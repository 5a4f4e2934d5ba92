import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { RenderError, type ErrorCode } from '@tintype/contract';
import { createSqliteStore, defaultPlans, type NewRequest, type Store } from '@tintype/store';
import { makeFolder } from '@tintype/testkit/make-folder';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { createWorker, type Worker } from './create-worker.ts';
import type { Job } from '../execute/job.ts';
import { createFinish } from '../finish/create-finish.ts';
import { kindsWithLinks } from '../fixtures/job-context.ts';
import type { QueuedEnd, WorkerOptions } from './worker-options.ts';

/** A real store with an account, and workers on it whose renders are made up. */
async function createLab(t: Test, wishes: Partial<WorkerOptions> = {}) {
  const dataDir = makeFolder(t);
  const stores: Store[] = [];
  const workers: Worker[] = [];
  const started: string[] = [];
  const warnings: string[] = [];
  const openStore = () => {
    const store = createSqliteStore({ dataDir, now: Date.now });
    stores.push(store);
    return store;
  };
  const store = openStore();
  let deliveries = 0;
  const addAccount = async (plan: 'free' | 'scale' = 'scale') =>
    (await store.accounts.create({ name: randomUUID(), plan })).account.id;
  const accountId = await addAccount();
  const addWorker = (more: Partial<WorkerOptions> = {}) => {
    const { store: own = store } = { ...wishes, ...more };
    const settle = createFinish({
      store: { ...store, ...own },
      plans: defaultPlans,
      deliveryFor: ({ id, accountId: owner, webhook }, end) =>
        webhook && { accountId: owner, requestId: id, ...webhook, body: JSON.stringify(end) },
      wakeDeliverer: () => void (deliveries += 1),
      now: Date.now,
    });
    const worker = createWorker({
      store,
      settle,
      plans: defaultPlans,
      execute: async (job) => {
        started.push(job.request.url ?? '');
        return resultOf(job);
      },
      concurrency: 4,
      now: Date.now,
      pollMs: 20,
      retryDelaysMs: [10, 10],
      onWarning: (text) => warnings.push(text),
      ...wishes,
      ...more,
    });
    workers.push(worker);
    return worker;
  };
  t.teardown(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(stores.map((one) => one.close()));
  });
  return {
    dataDir,
    store,
    openStore,
    addAccount,
    addWorker,
    accountId,
    started,
    warnings,
    get deliveries() {
      return deliveries;
    },
    queue(url: string, more: Partial<NewRequest> = {}, quota?: number) {
      const request: NewRequest = {
        id: randomUUID(),
        accountId,
        kind: 'screenshot',
        parameters: { url },
        baseUrl: 'http://localhost',
        webhook: { url: 'https://example.com/hook', signed: true },
        ...more,
      };
      return store.requests.enqueue(request, quota).then((queued) => {
        if (typeof queued === 'string') throw new Error(queued);
        return queued.id;
      });
    },
    async ended(id: string) {
      for (let pauseMs = 5; ; pauseMs = Math.min(50, pauseMs * 1.2)) {
        const request = await store.requests.get(id);
        if (request?.status === 'succeeded' || request?.status === 'failed') return request;
        await delay(pauseMs);
      }
    },
  };
}

function resultOf({ request }: Job): Awaited<ReturnType<WorkerOptions['execute']>> {
  return {
    result: {
      kind: request.kind,
      body: Buffer.from(`rendered ${request.url}`),
      mediaType: 'image/png',
      extension: 'png',
      url: request.url ?? '',
      metadata: {},
      receipt: {},
      timings: [],
      warnings: [],
    },
  };
}

const failing = (code: ErrorCode) => () => Promise.reject(new RenderError(code));

/** Until the signal says so. */
const hang = ({ signal }: Job) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

t.test('renders what was queued, keeps the file, and leaves the webhook', async (t) => {
  const lab = await createLab(t);
  const before = Date.now();
  const id = await lab.queue('https://example.com/1', {
    parameters: { url: 'https://example.com/1', cache_ttl: 60, attachment_name: 'shot' },
  });
  const worker = lab.addWorker();
  worker.start();
  const { status, file, attempts } = await lab.ended(id);
  t.match({ status, attempts }, { status: 'succeeded', attempts: 1 });
  const stored = await lab.store.files.get(file?.name ?? '');
  t.match(stored, { extension: 'png', mediaType: 'image/png', attachmentName: 'shot' });
  t.ok((stored?.expiresAt ?? 0) >= before + 60_000);
  const bytes = stored && (await lab.store.fileBytes.read(stored));
  t.equal(bytes?.toString(), 'rendered https://example.com/1');
  const [delivery] = await lab.store.outbox.list({ limit: 10 });
  t.match(delivery, { requestId: id, url: 'https://example.com/hook', state: 'pending' });
  t.match(JSON.parse(delivery?.body ?? ''), { file: { name: file?.name } });
  t.equal(lab.deliveries, 1);
  t.match(await lab.store.usage.used(lab.accountId), { used: 1, reserved: 0 });
  t.same(lab.warnings, []);
});

t.test('tells how each request ended, and of which host its page is', async (t) => {
  const ends: QueuedEnd[] = [];
  const lab = await createLab(t, {
    execute: async (job) =>
      job.request.url?.includes('dead') ? failing('dns_failed')() : resultOf(job),
    onEnd: (end) => ends.push(end),
  });
  const ids = [
    await lab.queue('https://u:p@fine.example/path?q=1'),
    await lab.queue('https://dead.example/'),
  ];
  lab.addWorker().start();
  for (const id of ids) await lab.ended(id);
  await until(() => ends.length >= 2);
  const [fine, dead] = ids.map((id) => ends.find(({ request }) => request.id === id));
  t.match(fine, { outcome: 'succeeded', page: 'https://fine.example', request: { attempts: 1 } });
  t.match(dead, { outcome: { code: 'dns_failed' }, page: 'https://dead.example' });
  t.type(dead?.durationMs, 'number');
});

t.test('starts at once when it is woken', async (t) => {
  const lab = await createLab(t, { pollMs: 600_000 });
  const worker = lab.addWorker();
  worker.start();
  await delay(50);
  const id = await lab.queue('https://example.com/');
  worker.wake();
  t.equal((await lab.ended(id)).status, 'succeeded');
});

t.test('a hit of the cache counts against no quota', async (t) => {
  const lab = await createLab(t, {
    execute: async (job) => ({ ...resultOf(job), cache: 'HIT' }),
  });
  const id = await lab.queue('https://example.com/');
  lab.addWorker().start();
  t.equal((await lab.ended(id)).status, 'succeeded');
  t.match(await lab.store.usage.used(lab.accountId), { used: 0, reserved: 0 });
});

t.test('a crash is tried three times in all, then it is the outcome', async (t) => {
  for (const code of ['browser_lost', 'page_crashed', 'browser_unavailable', 'internal'] as const) {
    let attempts = 0;
    const lab = await createLab(t, {
      execute: () => {
        attempts += 1;
        return failing(code)();
      },
    });
    const id = await lab.queue('https://example.com/');
    lab.addWorker().start();
    t.match(await lab.ended(id), { status: 'failed', error: { code }, attempts: 3 }, code);
    t.equal(attempts, 3, code);
    t.match(await lab.store.usage.used(lab.accountId), { used: 0, reserved: 0 });
    const [delivery, ...others] = await lab.store.outbox.list({ limit: 10 });
    t.match(JSON.parse(delivery?.body ?? ''), { error: { code } });
    t.same(others, [], 'one webhook for all attempts');
  }
});

t.test('while no remote browser gives a page, nothing is claimed, and nothing fails', async (t) => {
  let attempts = 0;
  let isAway = true;
  const looked = Promise.withResolvers<void>();
  const lab = await createLab(t, {
    execute: async (job) => {
      attempts += 1;
      return attempts < 6 ? failing('browser_unavailable')() : resultOf(job);
    },
    mayRender: () => {
      looked.resolve();
      return !isAway;
    },
  });
  const id = await lab.queue('https://example.com/');
  lab.addWorker().start();
  await looked.promise;
  await delay(100);
  t.match(await lab.store.requests.get(id), { status: 'queued', attempts: 0 });
  isAway = false;
  t.match(await lab.ended(id), { status: 'succeeded', attempts: 1 });
  t.equal(attempts, 6);
});

t.test('a crash that does not come back is none', async (t) => {
  let attempts = 0;
  const lab = await createLab(t, {
    execute: async (job) => {
      attempts += 1;
      return attempts < 3 ? failing('browser_lost')() : resultOf(job);
    },
  });
  const id = await lab.queue('https://example.com/');
  lab.addWorker().start();
  t.match(await lab.ended(id), { status: 'succeeded', attempts: 3 });
});

t.test('killed processes are no fault of the request, until they are ten', async (t) => {
  for (const [deaths, outcome] of [
    [9, { status: 'succeeded', attempts: 10 }],
    [10, { status: 'failed', error: { code: 'internal' }, attempts: 11 }],
  ] as const) {
    const lab = await createLab(t);
    const id = await lab.queue('https://example.com/');
    for (let death = 0; death < deaths; death += 1) {
      // The process that claimed it is gone.
      const [claim] = await lab.store.requests.claim({ leaseMs: 1, limit: 1 });
      t.equal(claim?.request.id, id);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    lab.addWorker().start();
    t.match(await lab.ended(id), outcome);
    t.equal(lab.started.length, deaths < 10 ? 1 : 0);
  }
});

t.test('what is the fault of the page is not tried again', async (t) => {
  for (const code of ['dns_failed', 'timeout', 'selector_not_found', 'target_denied'] as const) {
    const lab = await createLab(t, { execute: failing(code) });
    const id = await lab.queue('https://example.com/');
    lab.addWorker().start();
    t.match(await lab.ended(id), { status: 'failed', error: { code }, attempts: 1 }, code);
  }
});

t.test('a request that crashes every time does not hold up the others', async (t) => {
  const lab = await createLab(t, {
    concurrency: 1,
    retryDelaysMs: [100, 100],
    execute: async (job) =>
      job.request.url === 'https://poison.example/' ? failing('page_crashed')() : resultOf(job),
  });
  const poison = await lab.queue('https://poison.example/');
  const others = [];
  for (let page = 0; page < 10; page += 1)
    others.push(await lab.queue(`https://a.example/${page}`));
  lab.addWorker().start();
  for (const id of others) t.equal((await lab.ended(id)).status, 'succeeded');
  t.not((await lab.store.requests.get(poison))?.status, 'failed', 'they were done before its end');
  t.match(await lab.ended(poison), { status: 'failed', error: { code: 'page_crashed' } });
});

t.test('parameters that are not allowed any more, and an account that is gone', async (t) => {
  const lab = await createLab(t, { rules: { locations: [] } });
  const bad = await lab.queue('', {
    parameters: { url: 'https://a.example/', ip_location: 'de' },
  });
  const other = await lab.addAccount();
  const gone = await lab.queue('https://example.com/', { accountId: other });
  await lab.store.accounts.revoke(other);
  lab.addWorker().start();
  t.match(await lab.ended(bad), { status: 'failed', error: { statusCode: 400 }, attempts: 1 });
  t.match(await lab.ended(gone), { status: 'failed', error: { code: 'unauthorized' } });
  t.same(lab.started, []);
});

t.test('parameters that cannot be read end their own request alone', async (t) => {
  const lab = await createLab(t);
  const broken = await lab.queue('https://a.example/');
  const fine = await lab.queue('https://b.example/');
  const database = new DatabaseSync(join(lab.dataDir, 'tintype.db'));
  database.prepare(`UPDATE requests SET parameters = x'00' WHERE id = ?`).run(broken);
  database.close();
  lab.addWorker().start();
  t.match(await lab.ended(fine), { status: 'succeeded' });
  t.match(await lab.ended(broken), {
    status: 'failed',
    error: {
      code: 'storage_failed',
      message: 'The parameters of this request cannot be decrypted.',
    },
  });
  t.same(lab.started, ['https://b.example/']);
  t.equal(lab.deliveries, 2, 'and whoever waits for it is told');
});

t.test('two workers on one store do each request once', async (t) => {
  const lab = await createLab(t);
  const ids: string[] = [];
  for (let page = 0; page < 30; page += 1) ids.push(await lab.queue(`https://a.example/${page}`));
  lab.addWorker().start();
  lab.addWorker({ store: lab.openStore() }).start();
  for (const id of ids) t.match(await lab.ended(id), { status: 'succeeded', attempts: 1 });
  t.equal(lab.started.length, 30);
  t.equal(new Set(lab.started).size, 30);
  t.equal((await lab.store.outbox.list({ limit: 100 })).length, 30);
});

t.test('stopping puts back what has not ended, and that is no attempt', async (t) => {
  const lab = await createLab(t);
  const id = await lab.queue('https://example.com/');
  const first = lab.addWorker({ execute: hang });
  first.start();
  await until(() => first.running !== 0);
  t.equal((await lab.store.requests.get(id))?.status, 'processing');
  await first.stop();
  t.match(await lab.store.requests.get(id), { status: 'queued', attempts: 0 });
  t.equal(first.running, 0);
  const second = lab.addWorker();
  second.start();
  t.match(await lab.ended(id), { status: 'succeeded', attempts: 1 });
});

t.test('stopping allows running jobs the given time', async (t) => {
  const lab = await createLab(t);
  const id = await lab.queue('https://example.com/');
  const worker = lab.addWorker({
    execute: async (job) => {
      await delay(100);
      return resultOf(job);
    },
  });
  worker.start();
  await until(() => worker.running !== 0);
  await worker.stop({ graceMs: 30_000 });
  t.equal((await lab.store.requests.get(id))?.status, 'succeeded');
  worker.start();
  t.equal((await lab.ended(await lab.queue('https://example.com/2'))).status, 'succeeded');
});

t.test('work that does not listen does not hold up the end', async (t) => {
  const lab = await createLab(t, { execute: () => new Promise(() => {}) });
  const id = await lab.queue('https://example.com/');
  const worker = lab.addWorker();
  worker.start();
  await until(() => worker.running !== 0);
  await worker.stop();
  t.equal((await lab.store.requests.get(id))?.status, 'queued');
});

t.test('a lease is lengthened as long as the work goes on', async (t) => {
  const lab = await createLab(t, { leaseMs: 1500, pollMs: 200 });
  const id = await lab.queue('https://example.com/');
  let started = 0;
  const slow: WorkerOptions['execute'] = async (job) => {
    started += 1;
    await delay(4000);
    return resultOf(job);
  };
  lab.addWorker({ execute: slow }).start();
  lab.addWorker({ execute: slow, store: lab.openStore() }).start();
  t.match(await lab.ended(id), { status: 'succeeded', attempts: 1 });
  t.equal(started, 1);
});

t.test('the result of a claim that is not the newest is thrown away', async (t) => {
  const lab = await createLab(t);
  const id = await lab.queue('https://example.com/');
  const deaf = {
    ...lab.store,
    requests: { ...lab.store.requests, extend: async () => true },
  };
  let end = () => {};
  const slow = lab.addWorker({
    store: deaf,
    leaseMs: 30,
    concurrency: 1,
    execute: async (job) => {
      await new Promise<void>((resolve) => (end = resolve));
      return resultOf(job);
    },
  });
  slow.start();
  await until(() => slow.running !== 0);
  await delay(50);
  const quick = lab.addWorker({ store: lab.openStore() });
  quick.start();
  const before = await lab.ended(id);
  end();
  await until(() => slow.running === 0);
  t.same(await lab.store.requests.get(id), before);
  t.equal((await lab.store.outbox.list({ limit: 10 })).length, 1);
  const names = [];
  for await (const name of lab.store.fileBytes.olderThan(-1000)) names.push(name);
  t.equal(names.length, 1, 'and its file with it');
  t.ok(before.file && (await lab.store.files.get(before.file.name)));
});

t.test('a claim that is lost is left alone', async (t) => {
  const lab = await createLab(t);
  const id = await lab.queue('https://example.com/');
  const lost = {
    ...lab.store,
    requests: { ...lab.store.requests, extend: async () => false },
  };
  const worker = lab.addWorker({ store: lost, leaseMs: 60, execute: hang });
  worker.start();
  await until(() => worker.running !== 0);
  const ended = delay(5_000).then(() => 'late');
  const gone = (async () => {
    await until(() => worker.running === 0);
    return 'gone';
  })();
  t.equal(await Promise.race([gone, ended]), 'gone');
  t.match(lab.warnings, [/took longer than its lease/]);
  t.not((await lab.store.requests.get(id))?.status, 'failed');
});

t.test('a plan with so many at once leaves slots to others', async (t) => {
  const plans = { ...defaultPlans, free: { ...defaultPlans.free, concurrency: 1 } };
  const lab = await createLab(t, { plans, concurrency: 3 });
  const limited = await lab.addAccount('free');
  const ids = [];
  for (let page = 0; page < 6; page += 1) {
    ids.push(await lab.queue(`https://limited.example/${page}`, { accountId: limited }));
  }
  for (let page = 0; page < 4; page += 1) ids.push(await lab.queue(`https://a.example/${page}`));
  let running = 0;
  let max = 0;
  const worker = lab.addWorker({
    execute: async (job) => {
      const isLimited = job.account.id === limited;
      if (isLimited) max = Math.max(max, (running += 1));
      await delay(20);
      if (isLimited) running -= 1;
      return resultOf(job);
    },
  });
  worker.start();
  for (const id of ids) t.match(await lab.ended(id), { status: 'succeeded', attempts: 1 });
  t.equal(max, 1);
});

t.test('requests of an account that never end leave a slot to others', async (t) => {
  const lab = await createLab(t, { concurrency: 2 });
  for (let page = 0; page < 4; page += 1) await lab.queue(`https://hostile.example/${page}`);
  const other = await lab.addAccount();
  const fine = await lab.queue('https://fine.example/', { accountId: other });
  lab
    .addWorker({
      execute: (job) => (job.account.id === other ? Promise.resolve(resultOf(job)) : hang(job)),
    })
    .start();
  t.match(await lab.ended(fine), { status: 'succeeded' });
});

/** Renders that start and end when the test says so, in the order in which they were asked for. */
function createStage() {
  const asked: { job: Job; end: PromiseWithResolvers<void> }[] = [];
  let isOpen = false;
  return {
    asked: () => asked.map(({ job }) => job.request.url ?? ''),
    execute: async (job: Job) => {
      const end = Promise.withResolvers<void>();
      asked.push({ job, end });
      if (!isOpen) await end.promise;
      return resultOf(job);
    },
    start: (url: string) => asked.find(({ job }) => job.request.url === url)?.job.onSlot?.(0),
    end: (url: string) => asked.find(({ job }) => job.request.url === url)?.end.resolve(),
    /** From now on everything ends at once. */
    open() {
      isOpen = true;
      for (const { end } of asked) end.resolve();
    },
    async untilAsked(count: number) {
      await until(() => asked.length >= count);
      // Nothing more comes.
      await delay(100);
    },
  };
}

t.test('of each account, one request waits for its slot, so that there is a choice', async (t) => {
  const ids: string[] = [];
  const stage = createStage();
  const lab = await createLab(t, { concurrency: 2, execute: stage.execute });
  for (let page = 0; page < 6; page += 1) ids.push(await lab.queue(`https://a.example/${page}`));
  const other = await lab.addAccount();
  ids.push(await lab.queue('https://b.example/0', { accountId: other }));
  lab.addWorker().start();
  await stage.untilAsked(2);
  const hosts = () => stage.asked().map((url) => new URL(url).host);
  t.same(hosts().toSorted(), ['a.example', 'b.example']);
  const first = stage.asked().find((url) => url.startsWith('https://a.')) ?? '';
  stage.start(first);
  await stage.untilAsked(2);
  t.equal(stage.asked().length, 2, 'one of two slots is all that it may have');
  stage.end(first);
  await stage.untilAsked(3);
  t.same(hosts().slice(2), ['a.example']);
  stage.open();
  for (const id of ids) await lab.ended(id);
});

t.test('an account that may start more has the next one waiting', async (t) => {
  const ids: string[] = [];
  const stage = createStage();
  const lab = await createLab(t, { concurrency: 4, execute: stage.execute });
  for (let page = 0; page < 6; page += 1) ids.push(await lab.queue(`https://a.example/${page}`));
  lab.addWorker().start();
  for (let page = 0; page < 3; page += 1) {
    await stage.untilAsked(page + 1);
    t.equal(stage.asked().length, page + 1);
    stage.start(stage.asked()[page] ?? '');
  }
  await stage.untilAsked(3);
  t.equal(stage.asked().length, 3, 'three of four slots');
  stage.open();
  for (const id of ids) await lab.ended(id);
});

t.test('no more wait for a slot than there is room for', async (t) => {
  const ids: string[] = [];
  const stage = createStage();
  const lab = await createLab(t, { concurrency: 2, execute: stage.execute });
  for (let index = 0; index < 7; index += 1) {
    const accountId = await lab.addAccount();
    ids.push(await lab.queue(`https://a.example/${index}`, { accountId }));
  }
  lab.addWorker().start();
  await stage.untilAsked(4);
  t.equal(stage.asked().length, 4, 'two for each slot');
  stage.start(stage.asked()[0] ?? '');
  await stage.untilAsked(5);
  t.equal(stage.asked().length, 5);
  stage.open();
  for (const id of ids) await lab.ended(id);
});

t.test('screencasts that wait for a recorder keep nothing else waiting', async (t) => {
  const ids: string[] = [];
  const stage = createStage();
  const lab = await createLab(t, { concurrency: 1, execute: stage.execute });
  for (let index = 0; index < 4; index += 1) {
    const accountId = await lab.addAccount();
    ids.push(await lab.queue(`https://film.example/${index}`, { accountId, kind: 'screencast' }));
    if (index === 3) ids.push(await lab.queue('https://still.example/', { accountId }));
  }
  lab.addWorker().start();
  await stage.untilAsked(3);
  const asked = stage.asked().map((url) => new URL(url).host);
  t.same(asked.toSorted(), ['film.example', 'film.example', 'still.example']);
  stage.open();
  for (const id of ids) await lab.ended(id);
});

t.test('reports trouble with the store, and the worker continues', async (t) => {
  const lab = await createLab(t);
  let failures = 2;
  const broken: WorkerOptions['store'] = {
    ...lab.store,
    requests: {
      ...lab.store.requests,
      succeed: async (...given) => {
        failures -= 1;
        if (failures >= 0) throw new RenderError('storage_failed');
        return lab.store.requests.succeed(...given);
      },
    },
  };
  const id = await lab.queue('https://example.com/');
  lab.addWorker({ store: broken }).start();
  t.match(await lab.ended(id), { status: 'succeeded', attempts: 1 });
  t.equal(lab.started.length, 1, 'it was rendered once');
  const names = [];
  for await (const name of lab.store.fileBytes.olderThan(-1000)) names.push(name);
  t.equal(names.length, 1, 'files of attempts that could not be written are removed');
});

t.test('a concurrency that is none is refused', async (t) => {
  await t.rejects(
    createLab(t, {}).then((lab) => lab.addWorker({ concurrency: 0 })),
    {
      message: 'concurrency must be an integer from 1; got 0.',
    },
  );
});

t.test('several files of one load: one attempt, one webhook, and what came counts', async (t) => {
  const jobs: Job[] = [];
  const lab = await createLab(t, {
    execute: async (job) => {
      jobs.push(job);
      const { result } = resultOf(job);
      const [first, second] = job.outputs ?? [];
      if (first === undefined || second === undefined) throw new Error('no outputs');
      const error = new RenderError('selector_not_found');
      return {
        result,
        outputs: [
          { ...first, result },
          { ...second, error },
        ],
        hits: 1,
      };
    },
  });
  lab.addWorker().start();
  const outputs = [
    { kind: 'screenshot', format: 'png' },
    { kind: 'pdf', name: 'paper.pdf' },
  ];
  const parameters = { url: 'https://one.example/', outputs };
  const id = await lab.queue('', { kind: 'captures', parameters, hits: 2 });
  t.match(await lab.ended(id), {
    status: 'succeeded',
    outputs: [
      { name: 'screenshot.png', kind: 'screenshot', file: { extension: 'png' } },
      { name: 'paper.pdf', kind: 'pdf', error: { code: 'selector_not_found' } },
    ],
  });
  t.match(jobs, [{ request: { url: 'https://one.example/' }, isQueued: true }]);
  t.match(await lab.store.usage.used(lab.accountId), { used: 1, reserved: 0 });
  t.match((await lab.store.outbox.list({ limit: 9 })).length, 1);
});

t.test('several files of one load: a failure that counts is one render', async (t) => {
  const lab = await createLab(t, {
    execute: () => Promise.reject(new RenderError('selector_not_found')),
  });
  lab.addWorker().start();
  const parameters = {
    url: 'https://one.example/',
    outputs: [{ kind: 'pdf' }, { kind: 'scrape' }],
  };
  const id = await lab.queue('', { kind: 'captures', parameters, hits: 3 });
  t.match(await lab.ended(id), { status: 'failed', error: { code: 'selector_not_found' } });
  t.match(await lab.store.usage.used(lab.accountId), { used: 1, reserved: 0 });
});

t.test('several files of one load that have no room count as what was made', async (t) => {
  const lab = await createLab(t, {
    execute: async (job) => ({ ...resultOf(job), hits: 2 }),
    settle: {
      succeed: () => Promise.reject(new RenderError('account_storage_full')),
      fail: (record, error) => record.fail(error.toBody(), undefined),
    },
  });
  lab.addWorker().start();
  const parameters = {
    url: 'https://one.example/',
    outputs: [{ kind: 'pdf' }, { kind: 'scrape' }, { kind: 'screenshot' }],
  };
  const id = await lab.queue('', { kind: 'captures', parameters, hits: 3 });
  t.match(await lab.ended(id), { status: 'failed', error: { code: 'account_storage_full' } });
  t.match(await lab.store.usage.used(lab.accountId), { used: 2, reserved: 0 });
});

t.test('what a worker does not know, it leaves to one that does', async (t) => {
  const lab = await createLab(t);
  const id = await lab.queue('https://foreign.example/', { kind: 'links' });
  const plain = await lab.queue('https://plain.example/');
  const older = lab.addWorker();
  older.start();
  await lab.ended(plain);
  const left = async () => {
    const request = await lab.store.requests.get(id);
    return (
      request?.status === 'queued' && ((await lab.store.requests.nextDueAt()) ?? 0) > Date.now()
    );
  };
  await until(left);
  t.match(await lab.store.requests.get(id), { attempts: 0 }, 'nobody has started it');
  lab.addWorker({ rules: { kinds: kindsWithLinks } }).start();
  await lab.ended(id);
  t.match(await lab.store.requests.get(id), { status: 'succeeded', attempts: 1 });
  t.same(lab.started.toSorted(), ['https://foreign.example/', 'https://plain.example/']);
});

t.test('of a kind that a worker does not know, it claims one in a while', async (t) => {
  const lab = await createLab(t);
  const claimed: string[] = [];
  const store: WorkerOptions['store'] = {
    ...lab.store,
    requests: {
      ...lab.store.requests,
      claim: async (options) => {
        const claims = await lab.store.requests.claim(options);
        claimed.push(...claims.map(({ request }) => request.kind));
        return claims;
      },
    },
  };
  for (let count = 0; count < 20; count += 1) {
    const accountId = await lab.addAccount();
    await lab.queue(`https://foreign.example/${count}`, { kind: 'links', accountId });
  }
  lab.addWorker({ store, concurrency: 1 }).start();
  // Each of them makes it look again.
  for (let count = 0; count < 10; count += 1) {
    await lab.ended(await lab.queue(`https://plain.example/${count}`));
  }
  const strange = claimed.filter((kind) => kind === 'links').length;
  t.ok(strange > 0 && strange <= 2, `${strange}: as many as one claim gives`);
  t.equal((await lab.store.requests.counts()).queued, 20);
});

t.test('what is not known inside of a known kind is put back for as long', async (t) => {
  const lab = await createLab(t);
  const page = 'https://foreign.example/';
  const strange = [
    await lab.queue(page, { parameters: { url: page, of_tomorrow: true } }),
    await lab.queue(page, {
      kind: 'captures',
      parameters: { url: page, outputs: [{ kind: 'links' }] },
    }),
  ];
  const before = Date.now();
  lab.addWorker().start();
  await lab.ended(await lab.queue('https://plain.example/'));
  await until(async () => ((await lab.store.requests.nextDueAt()) ?? 0) >= before + 60_000);
  for (const id of strange) {
    t.match(await lab.store.requests.get(id), { status: 'queued', attempts: 0 });
  }
  t.same(lab.started, ['https://plain.example/']);
});

t.test('a job that no worker has known for a day fails', async (t) => {
  const lab = await createLab(t);
  const id = await lab.queue('https://foreign.example/', { kind: 'links' });
  const database = new DatabaseSync(join(lab.dataDir, 'tintype.db'));
  database.prepare('UPDATE requests SET created_at = ?').run(Date.now() - 25 * 60 * 60_000);
  database.close();
  lab.addWorker().start();
  await lab.ended(id);
  t.match(await lab.store.requests.get(id), {
    status: 'failed',
    error: { code: 'invalid_parameter' },
  });
});

/** Files that cannot be written as long as `isAway` says so. */
function awayFiles(store: Store, isAway: () => boolean): Store {
  return {
    ...store,
    fileBytes: {
      ...store.fileBytes,
      write: async (...args) => {
        if (isAway()) throw new RenderError('storage_failed');
        return store.fileBytes.write(...args);
      },
    },
  };
}

t.test('a result that cannot be kept is held, and kept when the storage is back', async (t) => {
  const lab = await createLab(t);
  let isAway = true;
  const id = await lab.queue('https://example.com/1', {}, 10);
  lab.addWorker({ store: awayFiles(lab.store, () => isAway) }).start();
  await until(() => lab.warnings.some((text) => text.includes('it is held')));
  t.match(await lab.store.requests.get(id), { status: 'processing' });
  t.match(await lab.store.usage.used(lab.accountId), { used: 0, reserved: 1 });
  isAway = false;
  t.match(await lab.ended(id), { status: 'succeeded', attempts: 1 });
  t.equal(lab.started.length, 1, 'it was rendered once');
  t.match(await lab.store.usage.used(lab.accountId), { used: 1, reserved: 0 });
});

t.test('a storage that is away for longer ends no request', async (t) => {
  const lab = await createLab(t);
  let isAway = true;
  const id = await lab.queue('https://example.com/1', {}, 10);
  // As if processes had died with it: the next attempt is the last one.
  for (let count = 0; count < 2; count += 1) {
    const [claim] = await lab.store.requests.claim({ leaseMs: 60_000, limit: 1 });
    t.ok(claim && (await lab.store.requests.retryLater(claim, Date.now())));
  }
  lab.addWorker({ store: awayFiles(lab.store, () => isAway), holdMs: 0 }).start();
  await until(() => lab.warnings.some((text) => text.includes('cannot be kept')));
  t.match(await lab.store.usage.used(lab.accountId), { used: 0, reserved: 1 });
  isAway = false;
  t.match(await lab.ended(id), { status: 'succeeded', attempts: 3 });
  t.match(await lab.store.usage.used(lab.accountId), { used: 1, reserved: 0 });
});

t.test('a database that is away for longer than a lease loses no result', async (t) => {
  const lab = await createLab(t, { leaseMs: 60 });
  let isAway = false;
  const unlessAway =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      if (isAway) throw new RenderError('storage_failed');
      return work(...given);
    };
  const { requests } = lab.store;
  const store = {
    ...lab.store,
    requests: {
      ...requests,
      extend: unlessAway(requests.extend),
      succeed: unlessAway(requests.succeed),
    },
  };
  const execute = async (job: Job) => {
    lab.started.push(job.request.url ?? '');
    isAway = true;
    return resultOf(job);
  };
  const id = await lab.queue('https://example.com/1');
  lab.addWorker({ store, execute }).start();
  await until(() => lab.warnings.some((text) => text.includes('it is held')));
  await delay(300);
  isAway = false;
  t.match(await lab.ended(id), { status: 'succeeded', attempts: 1 });
  t.equal(lab.started.length, 1, 'it was rendered once');
  t.notOk(lab.warnings.some((text) => text.includes('left to others')));
});

t.test('reports the end of a job whose acknowledgement was lost', async (t) => {
  for (const holdMs of [120_000, 0]) {
    const ends: QueuedEnd[] = [];
    const lab = await createLab(t, { holdMs, onEnd: (end) => ends.push(end) });
    const { requests } = lab.store;
    let isLost = false;
    const store = {
      ...lab.store,
      requests: {
        ...requests,
        succeed: async (...given: Parameters<typeof requests.succeed>) => {
          const isWritten = await requests.succeed(...given);
          if (isLost) return isWritten;
          isLost = true;
          throw new RenderError('storage_failed');
        },
      },
    };
    const id = await lab.queue('https://example.com/1');
    const worker = lab.addWorker({ store });
    worker.start();
    await lab.ended(id);
    await until(() => worker.running === 0);
    t.match(ends, [{ request: { id }, outcome: 'succeeded' }]);
    t.equal(ends.length, 1);
    t.equal(lab.deliveries, 1, 'and its webhook is sent at once');
    t.equal(lab.started.length, 1);
  }
});

t.test('a storage that stays away has a page visited less and less', async (t) => {
  const lab = await createLab(t);
  const id = await lab.queue('https://example.com/1');
  const hourMs = 60 * 60_000;
  const database = new DatabaseSync(join(lab.dataDir, 'tintype.db'));
  const createdAt = Date.now() - hourMs;
  database.prepare('UPDATE requests SET created_at = ? WHERE id = ?').run(createdAt, id);
  database.close();
  const worker = lab.addWorker({ store: awayFiles(lab.store, () => true), holdMs: 0 });
  worker.start();
  await until(() => lab.started.length !== 0 && worker.running === 0);
  t.match(await lab.store.requests.get(id), { status: 'queued', attempts: 0 });
  const dueAt = (await lab.store.requests.nextDueAt()) ?? 0;
  t.ok(dueAt >= createdAt + 1.1 * hourMs, 'not before a tenth of its age has passed');
});

t.test('after a day without a storage a request fails, and costs nothing', async (t) => {
  const lab = await createLab(t);
  const id = await lab.queue('https://example.com/1', {}, 10);
  const database = new DatabaseSync(join(lab.dataDir, 'tintype.db'));
  const day = 24 * 60 * 60_000;
  database.prepare('UPDATE requests SET created_at = ? WHERE id = ?').run(Date.now() - day, id);
  database.close();
  lab.addWorker({ store: awayFiles(lab.store, () => true), holdMs: 0 }).start();
  t.match(await lab.ended(id), { status: 'failed', error: { code: 'storage_failed' } });
  t.match(await lab.store.usage.used(lab.accountId), { used: 0, reserved: 0 });
});

t.test('holds as many results as renders run, and those that were claimed', async (t) => {
  const lab = await createLab(t);
  let isAway = true;
  for (let count = 0; count < 12; count += 1) {
    await lab.queue(`https://example.com/${count}`, { accountId: await lab.addAccount() });
  }
  const store = awayFiles(lab.store, () => isAway);
  const worker = lab.addWorker({ store, concurrency: 2 });
  worker.start();
  const held = () => lab.warnings.filter((text) => text.includes('it is held')).length;
  await until(() => held() >= 2);
  await delay(200);
  const count = held();
  t.ok(count < 12, `${count} are held`);
  t.equal(lab.started.length, count, 'nothing else was rendered');
  isAway = false;
  await until(() => lab.started.length >= 12 && worker.running === 0);
  t.match(await lab.store.requests.counts(), { queued: 0, processing: 0 });
  t.equal(lab.started.length, 12, 'each once');
});

t.test('after a day without a remote browser a request fails', async (t) => {
  const lab = await createLab(t, {
    execute: failing('browser_unavailable'),
    mayRender: () => true,
  });
  const id = await lab.queue('https://example.com/');
  const database = new DatabaseSync(join(lab.dataDir, 'tintype.db'));
  const day = 24 * 60 * 60_000;
  database.prepare('UPDATE requests SET created_at = ? WHERE id = ?').run(Date.now() - day, id);
  database.close();
  lab.addWorker().start();
  const error = { code: 'browser_unavailable' };
  t.match(await lab.ended(id), { status: 'failed', error, attempts: 3 });
});
