import { openPostgresStore } from '@tintype/store';
import t from 'tap';
import { makeDataDir } from '../serve/run-service.ts';
import { inDatabase, newStoreDatabase, postgresFor } from './database.ts';

const server = await postgresFor(t);

if (server !== undefined) {
  t.test(
    'a database of an earlier version gets its new tables and columns, and keeps its rows',
    async (t) => {
      const url = await newStoreDatabase(server);
      const dataDir = makeDataDir(t);
      const store = await openPostgresStore({ url, dataDir });
      const { account } = await store.accounts.create({ name: 'acme', plan: 'pro' });
      await store.close();
      await inDatabase(url, (client) =>
        client.query(`DROP TABLE page_sessions; DROP TABLE monitors; DROP TABLE monitor_checks;
        DROP TABLE monitor_files; ALTER TABLE tasks DROP COLUMN watch;
        ALTER TABLE files DROP COLUMN is_success;
        UPDATE meta SET value = '1' WHERE key = 'version'`),
      );

      const opened = await Promise.all([1, 2].map(() => openPostgresStore({ url, dataDir })));
      for (const [at, again] of opened.entries()) {
        t.same(await again.accounts.findByName('acme'), account);
        const session = { name: `${at}`, state: { cookies: [], origins: [] }, lastsMs: 60_000 };
        await again.pageSessions.put(account.id, session, 9);
        t.equal((await again.pageSessions.list(account.id)).length, at + 1);
        t.equal(await again.monitors.claim(1_000), undefined);
      }
      await Promise.all(opened.map((again) => again.close()));
    },
  );
}
