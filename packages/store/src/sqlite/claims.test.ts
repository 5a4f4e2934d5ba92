import { join } from 'node:path';
import { makeFolder } from '@tintype/testkit/make-folder';
import t from 'tap';
import { createSqliteStore } from './create-sqlite-store.ts';
import { openDatabase } from './open-database.ts';
import { createPortDatabase } from './port-database.ts';

t.test('what waits of kinds that are left out is passed over in the index', async (t) => {
  const dataDir = makeFolder(t);
  await createSqliteStore({ dataDir, now: Date.now }).close();
  const database = openDatabase({ path: join(dataDir, 'tintype.db'), durability: 'normal' });
  t.teardown(() => database.close());
  const { dialect } = createPortDatabase(database);
  for (const [only, index] of [
    ['records = 0', 'requests_due_others'],
    ['records = 1', 'requests_due_recordings'],
  ]) {
    const select = dialect.firstOpen(
      `account_id = 'a' AND available_at <= 1 AND ${only} AND kind NOT IN (${dialect.valuesOf(`'["links"]'`)})`,
    );
    const [first, ...others] = database
      .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${select}`)
      .all({});
    t.match(first?.detail, `SEARCH requests USING COVERING INDEX ${index} (account_id=?`);
    t.notMatch(JSON.stringify(others), /TEMP B-TREE FOR ORDER/, 'nothing is sorted');
  }
});
