import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createTaskService } from './create-task-service.ts';
import { createLab } from './fixtures/lab.ts';

t.test('made, listed, changed, removed', async (t) => {
  const { tasks, account } = await createLab(t);
  const body = {
    name: 'Home',
    api: 'pdf',
    query: 'url=https://example.com',
    frequency: 'every_day',
  };
  const made = await tasks.create(account.id, body, 'https://t.example', 100);
  t.strictSame(made, {
    id: made.id,
    ...body,
    crontab: '0 10 * * *',
    timezone: 'Etc/UTC',
    enabled: true,
    created: Math.floor(Date.parse('2026-03-05T10:00:30Z') / 1000),
    last_run: null,
    runs: 0,
  });
  t.ok(Number.isSafeInteger(made.id) && made.id > 0);
  t.strictSame(await tasks.list(account.id), { tasks: [made] });
  t.strictSame(await tasks.get(account.id, String(made.id)), made);
  const changed = await tasks.update(account.id, String(made.id), { name: 'Away' });
  t.strictSame(changed, { ...made, name: 'Away' });
  await tasks.remove(account.id, String(made.id));
  t.same(await tasks.list(account.id), { tasks: [] });
});

t.test('when a task would run: the next time, and those of five years after it', async (t) => {
  const { tasks } = await createLab(t);
  const days = (crontab: string, timezone = 'Etc/UTC') =>
    tasks
      .preview({ frequency: 'custom', crontab, timezone })
      .runs.map((at) => new Date(at).toISOString().slice(0, 16));
  t.same(days('0 0 29 2 */7'), ['2032-02-29T00:00'], 'every 28 years');
  const yearly = ['2027', '2028', '2029', '2030', '2031', '2032'];
  t.same(
    days('0 0 1 1 *'),
    yearly.map((year) => `${year}-01-01T00:00`).slice(0, days('0 0 1 1 *').length),
  );
  t.equal(days('0 0 1 1 *').length, 5);
  t.equal(days('0 0 1 * *').length, 10);
  t.same(days('0,30 * * * *').slice(0, 2), ['2026-03-05T10:30', '2026-03-05T11:00']);
  t.same(days('0 0 29 2 */7', 'Pacific/Auckland'), ['2032-02-28T11:00']);
  t.throws(() => tasks.preview({ frequency: 'custom', crontab: '61 * * * *' }), RenderError);
});

t.test('what is not there, or is not yours', async (t) => {
  const { tasks, account, store, everyMinute } = await createLab(t);
  const { account: other } = await store.accounts.create({ name: 'other', plan: 'scale' });
  const id = String(await everyMinute());
  const wrong: [string, string][] = [
    [other.id, id],
    [account.id, '1'],
    [account.id, ''],
    [account.id, 'abc'],
    [account.id, '1e3'],
    [account.id, `${id}.0`],
    [account.id, '9'.repeat(17)],
    [account.id, '9999999999999999'],
  ];
  for (const [owner, wanted] of wrong) {
    const notFound = { code: 'not_found' };
    await t.rejects(tasks.get(owner, wanted), notFound, wanted);
    await t.rejects(tasks.update(owner, wanted, { name: 'x' }), notFound, wanted);
    await t.rejects(tasks.remove(owner, wanted), notFound, wanted);
  }
  t.equal((await tasks.list(account.id)).tasks.length, 1);
  t.same(await tasks.list(other.id), { tasks: [] });
});

t.test('a timeout above the bound of the operator is refused with the task', async (t) => {
  const { store, account } = await createLab(t);
  const query = 'url=https://example.com&timeout=61';
  const body = { name: 'Slow', api: 'pdf', query, frequency: 'every_day' };
  const within = (maxTimeoutS: number) =>
    createTaskService({ store, now: Date.now, maxTimeoutS }).create(
      account.id,
      body,
      'http://x',
      100,
    );
  await t.rejects(within(60), { code: 'invalid_parameter', message: /at most 60 .*max_timeout/ });
  t.match(await within(61), { query });
});

t.test('a body that is wrong makes nothing', async (t) => {
  const { tasks, account } = await createLab(t);
  const wrong = { name: 'x', api: 'pdf', query: 'url=ftp://x', frequency: 'every_day' };
  await t.rejects(tasks.create(account.id, wrong, 'https://t.example', 100), {
    code: 'invalid_parameter',
    message: /^query: url/,
  });
  t.same(await tasks.list(account.id), { tasks: [] });
});

t.test('a webhook that may not be sent is refused with the task', async (t) => {
  const { store, account, now } = await createLab(t);
  const asked: string[] = [];
  const tasks = createTaskService({
    store,
    now,
    validateWebhookTarget: async ({ href, hostname }, accountId) => {
      t.equal(accountId, account.id);
      asked.push(href);
      if (hostname === '10.0.0.5') throw new RenderError('target_denied');
    },
  });
  const body = (query: string) => ({ name: 'x', api: 'pdf', query, frequency: 'every_day' });
  const query = 'url=https://example.com&webhook_url=';
  const denied = { code: 'target_denied' };
  const create = (text: string) => tasks.create(account.id, body(text), 'https://t.example', 100);
  await t.rejects(create(`${query}https://10.0.0.5/x`), denied);
  const { id } = await create(`${query}https://hooks.example/x`);
  const change = { query: `${query}https://10.0.0.5/y` };
  await t.rejects(tasks.update(account.id, String(id), change), denied);
  await tasks.update(account.id, String(id), { name: 'y' });
  t.same(asked, ['https://10.0.0.5/x', 'https://hooks.example/x', 'https://10.0.0.5/y']);
});

t.test(
  'of changes that are made at once none is lost, and they agree with each other',
  async (t) => {
    const lab = await createLab(t);
    const id = String(await lab.everyMinute());
    const bodies = [
      { name: 'renamed' },
      { timezone: 'Asia/Tokyo' },
      { frequency: 'custom', crontab: '30 9 * * *' },
      { query: 'url=https://example.org' },
    ];
    await Promise.all(bodies.map((body) => lab.tasks.update(lab.account.id, id, body)));
    t.match(await lab.task(Number(id)), {
      name: 'renamed',
      timezone: 'Asia/Tokyo',
      crontab: '30 9 * * *',
      query: 'url=https://example.org',
      // Half past nine in Tokyo, of the next day there.
      nextRunAt: Date.parse('2026-03-06T00:30:00Z'),
    });
  },
);
