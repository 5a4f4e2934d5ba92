import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSqliteStore } from '@tintype/store';
import { inDepth, quickFolder } from '@tintype/testkit';
import t from 'tap';
import type * as FixtureModule from '../../packages/store/src/fixtures/reuse-threads.ts';
import type * as StoreModule from '../../packages/store/src/sqlite/thread/open-sqlite-store.ts';
import { storeConformance } from './conformance/store-conformance.ts';

// No part of what the package exports.
const source = (file: string) =>
  new URL(`../../packages/store/src/${file}.ts`, import.meta.url).href;
const { reuseThreads } = (await import(source('fixtures/reuse-threads'))) as typeof FixtureModule;
const { openInThreads } = (await import(
  source('sqlite/thread/open-sqlite-store')
)) as typeof StoreModule;

const threads = reuseThreads();
t.teardown(() => threads.end());

// The second of a case has none: it is the one that `tintype keys` opens beside a service.
const makePlace = async () => {
  const dataDir = await mkdtemp(join(quickFolder(), 'tintype-store-'));
  let opened = 0;
  return {
    open: async (clock: () => number) =>
      (opened += 1) === 2
        ? createSqliteStore({ dataDir, now: clock })
        : openInThreads(threads.start, { dataDir, now: clock }),
    remove: () => rm(dataDir, { recursive: true }),
  };
};

// The same statements as without threads, where the default run has every case: of each part one
// shows that its calls come through.
storeConformance('SQLite in threads', makePlace, {
  isWanted: inDepth,
});
