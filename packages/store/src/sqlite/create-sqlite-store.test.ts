import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeConformance } from '../conformance/store-conformance.ts';
import { createSqliteStore } from './create-sqlite-store.ts';

storeConformance('SQLite', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tintype-store-'));
  return {
    open: async (now) => createSqliteStore({ dataDir, now }),
    remove: () => rm(dataDir, { recursive: true }),
  };
});
