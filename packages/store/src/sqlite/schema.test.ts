import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '@tintype/testkit/make-folder';
import t from 'tap';
import { createSqliteStore } from './create-sqlite-store.ts';

const now = Date.now;

t.test(
  'a database of an earlier version gets its new tables and columns, and keeps its rows',
  async (t) => {
    const dataDir = makeFolder(t);
    const store = createSqliteStore({ dataDir, now });
    const { account, keys } = await store.accounts.create({ name: 'a', plan: 'pro' });
    await store.close();
    const database = new DatabaseSync(join(dataDir, 'tintype.db'));
    database.exec(`DROP TABLE page_sessions; DROP TABLE monitors; DROP TABLE monitor_checks;
    DROP TABLE monitor_files; ALTER TABLE tasks DROP COLUMN watch;
    ALTER TABLE files DROP COLUMN is_success; PRAGMA user_version = 1`);
    database.close();

    for (let count = 0; count < 2; count += 1) {
      const again = createSqliteStore({ dataDir, now });
      t.same(await again.accounts.findByAccessKey(keys.accessKey), account);
      const session = { name: `${count}`, state: { cookies: [], origins: [] }, lastsMs: 60_000 };
      await again.pageSessions.put(account.id, session, 9);
      t.equal((await again.pageSessions.list(account.id)).length, count + 1);
      t.equal(await again.monitors.claim(1_000), undefined);
      await again.close();
    }
  },
);
