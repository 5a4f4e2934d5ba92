import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSqliteStore } from '@tintype/store';
import { inDepth, makeFolder, quickFolder } from '@tintype/testkit';
import t from 'tap';
import { storeConformance } from './conformance/store-conformance.ts';

/** They fill a store with thousands of rows, unless its bounds are lower. */
const isFilling = inDepth(t, 'bounds as stores have them by default');
const bounds = isFilling ? {} : { answersKept: 200, runsKept: 100, requestsExamined: 400 };

/**
 * Folders with tables: to make them takes longer than most cases. That a store makes them is tested
 * wherever a folder is empty. They are used by turns, so that the two places of a case have no
 * master key in common.
 */
const made = [makeFolder(t), makeFolder(t)];
for (const dataDir of made) await createSqliteStore({ dataDir, now: Date.now }).close();
let places = 0;

const makePlace = async () => {
  const dataDir = await mkdtemp(join(quickFolder(), 'tintype-store-'));
  await cp(made[places++ % made.length]!, dataDir, { recursive: true });
  return {
    open: async (now: () => number) => createSqliteStore({ dataDir, now, ...bounds }),
    bounds,
    remove: () => rm(dataDir, { recursive: true }),
  };
};

storeConformance('SQLite', makePlace, {
  isWanted: (t, name) => name !== 'a sweep of many' || inDepth(t, name),
});
