import { createClient, type NewTask } from '@tintype/client';
import { RenderError } from '@tintype/contract';
import { until } from '@tintype/testkit';
import t from 'tap';
import { v7 as uuid } from 'uuid';
import { createService } from './lab.ts';

const service = await createService(t);
const { address, store } = service;

const monitor: NewTask = {
  name: 'Home & <more>',
  api: 'screenshot',
  query: 'url=https://user:pass@example.com/a',
  frequency: 'every_day',
  watch: { on: 'any' },
};

/** Starts a run of a monitor and finishes its check. */
async function addCheck(accountId: string, taskId: number, content: object): Promise<void> {
  const id = uuid();
  const parameters = { url: 'https://example.com/a' };
  const request = { id, accountId, kind: 'screenshot', parameters, baseUrl: address } as const;
  const task = (await store.tasks.find(taskId))!;
  const { nextRunAt = Date.now() } = task;
  const run = { taskId, scheduledFor: nextRunAt, nextRunAt: nextRunAt + 60_000, request };
  await store.tasks.startRun({ ...run, check: { key: 'k' }, quotaPerMonth: 1_000 });
  const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1 });
  await store.requests.fail(claim!, { error: new RenderError('dns_failed').toBody() });
  const check = await store.monitors.claim(60_000);
  const files = { names: [], forMs: 0 };
  const { version = 0 } = (await store.monitors.get(taskId)) ?? {};
  const written = await store.monitors.finish(check!, {
    task,
    outcome: 'changed',
    content: JSON.stringify(content),
    files,
    monitor: { state: '{}', version, files },
    deliveries: [],
    runsAgain: false,
    keep: 100,
  });
  t.equal(written, 'written');
}

t.test('a reader without a key reads the events of a monitor', async (t) => {
  const caller = await service.account();
  const { tasks } = createClient({ baseUrl: address, accessKey: caller.accessKey });
  const { id } = await tasks.create(monitor);
  const { feed = '' } = await tasks.monitor(id);
  t.match(feed, new RegExp(`^${address}/v1/feeds/${id}-[0-9a-f]{64}\\.atom$`));
  const empty = await fetch(feed);
  t.match(empty.headers.get('content-type'), /^application\/atom\+xml/);
  t.match(await empty.text(), '<title>Home &#38; &#60;more&#62;</title>');
  const etag = empty.headers.get('etag') ?? '';
  const again = await fetch(feed, { headers: { 'if-none-match': etag } });
  t.equal(again.status, 304);
  await addCheck(caller.id, id, { status: { before: '200', after: '<404>' } });
  const changed = await fetch(feed, { headers: { 'if-none-match': etag } });
  t.equal(changed.status, 200);
  const text = await changed.text();
  t.match(text, '<title>Changed: Home &#38; &#60;more&#62;</title>');
  t.match(text, '&#38;#60;404&#38;#62;');
  t.match(text, '<link href="https://example.com/a"/>', 'without credentials');

  await store.accounts.rotate(caller.id, 'secret', { overlapMs: 60_000 });
  t.equal((await fetch(feed)).status, 200, 'the earlier key is good for a while');
  const { feed: next = '' } = await tasks.monitor(id);
  t.not(next, feed);
  t.equal((await fetch(next)).status, 200);
  await store.accounts.rotate(caller.id, 'secret');
  t.equal((await fetch(feed)).status, 404, 'it is revoked');
});

t.test('addresses that are no feed', async (t) => {
  const caller = await service.account();
  const { tasks } = createClient({ baseUrl: address, accessKey: caller.accessKey });
  const { id } = await tasks.create(monitor);
  const { feed = '' } = await tasks.monitor(id);
  const last = feed.at(-6) === '0' ? '1' : '0';
  const wrong = [
    feed.replace(/.\.atom$/, `${last}.atom`),
    feed.replace('.atom', ''),
    feed.replace(`${id}-`, `${id + 1}-`),
    feed.replace(`${id}-`, `${'9'.repeat(17)}-`),
    `${address}/v1/feeds/..%2f.atom`,
    `${address}/v1/feeds/${'a'.repeat(80)}.atom`,
  ];
  for (const url of wrong) t.equal((await fetch(url)).status, 404, url);
  await tasks.update(id, { watch: null });
  t.equal((await fetch(feed)).status, 404, 'it is no monitor any more');
  const slow = await service.account({ ratePerMinute: 2 });
  const slowTasks = createClient({ baseUrl: address, accessKey: slow.accessKey }).tasks;
  const created = await slowTasks.create(monitor);
  const { feed: own = '' } = await slowTasks.monitor(created.id);
  const answer = await until(async () => {
    const limited = await fetch(own);
    return limited.status === 429 && limited;
  });
  t.ok(answer.headers.get('retry-after'), 'it counts against the rate of the account');
});
