import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '@tintype/store';
import { storeConformance } from '@tintype/store/conformance';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { emptyDatabase, newDatabase, postgresFor } from './database.ts';

/** Each costs several transactions. The rule is SQLite's, too, and tested there in full. */
const answersKept = 200;

const server = await postgresFor(t);

if (server !== undefined) {
  /** Databases of cases that are over: to make one, with its tables, takes twenty times as long as to empty it. */
  const idle: string[] = [];
  const makePlace = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tintype-store-'));
    const url = idle.pop() ?? (await newDatabase(server));
    return {
      open: (now: () => number) =>
        openPostgresStore({ url, dataDir, now, connections: 3, answersKept }),
      answersKept,
      remove: async () => {
        await rm(dataDir, { recursive: true });
        await emptyDatabase(url);
        idle.push(url);
      },
    };
  };
  // Most statements are SQLite's, too, where the default run has all cases but those that are quicker here.
  let count = 0;
  const isQuicker = (name: string) => name === 'and in number';
  storeConformance('Postgres', makePlace, {
    isWanted: (t, name) => (count += 1) % 6 === 0 || isQuicker(name) || inDepth(t, name),
  });
}
