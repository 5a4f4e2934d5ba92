import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@tintype/testkit/make-folder';
import t from 'tap';
import { openPostgresStore } from '../postgres/open-postgres-store.ts';
import { createSqliteStore } from '../sqlite/create-sqlite-store.ts';
import { openSqliteStore } from '../sqlite/thread/open-sqlite-store.ts';
import { boundsOf, type StoreBounds } from './store-bounds.ts';

t.test('bounds are those that the documents tell, unless others are given', async (t) => {
  const known = { answersKept: 10_000, runsKept: 1_000, requestsExamined: 5_000 };
  t.same(boundsOf({}), known);
  for (const name of Object.keys(known)) t.same(boundsOf({ [name]: 1 }), { ...known, [name]: 1 });
});

t.test('what is no bound is refused before anything is opened', async (t) => {
  const dataDir = join(makeFolder(t), 'data');
  const wrong = [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, '5', '1) OR (1 = 1', null];
  for (const name of ['answersKept', 'runsKept', 'requestsExamined']) {
    for (const value of wrong) {
      const bounds = { [name]: value } as Partial<StoreBounds>;
      const error = new RangeError(`${name} must be an integer from 1; got ${String(value)}.`);
      t.throws(() => boundsOf(bounds), error);
      const options = { dataDir, now: Date.now, ...bounds };
      t.throws(() => createSqliteStore(options), error);
      await t.rejects(openSqliteStore(options), error);
      const url = 'postgres://nobody@127.0.0.1:1/nothing';
      await t.rejects(openPostgresStore({ ...options, url }), error);
    }
  }
  t.notOk(existsSync(dataDir));
});
