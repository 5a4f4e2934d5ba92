import type { ErrorBody } from '@tintype/contract';
import type { SecretBox } from '../../keys/secret-box.ts';
import type { NewFile } from '../../ports/files.ts';
import type { DeliverySubject } from '../../ports/outbox.ts';
import type {
  ClaimedRequest,
  NewOutput,
  NewRequest,
  RequestStatus,
  Results,
  StoredOutput,
  StoredRequest,
} from '../../ports/requests/requests.ts';
import type { Database, Steps } from '../database.ts';
import { prepareList } from '../prepare-list.ts';
import type { StoreKind } from '../../ports.ts';

export interface RequestRow {
  id: string;
  account_id: string;
  kind: string;
  /** 1 if it needs a page that shows frames on command. */
  records: number;
  parameters: Uint8Array;
  base_url: string;
  /** Sealed: {@link Details}. */
  details: Uint8Array | null;
  task_id: number | null;
  scheduled_for: number | null;
  batch_id: string | null;
  status: string;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  tries: number;
  /** Sealed: its name, which opens it. */
  file: Uint8Array | null;
  file_extension: string | null;
  file_expires_at: number | null;
  error: string | null;
  reservation_id: string | null;
  available_at: number | null;
  token: number;
}

/** A row without its parameters, which can be megabytes, and which are never reported. */
export type PublicRow = Omit<RequestRow, 'parameters' | 'records'>;
export const publicColumns = `id, account_id, kind, base_url, details, task_id, scheduled_for, batch_id, status, created_at,
  started_at, finished_at, tries, file, file_extension, file_expires_at, error, reservation_id,
  available_at, token`;

/** The slot of a task that a request is for. */
export interface Slot {
  taskId: number;
  scheduledFor: number;
}

/** State of a request when it is inserted. */
export type RequestStart =
  | { status: 'queued'; reservationId: string }
  | {
      status: 'succeeded';
      results: Results;
      metadata?: StoredRequest['metadata'] | undefined;
      createdAt?: number | undefined;
    }
  | { status: 'failed'; error: ErrorBody; createdAt?: number | undefined };

/** For encrypting parameters, which contain cookies and passwords. */
export interface RequestRowParts {
  database: Database;
  box: SecretBox;
  kinds: readonly StoreKind[];
  now: () => number;
}

/** Reported details of a request beside its status. */
interface Details {
  url?: string;
  webhook?: NonNullable<NewRequest['webhook']>;
  metadata?: NonNullable<StoredRequest['metadata']>;
  outputs?: NonNullable<StoredRequest['outputs']>;
  traceparent?: string;
}

export const parametersContext = ({ id }: { id: string }) => `request ${id}`;
export const detailsContext = ({ id }: { id: string }) => `request details ${id}`;
export const requestFileContext = ({ id }: { id: string }) => `request file ${id}`;

/** Longer URLs are truncated. */
const MAX_URL_LENGTH = 2_048;

function detailsOf({ parameters: { url }, webhook, traceparent }: NewRequest): Details {
  return {
    ...(typeof url === 'string' ? { url: withoutPassword(url).slice(0, MAX_URL_LENGTH) } : {}),
    ...(webhook ? { webhook } : {}),
    ...(traceparent ? { traceparent } : {}),
  };
}

function withoutPassword(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Outcome of a request, as far as it is in its details. */
export interface PublicDetails {
  metadata?: StoredRequest['metadata'] | undefined;
  outputs?: readonly NewOutput[] | undefined;
}

/** Details with metadata and files; null to leave them unchanged. */
export function detailsWith(
  { id, url, webhook, traceparent }: Pick<StoredRequest, 'id' | 'url' | 'webhook' | 'traceparent'>,
  { metadata = {}, outputs }: PublicDetails,
  box: SecretBox,
): Buffer | null {
  const hasMetadata = Object.keys(metadata).length > 0;
  if (!hasMetadata && outputs === undefined) return null;
  const details: Details = {
    ...(url && { url }),
    ...(webhook && { webhook }),
    ...(traceparent && { traceparent }),
    ...(hasMetadata && { metadata }),
    ...(outputs && { outputs: outputs.map(publicOutput) }),
  };
  return box.seal(JSON.stringify(details), detailsContext({ id }));
}

function publicOutput({ file, ...rest }: NewOutput): StoredOutput {
  if (file === undefined) return rest;
  const { name, extension, expiresAt, mediaType, bytes } = file;
  return { ...rest, file: { name, extension, expiresAt, mediaType, bytes } };
}

/** The subject of a webhook. */
export function toSubject(
  row: Pick<RequestRow, 'id' | 'details' | 'task_id'>,
  box: SecretBox,
): DeliverySubject {
  const { url, metadata } = openDetails(row, box) ?? {};
  const told = { ...(url && { url }), ...(metadata && { metadata }) };
  return { ...told, ...(row.task_id === null ? {} : { taskId: row.task_id }) };
}

/** A step of the caller's transaction. */
export type InsertRequest = (
  request: NewRequest,
  start: RequestStart,
  slot?: Slot,
) => Steps<StoredRequest>;

export function prepareInsertRequest({
  database,
  box,
  kinds,
  now,
}: RequestRowParts): InsertRequest {
  const recording = new Set(
    kinds.flatMap(({ name, frameControl }) => (frameControl ? [name] : [])),
  );
  const insert =
    database.prepare<RequestRow>(`INSERT INTO requests (id, account_id, kind, records, parameters,
      parameter_bytes, base_url, details, task_id, scheduled_for, batch_id, status, created_at,
      started_at, finished_at, file, file_extension, file_expires_at, error, reservation_id,
      available_at)
    VALUES (:id, :account_id, :kind, :records, :parameters, :parameter_bytes, :base_url, :details, :task_id,
      :scheduled_for, :batch_id, :status, :created_at, :started_at, :finished_at, :file, :file_extension,
      :file_expires_at, :error, :reservation_id, :available_at)
    RETURNING *`);
  return function* (request, start, slot) {
    const instant = now();
    const isQueued = start.status === 'queued';
    const createdAt = (isQueued ? undefined : start.createdAt) ?? instant;
    const details = detailsOf(request);
    const results: Results = start.status === 'succeeded' ? start.results : {};
    const metadata = start.status === 'succeeded' ? start.metadata : undefined;
    const told = { metadata, outputs: results.outputs };
    const parameters = isQueued ? sealParameters(request, box) : Buffer.alloc(0);
    const row = yield* insert.get({
      id: request.id,
      account_id: request.accountId,
      kind: request.kind,
      records: (request.records ?? recording.has(request.kind)) ? 1 : 0,
      parameters,
      parameter_bytes: parameters.byteLength,
      base_url: request.baseUrl,
      details:
        detailsWith({ id: request.id, ...details }, told, box) ??
        box.seal(JSON.stringify(details), detailsContext(request)),
      task_id: slot?.taskId ?? null,
      scheduled_for: slot?.scheduledFor ?? null,
      batch_id: request.batchId ?? null,
      status: start.status,
      created_at: createdAt,
      started_at: isQueued ? null : createdAt,
      finished_at: isQueued ? null : instant,
      ...fileColumns(request, results.file, box),
      error: start.status === 'failed' ? JSON.stringify(start.error) : null,
      reservation_id: isQueued ? start.reservationId : null,
      available_at: isQueued ? instant : null,
    });
    if (!row) throw new Error('INSERT ... RETURNING gave no row.');
    return toRequest(row, box);
  };
}

export function fileColumns(
  request: { id: string },
  file: NewFile | undefined,
  box: SecretBox,
): Pick<RequestRow, 'file' | 'file_extension' | 'file_expires_at'> {
  return {
    file: file ? box.seal(file.name, requestFileContext(request)) : null,
    file_extension: file?.extension ?? null,
    file_expires_at: file?.expiresAt ?? null,
  };
}

function sealParameters(request: NewRequest, box: SecretBox): Buffer {
  return box.seal(JSON.stringify(request.parameters), parametersContext(request));
}

function openDetails(row: Pick<RequestRow, 'id' | 'details'>, box: SecretBox): Details | undefined {
  const text = row.details === null ? undefined : box.open(row.details, detailsContext(row));
  return text === undefined ? undefined : (JSON.parse(text) as Details);
}

/** For a worker. A row changed by another program does not prevent reading the others. */
export function toClaimedRequest(row: RequestRow, box: SecretBox): ClaimedRequest {
  const text = box.open(row.parameters, parametersContext(row));
  const isReadable = text !== undefined && openDetails(row, box) !== undefined;
  return {
    ...toRequest(row, box),
    records: row.records === 1,
    ...(isReadable
      ? { parameters: JSON.parse(text) as Record<string, unknown> }
      : { parameters: {}, unreadable: true }),
  };
}

export const prepareRequestList = (database: Database) =>
  prepareList<PublicRow>(database, {
    table: 'requests',
    columns: ['account_id', 'task_id', 'batch_id', 'status', 'kind'],
    order: 'DESC',
    select: publicColumns,
  });

/** Without the parameters, which can be megabytes. */
export function toRequest(row: PublicRow, box: SecretBox): StoredRequest {
  const name = row.file === null ? undefined : box.open(row.file, requestFileContext(row));
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    ...openDetails(row, box),
    baseUrl: row.base_url,
    status: row.status as RequestStatus,
    createdAt: row.created_at,
    attempts: row.tries,
    ...(row.started_at === null ? {} : { startedAt: row.started_at }),
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
    ...(row.task_id === null ? {} : { taskId: row.task_id }),
    ...(row.batch_id === null ? {} : { batchId: row.batch_id }),
    ...(row.scheduled_for === null ? {} : { scheduledFor: row.scheduled_for }),
    ...(name === undefined
      ? {}
      : {
          file: {
            name,
            extension: row.file_extension ?? '',
            expiresAt: row.file_expires_at ?? 0,
          },
        }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) as ErrorBody }),
  };
}

export interface RequestsParts extends RequestRowParts {
  holder: string;
}
