import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { createSqliteStore } from '../sqlite/create-sqlite-store.ts';
import { openSqliteEnd } from './sqlite-end.ts';

t.test('a folder of version 1 is not copied before a service has sealed it', async (t) => {
  const dataDir = t.testdir();
  const database = new DatabaseSync(join(dataDir, 'tintype.db'));
  database.exec(readFileSync(join(import.meta.dirname, '../fixtures/version-1.sql'), 'utf8'));
  database.close();
  const open = async () => openSqliteEnd(dataDir);
  await t.rejects(open(), { code: 'invalid_parameter', message: /Start the service on it once/ });
  const store = createSqliteStore({ dataDir, now: Date.now, masterKey: '00'.repeat(32) });
  await store.close();
  const end = await open();
  t.teardown(() => end.close());
  t.same(await end.all(`SELECT count(*) AS count FROM requests WHERE details IS NULL`), [
    { count: 0 },
  ]);
});

t.test('a new folder has nothing that could be readable', async (t) => {
  const end = await openSqliteEnd(t.testdir());
  t.same(await end.all(`SELECT * FROM requests`), []);
  await end.close();
});
