import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgresStore } from '@tintype/store';
import { inDepth, quickFolder } from '@tintype/testkit';
import t from 'tap';
import { storeConformance } from '../store/conformance/store-conformance.ts';
import { emptyDatabase, newDatabase, postgresFor } from './database.ts';

/**
 * Each row costs several transactions. `npm run test:all` tests those that stores have by default,
 * on SQLite.
 */
const bounds = { answersKept: 50, runsKept: 100, requestsExamined: 400 };

/**
 * What SQLite answers in another way: in other statements, or without anybody at the same time. It
 * has all other cases in the default run.
 */
const ownWay = new Set([
  '200 at once, 10 left: exactly 10',
  'what a store had reserved is free when it closes',
  'a transaction that fails leaves nothing',
  'leases and tokens',
  'kinds can be left out, however much of them waits',
  'a file that another request has stays',
  'a trace comes only while the request has the claim, and goes when it succeeds',
  'counts follow every change',
  'parameters of requests that wait take up room, and give it back',
  'results of one account take up as much room as they may',
  // A trigger of its own counts them.
  'and in number',
]);

const server = await postgresFor(t);

if (server !== undefined) {
  /**
   * Databases of cases that are over: to make one, with its tables, takes twenty times as long as
   * to empty it.
   */
  const idle: string[] = [];
  const makePlace = async () => {
    const dataDir = await mkdtemp(join(quickFolder(), 'tintype-store-'));
    const url = idle.pop() ?? (await newDatabase(server));
    return {
      open: (now: () => number) =>
        openPostgresStore({ url, dataDir, now, connections: 3, ...bounds }),
      bounds,
      remove: async () => {
        await rm(dataDir, { recursive: true });
        await emptyDatabase(url);
        idle.push(url);
      },
    };
  };
  const asked = new Set<string>();
  storeConformance('Postgres', makePlace, {
    isWanted(t, name) {
      asked.add(name);
      return ownWay.has(name) || inDepth(t, name);
    },
  });
  t.test('what has to run here is there', async (t) => {
    t.same(
      [...ownWay].filter((name) => !asked.has(name)),
      [],
    );
  });
}
