// In depth: tests/postgres/roles.test.ts kills a worker of a cluster, and tests/postgres/limits-of-services.test.ts has two services
// beside each other.
import { createFixtureServer, until } from '@tintype/testkit';
import t from 'tap';
import { makeDataDir, runService, type ServiceProcess } from '../serve/run-service.ts';
import { createReceiver } from '../service/receiver.ts';
import { inDatabase, newDatabase, postgresFor } from './database.ts';
import { makeAccount } from './make-account.ts';

const server = await postgresFor(t);

if (server !== undefined) {
  t.test('two services on one database: one is killed, the other finishes', async (t) => {
    const pages = await createFixtureServer();
    t.teardown(() => pages.close());
    const page = pages.page('/page', '<!doctype html><title>a page</title><h1>hello</h1>');
    const hook = createReceiver(pages, '/hook');
    const batchHook = createReceiver(pages, '/batch-hook');
    const place = await newDatabase(server);
    const dataDir = makeDataDir(t);
    const QUOTA = 7;
    const account = await makeAccount(place, dataDir, { name: 'acme', quotaPerMonth: QUOTA });
    const other = await makeAccount(place, dataDir, { name: 'other', quotaPerMonth: 100 });
    const args = ['--store', place, '--egress-allow', '127.0.0.1', '--webhook-allow-http'];
    const first = await runService(t, { args, dataDir });
    t.equal(first.accessKey, '', 'the account is there already');
    t.notMatch(first.stdout + first.stderr, /no notification/);
    const [{ name: firstHolder = '' } = {}] = await inDatabase(place, async (client) => {
      const found = await client.query<{ name: string }>('SELECT name FROM holders');
      return found.rows;
    });
    const second = await runService(t, { args, dataDir });
    const post = (service: ServiceProcess, path: string, body: object, key = account) =>
      fetch(`${service.address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-access-key': key },
        body: JSON.stringify(body),
      });
    const small = { viewport_width: 200, viewport_height: 100, format: 'png' };
    const slow = { ...small, url: page, delay: 3, cache: false };

    // Both are asked for more than there is, at once.
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        post(at % 2 === 0 ? first : second, '/v1/screenshot', {
          ...slow,
          async: true,
          webhook_url: hook.url,
        }),
      ),
    );
    const batch = {
      kind: 'screenshot',
      ...small,
      urls: [`${page}?1`, `${page}?2`],
      webhook_url: batchHook.url,
    };
    const refused = await post(second, '/v1/batches', batch);
    const statuses = answers.map(({ status }) => status);
    const accepted = statuses.filter((status) => status === 202).length;
    t.equal(accepted, QUOTA, `exactly the quota: ${statuses.join(' ')}`);
    t.equal(refused.status, 423, 'nothing is left for a batch');
    const ids = await Promise.all(
      answers.filter(({ status }) => status === 202).map(async (one) => idOf(await one.json())),
    );

    const held = () =>
      inDatabase(place, async (client) => {
        const sql = 'SELECT count(*)::INT AS count FROM requests WHERE holder = $1';
        const { rows } = await client.query<{ count: number }>(sql, [firstHolder]);
        return rows[0]?.count ?? 0;
      });
    await until(async () => (await held()) !== 0);
    first.child.kill('SIGKILL');
    await first.ended;
    t.ok((await held()) > 0, 'it was rendering when it was killed');

    const get = async (path: string) =>
      (await fetch(`${second.address}${path}`, { headers: { 'x-access-key': account } })).json();
    const statusOf = async (id: string) => (await get(`/v1/requests/${id}`)) as PublicDetails;
    for (const id of ids) {
      const told = await until(async () => {
        const details = await statusOf(id);
        return isOver(details) && details;
      });
      t.match(told, { status: 'succeeded' });
      const file = await fetch(told.file?.replace(/^https?:\/\/[^/]+/, second.address) ?? '');
      t.equal(file.status, 200, 'the file is in the folder that both share');
    }
    t.match(await get('/v1/usage'), { hits: { quota: QUOTA, used: QUOTA, remaining: 0 } });
    await until(() => new Set(hook.calls.map(({ body }) => idOf(JSON.parse(body)))).size >= QUOTA);
    t.same(
      new Set(hook.calls.map(({ body }) => idOf(JSON.parse(body)))),
      new Set(ids),
      'each webhook came',
    );

    t.equal((await post(second, '/v1/batches', batch, other)).status, 202);
    const task = await post(
      second,
      '/v1/tasks',
      {
        name: 'now',
        api: 'screenshot',
        query: `url=${encodeURIComponent(`${page}?task`)}&viewport_width=200&viewport_height=100`,
        frequency: 'every_minute',
      },
      other,
    );
    t.equal(task.status, 201);
    // Its time comes at once: tests wait for no minute.
    await inDatabase(place, async (client) => {
      await client.query('UPDATE tasks SET next_run_at = 1');
      await client.query(`SELECT pg_notify('tintype_changed', 'tasks')`);
    });
    const runs = async () => {
      const headers = { 'x-access-key': other };
      const answer = await fetch(`${second.address}/v1/requests?status=succeeded`, { headers });
      return ((await answer.json()) as { requests: { task?: number }[] }).requests;
    };
    await until(async () => (await runs()).some((run) => run.task !== undefined));
    await until(() => batchHook.calls.length !== 0);
    t.match(JSON.parse(batchHook.calls[0]?.body ?? ''), { total: 2, succeeded: 2 });
    t.equal(await second.stop(), 0);
  });
}

type PublicDetails = { status: string; file?: string };
const isOver = ({ status }: PublicDetails) => status === 'succeeded' || status === 'failed';
const idOf = (value: unknown) => (value as { id: string }).id;
