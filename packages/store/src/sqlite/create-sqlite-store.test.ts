import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inDepth } from '@tintype/testkit/in-depth';
import { makeFolder, quickFolder } from '@tintype/testkit/make-folder';
import t from 'tap';
import { storeConformance } from '../conformance/store-conformance.ts';
import { createSqliteStore } from './create-sqlite-store.ts';

/** They fill a store with thousands of rows, unless its bounds are lower. */
const isFilling = inDepth(t, 'bounds as stores have them by default');
const bounds = isFilling ? {} : { answersKept: 200, runsKept: 100, requestsExamined: 500 };

/** A folder with tables: to make them takes longer than most cases. That a store makes them is tested wherever a folder is empty. */
const made = makeFolder(t);
await createSqliteStore({ dataDir: made, now: Date.now }).close();

const makePlace = async () => {
  const dataDir = await mkdtemp(join(quickFolder(), 'tintype-store-'));
  await cp(made, dataDir, { recursive: true });
  return {
    open: async (now: () => number) => createSqliteStore({ dataDir, now, ...bounds }),
    bounds,
    remove: () => rm(dataDir, { recursive: true }),
  };
};

storeConformance('SQLite', makePlace, {
  isWanted: (t, name) => name !== 'a sweep of many' || inDepth(t, name),
});
