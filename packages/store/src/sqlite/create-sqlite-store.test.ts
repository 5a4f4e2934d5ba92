import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inDepth } from '@tintype/testkit/in-depth';
import { quickFolder } from '@tintype/testkit/make-folder';
import { storeConformance } from '../conformance/store-conformance.ts';
import { createSqliteStore } from './create-sqlite-store.ts';

/** They fill a store with thousands of rows. The first is tested with fewer on Postgres, in the default run. */
const filling = new Set(['and in number', 'a sweep of many']);

const makePlace = async () => {
  const dataDir = await mkdtemp(join(quickFolder(), 'tintype-store-'));
  return {
    open: async (now: () => number) => createSqliteStore({ dataDir, now }),
    remove: () => rm(dataDir, { recursive: true }),
  };
};

storeConformance('SQLite', makePlace, {
  isWanted: (t, name) => !filling.has(name) || inDepth(t, name),
});
