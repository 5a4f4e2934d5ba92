import { join } from 'node:path';
import { createSqliteStore } from '@tintype/store';
import { deliveryFor } from '@tintype/webhooks';
import { closeWith } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { expectRefusals, runHere } from './run-here.ts';

const env = { TINTYPE_DATA_DIR: '', TINTYPE_CONFIG: '', TINTYPE_MASTER_KEY: '' };

/** A data folder with one account, and the command line on it. */
async function createFolder(t: Test) {
  const dataDir = join(t.testdir(), 'data');
  const store = closeWith(t, createSqliteStore({ dataDir, now: Date.now }));
  const { account } = await store.accounts.create({ name: 'acme', plan: 'scale' });
  const tintype = (...args: string[]) => runHere([...args, '--data-dir', dataDir], { env });
  const says = async (...args: string[]) => {
    const { code, stdout, stderr } = await tintype(...args);
    t.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout.toString();
  };
  const json = async <Value>(...args: string[]) =>
    JSON.parse(await says(...args, '--json')) as Value;
  const refuses = (cases: Record<string, RegExp>) =>
    expectRefusals(t, cases, { env: { ...env, TINTYPE_DATA_DIR: dataDir } });
  return { store, account, tintype, says, json, refuses };
}

interface Shown {
  id: number;
  next_run: number | null;
}

t.test('tasks from the first to the last word, beside a service', async (t) => {
  const { store, account, says, json, tintype } = await createFolder(t);
  t.equal(await says('tasks', 'list'), 'There are no tasks.\n');
  const query = 'url=https://example.com&full_page=true';
  const create = ['tasks', 'create', 'Home', '--api', 'screenshot', '--query', query];
  const made = await json<Shown>(
    ...create,
    '--crontab',
    '30 6 * * *',
    '--timezone',
    'Europe/Paris',
  );
  t.match(made, {
    name: 'Home',
    query,
    frequency: 'custom',
    crontab: '30 6 * * *',
    timezone: 'Europe/Paris',
    enabled: true,
    last_run: null,
    runs: 0,
    account: account.id,
  });
  const id = String(made.id);
  const kept = await store.tasks.get(account.id, made.id);
  t.equal(kept?.baseUrl, 'http://127.0.0.1:3000');
  t.equal((kept?.nextRunAt ?? 0) / 1000, made.next_run);
  t.match(
    await says('tasks', 'list'),
    /^ID +NAME .*\n\d+ +Home +screenshot +30 6 \* \* \* +Europe/,
  );

  t.match(await says('tasks', 'pause', id), /^enabled +false$/m);
  t.match(await json('tasks', 'show', id), { enabled: false, next_run: null });
  t.match(await says('tasks', 'resume', id), /^next_run +20\d\d-.*Z$/m);

  t.equal(await says('tasks', 'runs', id), 'Home has not run yet.\n');
  const slot = (await store.tasks.get(account.id, made.id))?.nextRunAt ?? 0;
  await store.tasks.startRun({
    taskId: made.id,
    scheduledFor: slot,
    nextRunAt: slot + 60_000,
    request: {
      id: '0199aaaa-0000-7000-8000-000000000001',
      accountId: account.id,
      kind: 'screenshot',
      parameters: {},
      baseUrl: 'https://t.example',
    },
    failure: {
      error: { statusCode: 423, error: 'Locked', message: 'Used up.', code: 'quota_exceeded' },
    },
  });
  t.match(await says('tasks', 'runs', id), /failed +20.* 423 Used up\.$/m);
  t.match(await json('tasks', 'runs', id, '--limit', '5'), [
    { status: 'failed', scheduled_for: slot / 1000, error: { code: 'quota_exceeded' } },
  ]);

  t.match(await says('tasks', 'remove', id), /^Home \(\d+\) is removed/);
  t.same(await json('tasks', 'list'), []);
  t.equal((await tintype('tasks', 'show', id)).code, 2, 'it is gone');
});

t.test('tasks: wrong use', async (t) => {
  const { store, tintype, refuses } = await createFolder(t);
  const create = 'tasks create x --api pdf --query url=https://example.com';
  await refuses({
    tasks: /Say tintype tasks list, show, create, .* or accept; got nothing/,
    'tasks lst': /got "lst"\. Did you mean list\?/,
    'tasks show': /Say tintype tasks show <id>/,
    'tasks show 5': /Task "5" not found/,
    'tasks list --crontab "* * * * *"': /--crontab has no effect on tintype tasks list/,
    'tasks runs 5 --limit 0': /--limit must be an integer from 1 to 10000/,
    [`${create}`]: /frequency is required/,
    [`${create} --crontab "0 0 31 2 *"`]: /crontab never runs/,
    [`${create} --frequency every_day --crontab "* * * * *"`]: /only custom takes one/,
    [`${create} --frequency every_day --account nobody`]: /Account "nobody" not found/,
  });
  await store.accounts.create({ name: 'second', plan: 'pro' });
  const unsaid = await tintype(...create.split(' '), '--frequency', 'every_day');
  t.match(unsaid.stderr, /Name the account: --account <name \| id>\. There are acme, second\./);
  const small = await tintype(
    ...create.split(' '),
    '--frequency',
    'every_day',
    '--account',
    'second',
  );
  t.equal(small.code, 1);
  t.match(small.stderr, /Scheduled tasks need the scale plan; .* is pro/);
  t.same(await store.tasks.list(), []);
});

t.test('webhooks: seen, and sent again', async (t) => {
  const { store, account, says, json, refuses } = await createFolder(t);
  t.equal(await says('webhooks', 'list'), 'There are no webhooks.\n');
  for (const at of [1, 2, 3]) {
    const request = {
      id: `0199aaaa-0000-7000-8000-00000000000${at}`,
      accountId: account.id,
      kind: 'pdf' as const,
      parameters: {},
      baseUrl: 'https://t.example',
      webhook: { url: `https://hooks.example/${at}?token=secret`, signed: true },
    };
    const error = { statusCode: 504, error: 'x', message: 'x', code: 'timeout' as const };
    const delivery = deliveryFor(request, { error, createdAt: Date.now() });
    await store.requests.recordFinished(request, { error }, delivery);
  }
  const claims = await store.outbox.claimDue({
    leaseMs: 60_000,
    limit: 3,
    perHost: 3,
    perAccount: 3,
    slowLane: 3,
  });
  const [first, second, third] = claims;
  if (!first || !second || !third) throw new Error('three were made');
  await store.outbox.acknowledge(first, 200);
  await store.outbox.giveUp(second, { status: 410, error: 'the receiver answered 410' });
  await store.outbox.postpone(third, { error: 'no answer', nextAttemptAt: Date.now() + 60_000 });

  const list = await says('webhooks', 'list');
  t.match(list, /^ID +STATE +ATTEMPTS /);
  t.match(list, /delivered +1 .* https:\/\/hooks\.example\/\d +200$/m);
  t.match(list, /failed +1 .* the receiver answered 410$/m);
  t.match(list, /pending +1 .*no answer$/m);
  t.notMatch(list, 'secret', 'what stands behind the path may be one');
  t.match(await json('webhooks', 'list', '--state', 'failed'), [{ id: second.delivery.id }]);

  t.equal(await says('webhooks', 'retry', first.delivery.id), '1 will be sent again.\n');
  t.match(await store.outbox.get(first.delivery.id), { state: 'pending', attempts: 0 });
  t.equal(await says('webhooks', 'retry', '--state', 'failed'), '1 will be sent again.\n');
  t.same(await store.outbox.counts(), { pending: 3, delivered: 0, failed: 0 });

  await refuses({
    webhooks: /Say tintype webhooks list or retry; got nothing/,
    'webhooks list x': /takes no name; got "x"/,
    'webhooks list --state lost': /must be one of pending, delivered, failed; got "lost"/,
    'webhooks retry': /retry <id>, or tintype webhooks retry --state failed/,
    'webhooks retry --state delivered': /--state failed/,
    'webhooks retry abc': /Webhook "abc" not found/,
  });
});

t.test('monitors', async (t) => {
  const { store, account, says, json, refuses } = await createFolder(t);
  const query = 'url=https://example.com';
  const create = ['tasks', 'create', 'Home', '--api', 'screenshot', '--query', query];
  const daily = [...create, '--frequency', 'every_day'];
  const { id, ...shown } = await json<Shown>(...daily, '--watch', 'any', '--threshold', '0.01');
  t.match(shown, { watch: { on: 'any', threshold: 0.01, confirm: true } });
  t.match(await says('tasks', 'show', String(id)), /^watch +\{"on":"any"/m);
  t.equal(await says('tasks', 'checks', String(id)), 'Home has no checks yet.\n');
  const request = '0199aaaa-0000-7000-8000-000000000002';
  const [parameters, baseUrl] = [{}, 'https://t.example'];
  await store.tasks.startRun({
    taskId: id,
    scheduledFor: (await store.tasks.find(id))?.nextRunAt ?? 0,
    nextRunAt: undefined,
    request: { id: request, accountId: account.id, kind: 'captures', parameters, baseUrl },
    failure: { error: { statusCode: 423, error: 'x', message: 'x', code: 'quota_exceeded' } },
    check: { key: 'k' },
  });
  const claim = await store.monitors.claim(1_000);
  if (!claim) throw new Error('No check is pending.');
  const task = await store.tasks.find(id);
  if (!task) throw new Error('The task is gone.');
  const files = { names: [], forMs: 0 };
  await store.monitors.finish(claim, {
    task,
    outcome: 'failed',
    content: '{"error":"The quota is used up."}',
    files,
    monitor: { state: '{}', version: 0, files },
    deliveries: [],
    runsAgain: false,
    keep: 9,
  });
  t.match(await says('tasks', 'checks', String(id)), /failed +0199aaaa.* +The quota is used up\./);
  await refuses({
    [`${daily.join(' ').replaceAll(query, '?')} --threshold 0.1`]:
      /--threshold has no effect without --watch/,
    'tasks create x --watch-selector h1': /--watch-selector has no effect without --watch/,
    'tasks create x --no-confirm': /--confirm has no effect without --watch/,
    [`tasks accept ${id}`]: /Say tintype tasks accept <id> <request>/,
    [`tasks accept ${id} ${request}`]: /This run failed: it has no page to accept/,
    [`tasks accept ${id} ${request} --as new`]: /as must be baseline or variant; got "new"/,
    [`tasks checks ${id} --as variant`]: /--as has no effect on tintype tasks checks/,
  });
});
