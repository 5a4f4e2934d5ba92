import { createHash } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import type { SecretBox } from '../../keys/secret-box.ts';
import type { Delivery, DeliveryState, NewDelivery } from '../../ports/outbox.ts';
import { laneOf } from './delivery-lanes.ts';
import type { Database, Steps } from '../database.ts';

/** A row of the table `outbox`. */
export interface DeliveryRow {
  id: string;
  account_id: string;
  request_id: string;
  host: string;
  signed: number;
  /** Address and body, as a JSON list. */
  sealed: Uint8Array | null;
  state: string;
  attempts: number;
  created_at: number;
  finished_at: number | null;
  last_status: number | null;
  last_error: string | null;
  available_at: number | null;
  token: number;
  max_attempts: number | null;
}

/** For encrypting: URLs contain passwords, and bodies names of files, which give access. */
export interface DeliveryRowParts {
  database: Database;
  box: SecretBox;
  now: () => number;
}

export const deliveryContext = (id: string) => `delivery ${id}`;

/** The id of a webhook derives from that of its request and survives a restore. */
function deliveryId({ requestId, part }: NewDelivery): string {
  const name = `callback of ${requestId}${part === undefined ? '' : ` ${part}`}`;
  const hash = createHash('sha256').update(name).digest('hex');
  const known = /^([0-9a-f]{8}-[0-9a-f]{4}-)7([0-9a-f]{3}-[0-9a-f]{4}-)/.exec(requestId);
  if (!known) return uuid(hash, '8f9d5a3e-4f0c-5b1c-9a57-6d1f0e5b7c21');
  return `${known[1]}8${known[2]}${hash.slice(0, 12)}`;
}

/** A step of the caller's transaction. */
export type InsertDelivery = (delivery: NewDelivery) => Steps<void>;

export function prepareInsertDelivery({ database, box, now }: DeliveryRowParts): InsertDelivery {
  const insert =
    database.prepare(`INSERT INTO outbox (id, account_id, request_id, host, url, signed,
      body, sealed, state, created_at, available_at, max_attempts, lane)
    VALUES (:id, :account_id, :request_id, :host, '', :signed,
      '', :sealed, 'pending', :created_at, :created_at, :max_attempts, ${laneOf(':account_id', ':host')})`);
  return function* (delivery) {
    const id = deliveryId(delivery);
    yield* insert.run({
      id,
      account_id: delivery.accountId,
      request_id: delivery.requestId,
      host: hostOf(delivery.url),
      signed: Number(delivery.signed),
      sealed: sealDelivery(id, delivery, box),
      max_attempts: delivery.maxAttempts ?? null,
      created_at: now(),
    });
  };
}

/** Without user and password. E-mails, which have none, share one: claims skip empty hosts. */
function hostOf(url: string): string {
  return URL.parse(url)?.host || 'unknown';
}

export function sealDelivery(
  id: string,
  { url, body }: Pick<NewDelivery, 'url' | 'body'>,
  box: SecretBox,
): Buffer {
  return box.seal(JSON.stringify([url, body]), deliveryContext(id));
}

function openDelivery(
  { id, sealed }: DeliveryRow,
  box: SecretBox,
): Pick<Delivery, 'url' | 'body' | 'unreadable'> {
  const text = sealed === null ? undefined : box.open(sealed, deliveryContext(id));
  // One row that was changed by another program must not prevent reading all others.
  if (text === undefined) return { url: '', body: '', unreadable: true };
  const [url, body] = JSON.parse(text) as [string, string];
  return { url, body };
}

export function toDelivery(row: DeliveryRow, box: SecretBox): Delivery {
  return {
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    signed: row.signed === 1,
    ...openDelivery(row, box),
    ...(row.max_attempts === null ? {} : { maxAttempts: row.max_attempts }),
    state: row.state as DeliveryState,
    attempts: row.attempts,
    createdAt: row.created_at,
    ...(row.available_at === null ? {} : { nextAttemptAt: row.available_at }),
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
    ...(row.last_status === null ? {} : { lastStatus: row.last_status }),
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
  };
}
