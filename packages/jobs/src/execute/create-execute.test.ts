import { parseRequest, RenderError, type ErrorCode } from '@tintype/contract';
import { createLimiter } from '../limit/create-limiter.ts';
import { createSqliteStore, defaultPlans } from '@tintype/store';
import { makeFolder } from '@tintype/testkit/make-folder';
import t from 'tap';
import { neverOpens } from '../fixtures/job-context.ts';
import { createExecute } from './create-execute.ts';

t.test('a full queue refuses without writing anything', async (t) => {
  const now = Date.now;
  const store = createSqliteStore({ dataDir: makeFolder(t), now });
  t.teardown(() => store.close());
  const { account } = await store.accounts.create({ name: 'one', plan: 'free' });
  const limiter = createLimiter({ concurrency: 1, maxWaiting: 0 });
  const reserved: string[] = [];
  const scopes: unknown[] = [];
  const execute = createExecute({
    renderer: {
      open: neverOpens,
      render(_request, options) {
        scopes.push(options?.scope);
        return Promise.reject(new Error('nothing may be rendered'));
      },
    },
    usage: {
      ...store.usage,
      reserve(accountId, quota) {
        reserved.push(accountId);
        return store.usage.reserve(accountId, quota);
      },
    },
    plans: defaultPlans,
    limiter,
    now,
  });
  const { request } = parseRequest({ kind: 'screenshot', url: 'https://shots.example/' });
  const job = { account, request, signal: new AbortController().signal };
  let letGo = () => {};
  const held = limiter.run(() => new Promise<void>((resolve) => (letGo = resolve)));
  await t.rejects(execute(job), { code: 'queue_full' });
  t.same(reserved, []);
  letGo();
  await held;
  await t.rejects(execute(job), { code: 'internal' });
  t.same(reserved, [account.id], 'with a free slot, a render of the quota is held');
  t.same(scopes, [account.id], 'and the render is that of the account');
  t.match(await store.usage.used(account.id), { used: 0, reserved: 0 });
});

t.test('charges a failure that reached the page or held its slot for long', async (t) => {
  const store = createSqliteStore({ dataDir: makeFolder(t), now: Date.now });
  t.teardown(() => store.close());
  const { account } = await store.accounts.create({ name: 'one', plan: 'free' });
  const { request } = parseRequest({ kind: 'screenshot', url: 'https://shots.example/' });
  let clockMs = 0;
  const execute = (work: () => Promise<never>, signal = new AbortController().signal) =>
    createExecute({
      renderer: { open: neverOpens, render: work },
      usage: store.usage,
      plans: defaultPlans,
      limiter: createLimiter({ concurrency: 1, maxWaiting: 0, now: () => clockMs }),
      now: Date.now,
    })({ account, request, signal });
  const failing = (code: ErrorCode, tookMs: number, stage?: string) => async () => {
    clockMs += tookMs;
    throw new RenderError(code, undefined, { stage });
  };
  let used = 0;
  for (const [code, tookMs, charge, stage] of [
    ['dns_failed', 100, 0],
    ['timeout', 100, 1],
    ['page_crashed', 4_999, 0],
    ['page_crashed', 5_000, 1],
    ['connection_failed', 29_000, 1],
    ['selector_not_found', 100, 1],
    ['script_failed', 100, 1],
    ['invalid_parameter', 100, 0, 'emulate'],
    ['invalid_parameter', 100, 1, 'capture'],
    ['browser_lost', 29_000, 0],
    ['internal', 29_000, 0],
  ] as const) {
    await t.rejects(execute(failing(code, tookMs, stage)), { code });
    used += charge;
    t.match(await store.usage.used(account.id), { used, reserved: 0 }, `${code}, ${tookMs} ms`);
  }
  for (const [tookMs, charge] of [
    [4_999, 0],
    [5_000, 1],
  ] as const) {
    const left = new AbortController();
    const leave = async (): Promise<never> => {
      clockMs += tookMs;
      left.abort(new Error('the client has gone'));
      throw new Error('the client has gone');
    };
    await t.rejects(execute(leave, left.signal), { code: 'cancelled' });
    used += charge;
    t.match(await store.usage.used(account.id), { used, reserved: 0 }, `left after ${tookMs} ms`);
  }
});
