import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileBytes, Files } from '../ports/files.ts';
import type { Retention, Store, Swept } from '../ports.ts';
import type { Database } from './open-database.ts';
import type { Reaper } from './reap.ts';

/** What a sweep works on. */
export interface SweepParts {
  database: Database;
  files: Files & { known(name: string): boolean };
  fileBytes: FileBytes;
  reaper: Reaper;
  now: () => number;
}

/** So many rows at a time, that nobody waits long for the database. */
const BATCH = 500;

/** Bytes get their row when the request ends, which takes seconds. Looking at every file is dear: once in a while. */
const ORPHAN_AGE_MS = 60 * 60_000;

/** Whoever asks what they used last year gets an answer. */
const MONTHS_KEPT_MS = 400 * 24 * 60 * 60_000;

export function createSweep(parts: SweepParts): Store['sweep'] {
  const { database, reaper, now } = parts;
  const requests = prepareRemoval(database, 'requests');
  const deliveries = prepareRemoval(database, 'outbox');
  const months = database.prepare(`DELETE FROM usage WHERE month < :month AND reserved = 0`);
  let lastOrphansAt = -Infinity;
  return async ({ requestsMs, deliveriesMs }: Retention): Promise<Swept> => {
    reaper.reapDead();
    const oldest = new Date(now() - MONTHS_KEPT_MS).toISOString().slice(0, 7);
    database.write(() => months.run({ month: oldest }));
    const swept = {
      files: await sweepFiles(parts),
      requests: await requests(now() - requestsMs),
      deliveries: await deliveries(now() - deliveriesMs),
    };
    if (now() - lastOrphansAt >= ORPHAN_AGE_MS) {
      lastOrphansAt = now();
      swept.files += await sweepOrphans(parts);
    }
    return swept;
  };
}

function prepareRemoval(database: Database, table: 'requests' | 'outbox') {
  const statement = database.prepare(`DELETE FROM ${table} WHERE id IN
    (SELECT id FROM ${table} WHERE finished_at <= :before LIMIT ${BATCH})`);
  return async (before: number): Promise<number> => {
    for (let sum = 0; ; await nextTurn()) {
      const count = database.write(() => statement.run({ before }));
      sum += count;
      if (count < BATCH) return sum;
    }
  };
}

/** Bytes first: a row that is past its time and has none hurts nobody. */
async function sweepFiles({ files, fileBytes }: SweepParts): Promise<number> {
  for (let sum = 0; ;) {
    const batch = await files.expired(BATCH);
    for (const { name } of batch) await fileBytes.remove(name);
    await files.remove(batch.map(({ name }) => name));
    sum += batch.length;
    if (batch.length < BATCH) return sum;
  }
}

/** Bytes of a process that died before it could say what they belong to. */
async function sweepOrphans({ files, fileBytes }: SweepParts): Promise<number> {
  let sum = 0;
  for await (const name of fileBytes.olderThan(ORPHAN_AGE_MS)) {
    if (files.known(name)) continue;
    await fileBytes.remove(name);
    sum += 1;
  }
  return sum;
}
