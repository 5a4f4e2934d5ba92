import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileBytes } from '../ports/files.ts';
import type { Retention, Store, Swept } from '../ports.ts';
import { prepareAnswerSweep } from './requests/idempotency.ts';
import type { FileKeys } from './files/file-rows.ts';
import type { Database } from './database.ts';
import { prepareCheckSweep } from './monitors/monitor-files.ts';
import { dayOf, monthOf } from './accounts/reservations.ts';

export interface SweepParts {
  database: Database;
  files: FileKeys;
  fileBytes: FileBytes;
  /** Releases what dead processes hold. */
  reapDead(): void | Promise<void>;
  /** Default 100,000. */
  finishedKept?: number | undefined;
  now: () => number;
}

/** Number of rows at a time, so that no other transaction waits long. */
const BATCH = 500;

/** Bytes get their row when the request ends, seconds later. Listing all files is expensive. */
const ORPHAN_AGE_MS = 60 * 60_000;

/** Requests of one account that stay, and its webhooks, whatever the retention says. */
const FINISHED_KEPT = 100_000;

/** Usage of the last year stays available. */
const MONTHS_KEPT_MS = 400 * 24 * 60 * 60_000;

/** More than twice the longest pause between attempts. */
const RECEIVERS_KEPT_MS = 24 * 60 * 60_000;

export function createSweep(parts: SweepParts): Store['sweep'] {
  const { database, now } = parts;
  const requests = prepareRemoval(database, 'requests');
  const deliveries = prepareRemoval(database, 'outbox');
  const months = database.prepare(`DELETE FROM usage WHERE month < :month AND reserved = 0`);
  const days = database.prepare(`DELETE FROM usage_days WHERE day < :day`);
  const receivers = database.prepare(`DELETE FROM failing_receivers WHERE failed_at <= :before`);
  const pageSessions = preparePageSessions(database);
  const surplus = prepareSurplus(parts);
  const checks = prepareCheckSweep(parts);
  const batches = prepareRemoval(database, 'batches');
  const empty = prepareRemoval(
    database,
    'batches',
    'NOT EXISTS (SELECT 1 FROM requests WHERE batch_id = batches.id)',
  );
  const keys = database.prepare(`DELETE FROM previous_keys WHERE valid_until <= :now`);
  const answers = prepareAnswerSweep(parts);
  const orphansAreDue = prepareOrphansDue(parts);
  return async ({ requestsMs, deliveriesMs }: Retention): Promise<Swept> => {
    await parts.reapDead();
    const oldestAt = now() - MONTHS_KEPT_MS;
    await database.write(() => months.run({ month: monthOf(oldestAt) }));
    await database.write(() => days.run({ day: dayOf(oldestAt) }));
    await database.write(() => receivers.run({ before: now() - RECEIVERS_KEPT_MS }));
    await database.write(() => keys.run({ now: now() }));
    await pageSessions(now());
    await checks();
    const swept = {
      files: (await sweepFiles(parts, BATCH)) + (await answers()),
      requests: (await requests(now() - requestsMs)) + (await surplus('requests')),
      deliveries: (await deliveries(now() - deliveriesMs)) + (await surplus('outbox')),
    };
    await batches(now() - requestsMs);
    await empty(now());
    if (await orphansAreDue()) swept.files += await sweepOrphans(parts);
    return swept;
  };
}

function prepareRemoval(
  database: Database,
  table: 'requests' | 'outbox' | 'batches',
  only = 'TRUE',
) {
  // The condition twice: a transaction that waited for a row checks it again, and not the list.
  const statement = database.prepare(`DELETE FROM ${table} WHERE finished_at <= :before AND id IN
    (SELECT id FROM ${table} WHERE finished_at <= :before AND ${only} LIMIT ${BATCH})`);
  return async (before: number): Promise<number> => {
    for (let sum = 0; ; await nextTurn()) {
      const count = await database.writeFor('sweep', () => statement.run({ before }));
      sum += count;
      if (count < BATCH) return sum;
    }
  };
}

function preparePageSessions(database: Database): (at: number) => Promise<void> {
  // The condition twice, as above: a session that was used meanwhile stays.
  const statement = database.prepare(`DELETE FROM page_sessions WHERE expires_at <= :now
    AND (account_id, name) IN
      (SELECT account_id, name FROM page_sessions WHERE expires_at <= :now LIMIT ${BATCH})`);
  return async (at) => {
    const removeBatch = () => database.writeFor('sweep', () => statement.run({ now: at }));
    while ((await removeBatch()) === BATCH) await nextTurn();
  };
}

/** The surplus of one account: the oldest finished ones. */
function prepareSurplus({ database, finishedKept = FINISHED_KEPT }: SweepParts) {
  const prepareFor = (table: 'requests' | 'outbox', count: 'requests' | 'deliveries') => ({
    over: database.prepare<{ account_id: string; surplus: number }>(
      `SELECT account_id, ${count} - ${finishedKept} AS surplus FROM kept
       WHERE ${count} > ${finishedKept}`,
    ),
    forget: database.prepare(`DELETE FROM ${table} WHERE finished_at IS NOT NULL AND id IN
      (SELECT id FROM ${table} WHERE account_id = :account_id AND finished_at IS NOT NULL
       ORDER BY created_at, id LIMIT :limit)`),
  });
  const tables = {
    requests: prepareFor('requests', 'requests'),
    outbox: prepareFor('outbox', 'deliveries'),
  };
  return async (table: 'requests' | 'outbox'): Promise<number> => {
    const { over, forget } = tables[table];
    let sum = 0;
    for (const { account_id, surplus } of await database.read(() => over.all())) {
      for (let left = surplus; left > 0; await nextTurn()) {
        const limit = Math.min(left, BATCH);
        const count = await database.writeFor('sweep', () => forget.run({ account_id, limit }));
        sum += count;
        left = count < limit ? 0 : left - count;
      }
    }
    return sum;
  };
}

/** Of all processes, and however often they start, one looks at every file, and once in so long. */
function prepareOrphansDue({ database, now }: SweepParts): () => Promise<boolean> {
  const key = 'orphans_swept_at';
  const read = database.prepare<{ value: Uint8Array }>(`SELECT value FROM meta WHERE key = :key`);
  const write = database.prepare(`INSERT INTO meta (key, value) VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE SET value = :value`);
  return async () =>
    database.writeFor('sweep', function* () {
      const instant = now();
      const value = (yield* read.get({ key }))?.value;
      const agoMs =
        value === undefined ? Infinity : instant - Number(Buffer.from(value).toString());
      // A clock that was set back must not put it off for ever.
      if (agoMs >= 0 && agoMs < ORPHAN_AGE_MS) return false;
      yield* write.run({ key, value: Buffer.from(String(instant)) });
      return true;
    });
}

/** Bytes of a process that died before it could say what they belong to. */
async function sweepOrphans({ files, fileBytes }: SweepParts): Promise<number> {
  let sum = 0;
  const sweep = async (keys: string[]) => {
    const known = await files.known(keys);
    const orphans = keys.filter((key) => !known.has(key));
    await fileBytes.removeKeys(orphans);
    sum += orphans.length;
  };
  let batch: string[] = [];
  for await (const key of fileBytes.olderThan(ORPHAN_AGE_MS)) {
    if (batch.push(key) < BATCH) continue;
    await sweep(batch);
    batch = [];
  }
  await sweep(batch);
  return sum;
}

interface SweepFilesParts {
  files: Pick<FileKeys, 'takeExpired' | 'removeTaken'>;
  fileBytes: Pick<FileBytes, 'removeKeys'>;
}

/**
 * Removes expired files in batches and returns how many. Bytes first: an expired row without bytes
 * is harmless.
 */
export async function sweepFiles(
  { files, fileBytes }: SweepFilesParts,
  batchSize: number,
): Promise<number> {
  for (let sum = 0; ;) {
    const batch = await files.takeExpired(batchSize);
    await fileBytes.removeKeys(batch);
    await files.removeTaken(batch);
    sum += batch.length;
    if (batch.length < batchSize) return sum;
  }
}
