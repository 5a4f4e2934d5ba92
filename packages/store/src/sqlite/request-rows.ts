import type { ErrorBody, Kind } from '@tintype/contract';
import { openSealed, type SecretBox } from '../keys/secret-box.ts';
import type { NewFile } from '../ports/files.ts';
import type { NewRequest, RequestStatus, StoredRequest } from '../ports/requests.ts';
import type { Database } from './open-database.ts';

/** A row of the table `requests`. */
export interface RequestRow {
  id: string;
  account_id: string;
  api: string;
  parameters: Uint8Array;
  base_url: string;
  webhook_url: string | null;
  webhook_signed: number | null;
  task_id: number | null;
  scheduled_for: number | null;
  status: string;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  tries: number;
  file_name: string | null;
  file_extension: string | null;
  file_expires_at: number | null;
  error: string | null;
  reservation_id: string | null;
  available_at: number | null;
  token: number;
}

/** The slot of a task that a request is for. */
export interface Slot {
  taskId: number;
  scheduledFor: number;
}

/** What is known of a request at once. */
export type RequestStart =
  | { status: 'queued'; reservationId: string }
  | { status: 'succeeded'; file: NewFile; createdAt?: number | undefined }
  | { status: 'failed'; error: ErrorBody; createdAt?: number | undefined };

/** What requests are written and read with. Their parameters carry cookies and passwords, and lie sealed. */
export interface RequestRowParts {
  database: Database;
  box: SecretBox;
  now: () => number;
}

const contextOf = ({ id }: { id: string }) => `request ${id}`;

/** A step of a transaction that somebody else holds. */
export type InsertRequest = (
  request: NewRequest,
  start: RequestStart,
  slot?: Slot,
) => StoredRequest;

export function prepareInsertRequest({ database, box, now }: RequestRowParts): InsertRequest {
  const insert =
    database.prepare<RequestRow>(`INSERT INTO requests (id, account_id, api, parameters,
      base_url, webhook_url, webhook_signed, task_id, scheduled_for, status, created_at,
      started_at, finished_at, file_name, file_extension, file_expires_at, error, reservation_id,
      available_at)
    VALUES (:id, :account_id, :api, :parameters, :base_url, :webhook_url, :webhook_signed, :task_id,
      :scheduled_for, :status, :created_at, :started_at, :finished_at, :file_name, :file_extension,
      :file_expires_at, :error, :reservation_id, :available_at)
    RETURNING *`);
  return (request, start, slot) => {
    const instant = now();
    const isQueued = start.status === 'queued';
    const createdAt = (isQueued ? undefined : start.createdAt) ?? instant;
    const row = insert.get({
      id: request.id,
      account_id: request.accountId,
      api: request.api,
      parameters: box.seal(JSON.stringify(request.parameters), contextOf(request)),
      base_url: request.baseUrl,
      webhook_url: request.webhook?.url ?? null,
      webhook_signed: request.webhook ? Number(request.webhook.signed) : null,
      task_id: slot?.taskId ?? null,
      scheduled_for: slot?.scheduledFor ?? null,
      status: start.status,
      created_at: createdAt,
      started_at: isQueued ? null : createdAt,
      finished_at: isQueued ? null : instant,
      ...fileColumns(start.status === 'succeeded' ? start.file : undefined),
      error: start.status === 'failed' ? JSON.stringify(start.error) : null,
      reservation_id: isQueued ? start.reservationId : null,
      available_at: isQueued ? instant : null,
    });
    if (!row) throw new Error('INSERT ... RETURNING gave no row.');
    return toRequest(row, box);
  };
}

export function fileColumns(file: NewFile | undefined) {
  return {
    file_name: file?.name ?? null,
    file_extension: file?.extension ?? null,
    file_expires_at: file?.expiresAt ?? null,
  };
}

export function toRequest(row: RequestRow, box: SecretBox): StoredRequest {
  return {
    id: row.id,
    accountId: row.account_id,
    api: row.api as Kind,
    parameters: JSON.parse(openSealed(box, row.parameters, contextOf(row))) as Record<
      string,
      unknown
    >,
    baseUrl: row.base_url,
    status: row.status as RequestStatus,
    createdAt: row.created_at,
    tries: row.tries,
    ...(row.webhook_url === null
      ? {}
      : { webhook: { url: row.webhook_url, signed: row.webhook_signed === 1 } }),
    ...(row.started_at === null ? {} : { startedAt: row.started_at }),
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
    ...(row.task_id === null ? {} : { taskId: row.task_id }),
    ...(row.scheduled_for === null ? {} : { scheduledFor: row.scheduled_for }),
    ...(row.file_name === null
      ? {}
      : {
          file: {
            name: row.file_name,
            extension: row.file_extension ?? '',
            expiresAt: row.file_expires_at ?? 0,
          },
        }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) as ErrorBody }),
  };
}
