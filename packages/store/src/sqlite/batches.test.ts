import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '@tintype/testkit/make-folder';
import t from 'tap';
import { createSqliteStore } from './create-sqlite-store.ts';

t.test('the list of a batch reads nothing else of its account', async (t) => {
  const dataDir = makeFolder(t);
  await createSqliteStore({ dataDir, now: Date.now }).close();
  const database = new DatabaseSync(join(dataDir, 'tintype.db'));
  t.teardown(() => database.close());
  for (const [status, index] of [
    ['', 'requests_by_batch'],
    ['AND status = ?', 'requests_of_batch'],
  ]) {
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT * FROM requests WHERE account_id = ? AND batch_id = ? ${status}
         ORDER BY created_at DESC, id DESC LIMIT 100`,
      )
      .all();
    t.equal(plan.length, 1, 'nothing is sorted');
    t.match(plan, [{ detail: `SEARCH requests USING INDEX ${index} (batch_id=?` }]);
  }
});
