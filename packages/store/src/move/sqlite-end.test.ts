import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { createSqliteStore } from '../sqlite/create-sqlite-store.ts';
import { moveStore } from './move-store.ts';
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

t.test('a folder without a database is not made and copied as an empty one', async (t) => {
  const dir = t.testdir({ empty: {} });
  for (const folder of ['empty', 'typo']) {
    const from = `sqlite:${join(dir, folder)}`;
    const moved = moveStore(from, `sqlite:${join(dir, 'target')}`, dir);
    await t.rejects(moved, {
      code: 'invalid_parameter',
      message: /^There is no database of Tintype in /,
    });
    t.notOk(existsSync(join(dir, folder, 'tintype.db')));
  }
  t.notOk(existsSync(join(dir, 'typo')));
  t.notOk(existsSync(join(dir, 'target')));
});
