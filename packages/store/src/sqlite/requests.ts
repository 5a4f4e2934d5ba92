import type { Requests } from '../ports/requests.ts';
import { prepareInsertDelivery } from './delivery-rows.ts';
import { prepareInsertFile } from './file-rows.ts';
import { monthOf } from './months.ts';
import { createRequestClaims } from './request-claims.ts';
import {
  prepareInsertRequest,
  toRequest,
  type RequestRow,
  type RequestRowParts,
} from './request-rows.ts';
import { createReservations } from './reservations.ts';

/** What requests lie on. */
export interface RequestsParts extends RequestRowParts {
  holder: string;
}

export function createRequests(parts: RequestsParts): Requests {
  const { database, now } = parts;
  const insert = prepareInsertRequest(parts);
  const insertFile = prepareInsertFile(database, now);
  const insertDelivery = prepareInsertDelivery(database, now);
  const reservations = createReservations(database);
  return {
    accept: async (request, quota) =>
      database.write(() => {
        const { accountId } = request;
        const month = monthOf(now());
        const reservationId = reservations.open({ accountId, month, quota, holder: null });
        if (reservationId === undefined) return 'quota_exceeded';
        return insert(request, { status: 'queued', reservationId });
      }),
    recordFinished: async (request, outcome, delivery) =>
      database.write(() => {
        if ('file' in outcome) insertFile(request.accountId, outcome.file);
        if (delivery) insertDelivery(delivery);
        return insert(
          request,
          'file' in outcome
            ? { status: 'succeeded', file: outcome.file, createdAt: outcome.createdAt }
            : { status: 'failed', error: outcome.error, createdAt: outcome.createdAt },
        );
      }),
    ...createRequestClaims(parts),
    ...prepareViews(parts),
  };
}

function prepareViews({
  database,
  box,
}: RequestsParts): Pick<Requests, 'get' | 'getFor' | 'list' | 'counts'> {
  const get = database.prepare<RequestRow>(`SELECT * FROM requests WHERE id = :id`);
  const older = `(:before IS NULL OR (created_at, id) <
    (SELECT created_at, id FROM requests WHERE id = :before AND account_id = :account_id))
    ORDER BY created_at DESC, id DESC LIMIT :limit`;
  const listAll = database.prepare<RequestRow>(
    `SELECT * FROM requests WHERE account_id = :account_id AND ${older}`,
  );
  const listRuns = database.prepare<RequestRow>(
    `SELECT * FROM requests
     WHERE task_id = :task_id AND account_id = :account_id AND ${older}`,
  );
  const counts = database.prepare<{ status: string; count: number }>(
    `SELECT status, count(*) AS count FROM requests WHERE available_at IS NOT NULL GROUP BY status`,
  );
  return {
    get: async (id) => {
      const row = database.read(() => get.get({ id }));
      return row && toRequest(row, box);
    },
    getFor: async (accountId, id) => {
      const row = database.read(() => get.get({ id }));
      return row?.account_id === accountId ? toRequest(row, box) : undefined;
    },
    list: async (accountId, { taskId, limit, before = null }) =>
      database
        .read(() =>
          taskId === undefined
            ? listAll.all({ account_id: accountId, limit, before })
            : listRuns.all({ account_id: accountId, limit, before, task_id: taskId }),
        )
        .map((row) => toRequest(row, box)),
    counts: async () => {
      const rows = database.read(() => counts.all());
      const count = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
      return { queued: count('queued'), processing: count('processing') };
    },
  };
}
