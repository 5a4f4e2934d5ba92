import { v7 as uuid } from 'uuid';
import type { Delivery, DeliveryState, NewDelivery } from '../ports/outbox.ts';
import type { Database } from './open-database.ts';

/** A row of the table `outbox`. */
export interface DeliveryRow {
  id: string;
  account_id: string;
  request_id: string;
  host: string;
  url: string;
  signed: number;
  body: string;
  state: string;
  attempts: number;
  created_at: number;
  finished_at: number | null;
  last_status: number | null;
  last_error: string | null;
  available_at: number | null;
  token: number;
}

/** A step of a transaction that somebody else holds. */
export type InsertDelivery = (delivery: NewDelivery) => void;

export function prepareInsertDelivery(database: Database, now: () => number): InsertDelivery {
  const insert =
    database.prepare(`INSERT INTO outbox (id, account_id, request_id, host, url, signed,
      body, state, created_at, available_at)
    VALUES (:id, :account_id, :request_id, :host, :url, :signed,
      :body, 'pending', :created_at, :created_at)`);
  return (delivery) => {
    const instant = now();
    insert.run({
      id: uuid(),
      account_id: delivery.accountId,
      request_id: delivery.requestId,
      host: URL.parse(delivery.url)?.host ?? delivery.url,
      url: delivery.url,
      signed: Number(delivery.signed),
      body: delivery.body,
      created_at: instant,
    });
  };
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    url: row.url,
    signed: row.signed === 1,
    body: row.body,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    createdAt: row.created_at,
    ...(row.available_at === null ? {} : { nextAttemptAt: row.available_at }),
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
    ...(row.last_status === null ? {} : { lastStatus: row.last_status }),
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
  };
}
