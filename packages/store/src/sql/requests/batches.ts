import type { SecretBox } from '../../keys/secret-box.ts';
import type { Batch, Batches, NewBatch } from '../../ports/requests/batches.ts';
import { prepareBatchRefusal } from '../accounts/account-bounds.ts';
import { prepareInsertDelivery } from '../deliveries/delivery-rows.ts';
import { prepareFinish } from './idempotency.ts';
import type { Database, Steps } from '../database.ts';
import { monthOf, createReservations } from '../accounts/reservations.ts';
import { prepareInsertRequest, type RequestsParts } from './request-rows.ts';

interface BatchRow {
  id: string;
  account_id: string;
  base_url: string;
  /** Sealed: address and whether it is signed. */
  webhook: Uint8Array | null;
  total: number;
  created_at: number;
  finished_at: number | null;
  succeeded: number | null;
  failed: number | null;
}

type Counts = Pick<Batch, 'queued' | 'processing' | 'succeeded' | 'failed'>;

export const batchContext = (id: string) => `batch ${id}`;

/** Requests of a batch are rows like any others; its row tells what they have in common. */
export function createBatches(parts: RequestsParts): Batches {
  const { database, box, now } = parts;
  const get = database.prepare<BatchRow>(`SELECT * FROM batches WHERE id = :id`);
  const count = database.prepare<{ status: keyof Counts; count: number }>(
    `SELECT status, count(*) AS count FROM requests WHERE batch_id = :id GROUP BY status`,
  );
  const withOpen = `EXISTS (SELECT 1 FROM ${database.dialect.openRequests}
    WHERE batch_id = batches.id AND available_at IS NOT NULL)`;
  const ended = prepareEnded(database);
  const finish = database.prepare(`UPDATE batches
    SET finished_at = :now, succeeded = :succeeded, failed = :failed, webhook = NULL
    WHERE id = :id AND finished_at IS NULL AND NOT ${withOpen}`);
  const end = database.prepare<{ reservation_id: string | null }>(`UPDATE requests
    SET status = 'failed', finished_at = :now, available_at = NULL, error = :error,
        parameters = :empty, parameter_bytes = 0
    WHERE batch_id = :id AND status = 'queued' RETURNING reservation_id`);
  const insertDelivery = prepareInsertDelivery(parts);
  const reservations = createReservations(database, now);

  const countsOf = function* (row: BatchRow): Steps<Counts> {
    const rows = yield* count.all({ id: row.id });
    const found = Object.fromEntries(rows.map((one) => [one.status, one.count]));
    const counts = { queued: 0, processing: 0, succeeded: 0, failed: 0, ...found };
    if (row.finished_at === null) return counts;
    return { queued: 0, processing: 0, succeeded: row.succeeded ?? 0, failed: row.failed ?? 0 };
  };
  const toBatch = function* (row: BatchRow): Steps<Batch> {
    return { ...fieldsOf(row, box), ...(yield* countsOf(row)) };
  };
  const read = function* (accountId: string, id: string) {
    const row = yield* get.get({ id });
    return row?.account_id === accountId ? row : undefined;
  };
  return {
    create: prepareCreate(parts, toBatch),
    getFor: async (accountId, id) =>
      database.read(function* () {
        const row = yield* read(accountId, id);
        return row && (yield* toBatch(row));
      }),
    cancel: async (accountId, id, error) =>
      database.writeFor(accountId, function* () {
        const row = yield* read(accountId, id);
        if (row === undefined) return undefined;
        const ended = yield* end.all({
          id,
          now: now(),
          error: JSON.stringify(error),
          empty: new Uint8Array(),
        });
        for (const { reservation_id: held } of ended) {
          if (held !== null) yield* reservations.release(held);
        }
        return yield* toBatch(row);
      }),
    ended: async (limit) =>
      database.read(function* () {
        const batches: Batch[] = [];
        for (const row of yield* ended(limit)) batches.push(yield* toBatch(row));
        return batches;
      }),
    finish: async (id, delivery) => {
      const accountId = (await database.read(() => get.get({ id })))?.account_id;
      if (accountId === undefined) return false;
      return database.writeFor(accountId, function* () {
        const row = yield* get.get({ id });
        if (row === undefined || row.finished_at !== null) return false;
        const { succeeded, failed } = yield* countsOf(row);
        if ((yield* finish.run({ id, now: now(), succeeded, failed })) === 0) return false;
        if (delivery) yield* insertDelivery(delivery);
        return true;
      });
    },
  };
}

/** Maximum batches to check with one call: each that has not ended is checked repeatedly. */
const LOOKED_AT = 100;

/** Cycles through open batches and returns those whose requests have all ended. */
function prepareEnded(database: Database): (limit: number) => Steps<BatchRow[]> {
  const next = database.prepare<BatchRow & { is_open: number | boolean }>(`
    SELECT *, (SELECT 1 FROM ${database.dialect.openRequests} WHERE batch_id = looked_at.id
        AND available_at IS NOT NULL LIMIT 1) IS NOT NULL AS is_open
    FROM (SELECT * FROM batches WHERE finished_at IS NULL AND (created_at, id) > (:at, :id)
          ORDER BY created_at, id LIMIT ${LOOKED_AT}) AS looked_at ORDER BY created_at, id`);
  const start = { at: -1, id: '' };
  let after = start;
  return function* (limit) {
    const rows = yield* next.all(after);
    const found = rows.filter((row) => !row.is_open).slice(0, limit);
    const last = found.length < limit ? rows.at(-1) : found.at(-1);
    const isRound = rows.length < LOOKED_AT && last === rows.at(-1);
    after = isRound || !last ? start : { at: last.created_at, id: last.id };
    return found;
  };
}

function fieldsOf(
  row: BatchRow,
  box: SecretBox,
): NewBatch & Pick<Batch, 'total' | 'createdAt' | 'finishedAt'> {
  const webhook = row.webhook === null ? undefined : box.open(row.webhook, batchContext(row.id));
  return {
    id: row.id,
    accountId: row.account_id,
    baseUrl: row.base_url,
    ...(webhook === undefined
      ? {}
      : { webhook: JSON.parse(webhook) as NonNullable<NewBatch['webhook']> }),
    total: row.total,
    createdAt: row.created_at,
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
  };
}

function prepareCreate(
  parts: RequestsParts,
  toBatch: (row: BatchRow) => Steps<Batch>,
): Batches['create'] {
  const { database, box, now } = parts;
  const insert = database.prepare<BatchRow>(`INSERT INTO batches
      (id, account_id, base_url, webhook, total, created_at)
    VALUES (:id, :account_id, :base_url, :webhook, :total, :created_at) RETURNING *`);
  const insertRequest = prepareInsertRequest(parts);
  const refusal = prepareBatchRefusal(database);
  const finishRepeat = prepareFinish(parts);
  const reservations = createReservations(database, now);
  return async (batch, requests, quota, bounds = {}, repeat) =>
    database.writeFor(batch.accountId, function* () {
      const { id, accountId, baseUrl, webhook, createdAt = now() } = batch;
      const hasWebhook = webhook !== undefined;
      const refused = yield* refusal(accountId, { requests, hasWebhook }, bounds);
      if (refused) return refused;
      const month = monthOf(now());
      const held: string[] = [];
      for (const { hits } of requests) {
        const one = yield* reservations.open({ accountId, month, quota, holder: null, hits });
        if (one === undefined) {
          for (const other of held) yield* reservations.release(other);
          return 'quota_exceeded';
        }
        held.push(one);
      }
      const row = yield* insert.get({
        id,
        account_id: accountId,
        base_url: baseUrl,
        webhook: webhook ? box.seal(JSON.stringify(webhook), batchContext(id)) : null,
        total: requests.length,
        created_at: createdAt,
      });
      if (!row) throw new Error('INSERT ... RETURNING gave no row.');
      for (const [at, request] of requests.entries()) {
        const reservationId = held[at] ?? '';
        yield* insertRequest({ ...request, batchId: id }, { status: 'queued', reservationId });
      }
      if (repeat) yield* finishRepeat(repeat.request, repeat.kept);
      return yield* toBatch(row);
    });
}
