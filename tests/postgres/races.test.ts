import { openPostgresStore } from '@tintype/store';
import pg from 'pg';
import { until } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { makeDataDir } from '../serve/run-service.ts';
import { newStoreDatabase, postgresFor, newRequest } from './database.ts';

const server = await postgresFor(t);

const bounds = { perAccount: 9, perHost: 9, slowLane: 9 };

if (server !== undefined) {
  const openLab = async (t: Test) => {
    const url = await newStoreDatabase(server);
    const store = await openPostgresStore({ url, dataDir: makeDataDir(t), connections: 3 });
    const other = new pg.Client({ connectionString: url, options: '-c search_path=tintype' });
    await other.connect();
    t.teardown(async () => {
      await other.end();
      await store.close();
    });
    const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
    return { store, other, accountId: account.id, deliver: delivererOf(store, account.id) };
  };

  /** Lets work wait for a row that a transaction has changed, and commits that. */
  const meets = async <Result>(other: pg.Client, change: string, work: () => Promise<Result>) => {
    await other.query('BEGIN');
    if ((await other.query(change)).rowCount !== 1) throw new Error('One row is to be changed.');
    const result = work();
    await until(async () => {
      // Within a transaction they stay as they were seen first.
      await other.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await other.query(`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return rows.length > 0;
    });
    await other.query('COMMIT');
    return result;
  };

  t.test('a delivery that is acknowledged at the moment is not sent again', async (t) => {
    const { store, other, deliver } = await openLab(t);
    const id = await deliver();
    const [claim] = await store.outbox.claimDue({ leaseMs: 0, limit: 1, ...bounds });
    t.equal(claim?.delivery.id, id);
    const claims = await meets(
      other,
      `UPDATE outbox SET state = 'delivered', available_at = NULL, lane = NULL, holder = NULL, finished_at = 1`,
      () => store.outbox.claimDue({ leaseMs: 60_000, limit: 1, ...bounds }),
    );
    t.same(claims, []);
    t.match(await store.outbox.get(id), { state: 'delivered' });
  });

  t.test('a file that is wanted again at the moment is not swept', async (t) => {
    const { store, other, accountId } = await openLab(t);
    const written = await store.fileBytes.write(Buffer.from('content'));
    const file = { ...written, extension: 'png', mediaType: 'image/png', expiresAt: 1 };
    await store.files.add(accountId, file);
    const later = Date.now() + 3_600_000;
    await meets(other, `UPDATE files SET expires_at = ${later}`, () =>
      store.sweep({ requestsMs: 1e12, deliveriesMs: 1e12 }),
    );
    t.match(await store.files.get(file.name), { expiresAt: later });
    t.equal(await store.fileBytes.has(file), true);
  });

  t.test('a file that is swept at the moment is not given to anybody', async (t) => {
    const { store, other, accountId } = await openLab(t);
    const written = await store.fileBytes.write(Buffer.from('content'));
    const expiresAt = Date.now() + 3_600_000;
    const file = { ...written, extension: 'png', mediaType: 'image/png', expiresAt };
    await store.files.add(accountId, file);
    const reused = await meets(other, `UPDATE files SET expires_at = 0`, () =>
      store.files.reuse(accountId, file, expiresAt),
    );
    t.equal(reused, undefined);
    t.equal(await store.files.get(file.name), undefined);
  });

  t.test('a delivery that is sent again at the moment is not swept', async (t) => {
    const { store, other, deliver } = await openLab(t);
    const id = await deliver();
    const [claim] = await store.outbox.claimDue({ leaseMs: 60_000, limit: 1, ...bounds });
    t.ok(claim && (await store.outbox.giveUp(claim, { error: 'gone' })));
    await meets(
      other,
      `UPDATE outbox SET state = 'pending', available_at = 1, finished_at = NULL`,
      () => store.sweep({ requestsMs: 1e9, deliveriesMs: -1_000 }),
    );
    t.match(await store.outbox.get(id), { state: 'pending' });
  });

  t.test('a run whose slot is skipped at the moment is not started', async (t) => {
    const { store, other, accountId } = await openLab(t);
    const slot = store.now();
    const task = await store.tasks.create({
      accountId,
      name: 'daily',
      kind: 'screenshot',
      query: 'url=https%3A%2F%2Fexample.com%2F',
      frequency: 'custom',
      crontab: '*/5 * * * *',
      timezone: 'Etc/UTC',
      enabled: true,
      nextRunAt: slot,
      baseUrl: 'https://shots.example',
    });
    const outcome = await meets(other, `UPDATE tasks SET next_run_at = ${slot + 60_000}`, () =>
      store.tasks.startRun({
        taskId: task.id,
        scheduledFor: slot,
        nextRunAt: slot + 300_000,
        request: newRequest(accountId),
      }),
    );
    t.equal(outcome, 'already');
    t.match(await store.tasks.get(accountId, task.id), { runs: 0, nextRunAt: slot + 60_000 });
    t.same(await store.requests.list(accountId, { limit: 9 }), []);
    t.match(await store.usage.used(accountId), { reserved: 0 });
  });
}

function delivererOf(store: Awaited<ReturnType<typeof openPostgresStore>>, accountId: string) {
  return async () => {
    const request = newRequest(accountId);
    const url = 'https://receiver.example/hook';
    await store.requests.recordFinished(
      request,
      {},
      { accountId, requestId: request.id, url, signed: false, body: '{}' },
    );
    return (await store.outbox.list({ accountId, limit: 1 }))[0]?.id ?? '';
  };
}
