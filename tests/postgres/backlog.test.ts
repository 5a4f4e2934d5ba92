import { RenderError } from '@tintype/contract/errors';
import { openPostgresStore } from '@tintype/store';
import { closeWith } from '@tintype/testkit';
import t from 'tap';
import { v7 as uuid } from 'uuid';
import { makeDataDir } from '../serve/run-service.ts';
import { inDatabase, newStoreDatabase, postgresFor } from './database.ts';

const server = await postgresFor(t);

if (server !== undefined) {
  t.test('a reader of the backlog sees the amount of work, and nothing else', async (t) => {
    const url = await newStoreDatabase(server);
    const store = closeWith(t, await openPostgresStore({ url, dataDir: makeDataDir(t) }));
    // As docs/kubernetes.md says.
    await inDatabase(url, async (client) => {
      await client.query('CREATE ROLE scaler');
      await client.query('GRANT USAGE ON SCHEMA tintype TO scaler');
      await client.query('GRANT SELECT ON tintype.backlog TO scaler');
    });
    const asScaler = <Result>(
      work: (query: (sql: string) => Promise<unknown[]>) => Promise<Result>,
    ) =>
      inDatabase(url, async (client) => {
        await client.query('SET ROLE scaler');
        return work(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
      });
    const renders = () =>
      asScaler(async (query) => {
        const [row] = await query('SELECT renders FROM tintype.backlog');
        return Number((row as { renders: string }).renders);
      });
    t.equal(await renders(), 0);
    const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
    for (let count = 0; count < 4; count++) {
      const request = { id: uuid(), accountId: account.id, kind: 'screenshot' as const };
      const parameters = { url: 'https://example.com/' };
      await store.requests.enqueue({ ...request, parameters, baseUrl: 'https://x.example' }, 100);
    }
    t.equal(await renders(), 4);
    const claims = await store.requests.claim({ leaseMs: 60_000, limit: 2 });
    t.equal(claims.length, 2);
    t.equal(await renders(), 4, 'what runs counts');
    const [first, second] = claims;
    await store.requests.retryLater(first!, store.now() + 60_000);
    t.equal(await renders(), 3, 'what waits for its time needs nobody yet');
    await store.requests.fail(second!, { error: new RenderError('timeout').toBody() });
    t.equal(await renders(), 2);
    const id = uuid();
    const offered = { id, accountId: account.id, records: false, needs: [], content: 'one' };
    await store.handoffs?.offer(offered);
    t.equal(await renders(), 3, 'and what somebody waits for');
    await store.handoffs?.withdraw(id);
    for (const table of ['requests', 'accounts', 'open_requests']) {
      await t.rejects(
        asScaler((query) => query(`SELECT * FROM tintype.${table}`)),
        { message: /permission denied/ },
      );
    }
  });
}
