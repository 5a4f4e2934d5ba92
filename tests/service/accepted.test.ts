import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createWorker, type Worker } from '@tintype/jobs';
import { createRequestId, type Hooks } from '@tintype/core';
import { createSqliteStore, defaultPlans, type NewRequest, type Store } from '@tintype/store';
import { closeWith, createFixtureServer, makeFolder, testInDepth, until } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { createService, type ServiceWishes } from './lab.ts';

/** A service whose accepted requests are rendered. */
async function createWorking(t: Test, wishes: ServiceWishes = {}) {
  let worker: Worker | undefined;
  const service = await createService(t, {
    ...wishes,
    jobs: { wake: { worker: () => worker?.wake(), deliverer: () => {} }, ...wishes.jobs },
  });
  worker = createWorker({
    store: service.store,
    plans: defaultPlans,
    execute: service.jobs.execute,
    settle: service.jobs.settle,
    concurrency: service.limiter.concurrency,
    now: Date.now,
    retryDelaysMs: [50, 50],
    onWarning: (message, cause) => t.comment(message, cause),
  });
  worker.start();
  t.teardown(() => worker.stop());
  return { ...service, worker };
}

interface Answer {
  id: string;
  status: string;
  status_url: string;
  file?: string;
  expires?: number;
  error?: { code: string };
}

const read = async (response: Response) => (await response.json()) as Answer;

/** Outcome of a request, by its URL. */
function ended(caller: { get(path: string): Promise<Response> }, id: string): Promise<Answer> {
  return until(async () => {
    const answer: Answer = await read(await caller.get(`/v1/requests/${id}`));
    return ['succeeded', 'failed'].includes(answer.status) && answer;
  });
}

testInDepth(t, 'a page that crashes each time fails, while others go on', async (t) => {
  const hooks: Hooks = {
    async beforeCapture(page, request) {
      if (request.delay > 0) await page.session.send('Page.crash');
    },
  };
  const service = await createWorking(t, { renderer: { plugins: [{ name: 'crash', hooks }] } });
  const caller = await service.account();
  const url = service.pages.page('/three', '<p>three</p>');
  const ask = async (more: object) =>
    (await read(await caller.post('/v1/screenshot', { url, async: true, ...more }))).id;
  const poison = await ask({ delay: 0.01 });
  const others = [];
  for (let page = 0; page < 4; page += 1) others.push(await ask({ viewport_width: 300 + page }));
  for (const id of others) t.match(await ended(caller, id), { status: 'succeeded' });
  t.match(await ended(caller, poison), { status: 'failed', error: { code: 'page_crashed' } });
  t.equal((await service.store.requests.get(poison))?.attempts, 3);
  t.equal(await caller.used(), 4);
});

t.test('the cache answers accepted requests, too, and costs no quota', async (t) => {
  const service = await createWorking(t);
  const caller = await service.account();
  const url = service.pages.page('/four', '<p>four</p>');
  const ask = async () =>
    (await read(await caller.post('/v1/screenshot', { url, cache: true, async: true }))).id;
  const first = await ended(caller, await ask());
  const second = await ended(caller, await ask());
  t.equal(service.pages.requests('/four').length, 1);
  t.equal(await caller.used(), 1);
  t.equal(first.file, second.file, 'one result is one file');
  const sizes = await Promise.all(
    [first, second].map(async ({ file }) => (await (await fetch(file ?? '')).bytes()).length),
  );
  t.equal(sizes[0], sizes[1]);
  const direct = await caller.ask('/v1/screenshot', { url, cache: true });
  t.equal(direct.headers.get('x-tintype-cache'), 'HIT');
});

/** Several files of each page, as a request for them is queued. */
const captures = {
  kind: 'captures',
  hits: 2,
  parameters: { outputs: [{ kind: 'screenshot' }, { kind: 'scrape', format: 'md' }] },
};

/** Requests in a store on disk, and processes that render them. */
async function createProcesses(t: Test) {
  const dataDir = makeFolder(t);
  const pages = await createFixtureServer(t);
  const script = join(import.meta.dirname, 'worker-process.ts');
  const children: ChildProcess[] = [];
  t.teardown(() => children.map((child) => child.kill('SIGKILL')));
  const openStore = () => {
    const store = closeWith(t, createSqliteStore({ dataDir, now: Date.now }));
    return store;
  };
  const store = openStore();
  const { account } = await store.accounts.create({ name: 'one', plan: 'scale' });
  return {
    dataDir,
    store,
    openStore,
    pages,
    account,
    async start() {
      const child = spawn(process.execPath, ['--conditions=@tintype/source', script, dataDir], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      children.push(child);
      await once(child.stdout, 'data');
      return child;
    },
    async accept(count: number, path: (index: number) => string, more: Partial<NewRequest> = {}) {
      const ids = Array.from({ length: count }, () => createRequestId());
      for (const [index, id] of ids.entries()) {
        await store.requests.enqueue(
          {
            id,
            accountId: account.id,
            kind: 'screenshot',
            baseUrl: 'http://127.0.0.1',
            webhook: { url: 'https://example.com/hook', signed: true },
            ...more,
            parameters: {
              url: pages.url(path(index)),
              wait_until: ['load'],
              viewport_width: 200,
              viewport_height: 100,
              ...more.parameters,
            },
          },
          undefined,
        );
      }
      return ids;
    },
  };
}

async function allEnded(store: Store, ids: readonly string[]) {
  const found = async () => Promise.all(ids.map((id) => store.requests.get(id)));
  await until(async () => {
    const requests = await found();
    return requests.every((one) => one?.status === 'succeeded' || one?.status === 'failed');
  });
  return found();
}

testInDepth(t, 'kill -9 in the middle of several files: all come, with one callback', async (t) => {
  const lab = await createProcesses(t);
  lab.pages.slow('/late.png', 700, 'image/png', '');
  lab.pages.page('/slow', '<!doctype html><p>slow<img src="/late.png">');
  const ids = await lab.accept(2, (index) => `/slow?${index}`, captures);
  const first = await lab.start();
  await until(() => lab.pages.requests('/late.png').length > 0);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await lab.start();
  for (const request of await allEnded(lab.store, ids)) {
    t.match(request, {
      status: 'succeeded',
      outputs: [{ name: 'screenshot.jpeg' }, { name: 'scrape.md' }],
    });
    for (const { file } of request?.outputs ?? []) {
      const kept = await lab.store.files.get(file?.name ?? '');
      t.ok(kept && (await lab.store.fileBytes.read(kept)), 'its file is whole');
    }
  }
  const deliveries = await lab.store.outbox.list({ limit: 100 });
  t.same(deliveries.map(({ requestId }) => requestId).toSorted(), ids.toSorted());
  t.match(await lab.store.usage.used(lab.account.id), { used: 2, reserved: 0 });
});

t.test('kill -9 in the middle: all is rendered, each callback is there once', async (t) => {
  const lab = await createProcesses(t);
  lab.pages.slow('/late.png', 700, 'image/png', '');
  lab.pages.page('/slow', '<!doctype html><p>slow<img src="/late.png">');
  const ids = await lab.accept(4, (index) => `/slow?${index}`);
  const first = await lab.start();
  await until(() => lab.pages.requests('/late.png').length > 0);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const left = await Promise.all(ids.map((id) => lab.store.requests.get(id)));
  t.ok(
    left.some((one) => one?.status === 'processing'),
    'something was under way',
  );
  await createWorking(t, { store: { dataDir: lab.dataDir } });
  const requests = await allEnded(lab.store, ids);
  t.same(
    requests.map((one) => one?.status),
    Array(4).fill('succeeded'),
  );
  t.ok(
    requests.some((one) => one?.attempts === 2),
    'what was under way was begun again',
  );
  for (const request of requests) {
    const file = await lab.store.files.get(request?.file?.name ?? '');
    t.ok(file && (await lab.store.fileBytes.read(file)), 'its file is whole');
  }
  const deliveries = await lab.store.outbox.list({ limit: 100 });
  t.same(deliveries.map(({ requestId }) => requestId).toSorted(), ids.toSorted());
  t.match(await lab.store.usage.used(lab.account.id), { used: 4, reserved: 0 });
});

testInDepth(t, 'two processes on one store render each request once', async (t) => {
  const lab = await createProcesses(t);
  for (let index = 0; index < 12; index += 1) lab.pages.page(`/page-${index}`, '<p>page</p>');
  const processes = await Promise.all([lab.start(), lab.start()]);
  const ids = await lab.accept(12, (index) => `/page-${index}`);
  for (const request of await allEnded(lab.store, ids)) {
    t.match(request, { status: 'succeeded', attempts: 1 });
  }
  for (let index = 0; index < 12; index += 1) {
    t.equal(lab.pages.requests(`/page-${index}`).length, 1);
  }
  for (const child of processes) child.stdin?.end();
  await Promise.all(processes.map((child) => once(child, 'exit')));
});

testInDepth(t, 'a stopped process leaves its work to the next', async (t) => {
  const lab = await createProcesses(t);
  lab.pages.hang('/never.png');
  lab.pages.page('/hanging', '<!doctype html><img src="/never.png">');
  const [id = ''] = await lab.accept(1, () => '/hanging');
  const first = await lab.start();
  await until(() => lab.pages.requests('/never.png').length > 0);
  first.stdin?.end();
  const [code] = (await once(first, 'exit')) as [number];
  t.equal(code, 0);
  t.match(await lab.store.requests.get(id), { status: 'queued', attempts: 0 });
});

testInDepth(t, 'pages without an end of one account delay no other, direct or async', async (t) => {
  const crowded = await createWorking(t, {
    limiter: { concurrency: 4 },
    renderer: { concurrency: 4 },
  });
  const hostile = await crowded.account({ plan: 'free' });
  const victims = [await crowded.account(), await crowded.account({ plan: 'free' })];
  // One of four keeps a core busy; the others only never come to their end.
  const endless = (index: number) => ({
    html: `<script>${index % 4 ? '' : 'for (;;);'}</script><img src="${crowded.pages.hang('/never')}">`,
    wait_until: 'load',
    timeout: 10,
  });
  const asked = Array.from({ length: 12 }, (_, index) =>
    hostile.post('/v1/screenshot', endless(index)),
  );
  const later = await Promise.all(
    Array.from({ length: 12 }, async (_, index) =>
      read(await hostile.post('/v1/screenshot', { ...endless(index), async: true })),
    ),
  );
  await until(() => crowded.limiter.depth.running > 0);
  const small = { html: '<p>small', viewport_width: 100, viewport_height: 80 };
  for (const victim of victims) {
    t.equal((await victim.post('/v1/screenshot', small)).status, 200);
    const { id } = await read(await victim.post('/v1/screenshot', { ...small, async: true }));
    t.equal((await ended(victim, id)).status, 'succeeded');
  }
  const running = await Promise.all(
    later.map(async ({ id }) => read(await hostile.get(`/v1/requests/${id}`))),
  );
  const failed = running.filter(({ status }) => status === 'failed').length;
  const used = await hostile.used();
  t.ok(used <= 4, `${used} of 24 had ended when the others were done, ${failed} of them for later`);
  // The test does not wait until all of them time out.
  await crowded.worker.stop();
  await crowded.renderer.stop();
  for (const { status } of await Promise.all(asked)) t.ok([503, 504].includes(status), `${status}`);
});
