import type { Requests } from '../../ports/requests/requests.ts';
import { prepareInsertDelivery } from '../deliveries/delivery-rows.ts';
import { prepareInsertFile } from '../files/file-rows.ts';
import { filesOf, prepareLinkFiles } from '../files/file-links.ts';
import { prepareFinish } from './idempotency.ts';
import { monthOf, createReservations } from '../accounts/reservations.ts';
import { createRequestClaims } from './request-claims.ts';
import { prepareRefusal } from '../accounts/account-bounds.ts';
import {
  prepareInsertRequest,
  prepareRequestList,
  publicColumns,
  toRequest,
  type PublicRow,
  type RequestsParts,
} from './request-rows.ts';
import { type RowPlace, prepareRowCounts } from '../prepare-list.ts';
import { prepareRemove } from './remove-request.ts';
import { prepareSearch, type SearchParts } from './search-requests.ts';

export function createRequests(parts: RequestsParts & SearchParts): Requests {
  const { database, now } = parts;
  const linkFiles = prepareLinkFiles(database);
  const insert = prepareInsertRequest(parts);
  const insertFile = prepareInsertFile(parts);
  const insertDelivery = prepareInsertDelivery(parts);
  const refusal = prepareRefusal(database);
  const finishRepeat = prepareFinish(parts);
  const reservations = createReservations(database, now);
  return {
    enqueue: async (request, quota, bounds = {}, repeat) =>
      database.writeFor(request.accountId, function* () {
        const { accountId } = request;
        const refused = yield* refusal(request, bounds);
        if (refused) return refused;
        const month = monthOf(now());
        const reservationId = yield* reservations.open({
          accountId,
          month,
          quota,
          holder: null,
          hits: request.hits,
        });
        if (reservationId === undefined) return 'quota_exceeded';
        if (repeat) yield* finishRepeat(repeat.request, repeat.kept);
        return yield* insert(request, { status: 'queued', reservationId });
      }),
    recordFinished: async (request, outcome, delivery) =>
      database.writeFor(request.accountId, function* () {
        const { accountId } = request;
        for (const file of filesOf(outcome))
          yield* insertFile(accountId, file, outcome.storedBytes);
        yield* linkFiles(request, outcome);
        if (delivery) yield* insertDelivery(delivery);
        if (outcome.repeat) yield* finishRepeat(outcome.repeat.request, outcome.repeat.kept);
        if (outcome.reservationId !== undefined) yield* reservations.settle(outcome.reservationId);
        return yield* insert(
          request,
          outcome.error === undefined
            ? {
                status: 'succeeded',
                results: outcome,
                metadata: outcome.metadata,
                createdAt: outcome.createdAt,
              }
            : { status: 'failed', error: outcome.error, createdAt: outcome.createdAt },
        );
      }),
    ...createRequestClaims(parts),
    ...prepareViews(parts),
    search: prepareSearch(parts),
    remove: prepareRemove(parts),
  };
}

function prepareViews({
  database,
  box,
}: RequestsParts): Pick<Requests, 'get' | 'getFor' | 'list' | 'counts'> {
  const get = database.prepare<PublicRow>(`SELECT ${publicColumns} FROM requests WHERE id = :id`);
  const list = prepareRequestList(database);
  const placeOf = database.prepare<RowPlace<string>>(`SELECT created_at AS "createdAt", id
    FROM requests WHERE id = :id AND account_id = :account_id`);
  const counts = prepareRowCounts(database, 'requests', ['queued', 'processing']);
  return {
    get: async (id) => {
      const row = await database.read(() => get.get({ id }));
      return row && toRequest(row, box);
    },
    getFor: async (accountId, id) => {
      const row = await database.read(() => get.get({ id }));
      return row?.account_id === accountId ? toRequest(row, box) : undefined;
    },
    list: async (accountId, { taskId, batchId, status, kind, limit, before, after: place }) =>
      database.read(function* () {
        const row = { id: before ?? '', account_id: accountId };
        const after = before === undefined ? place : yield* placeOf.get(row);
        if (before !== undefined && !after) return [];
        const rows = yield* list(
          { account_id: accountId, task_id: taskId, batch_id: batchId, status, kind },
          { limit, after },
        );
        return rows.map((one) => toRequest(one, box));
      }),
    counts: async () => database.read(counts),
  };
}
