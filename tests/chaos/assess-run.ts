import { createSqliteStore, type Store, type StoredRequest } from '@tintype/store';
import type { Clients } from './clients.ts';
import type { ReceivedOf } from './create-hooks.ts';

/** Compares promises with outcomes. */
export interface Assessment {
  /** Requests that got a 202, and those that were answered at once. */
  accepted: number;
  direct: number;
  succeeded: number;
  /** By code. */
  failed: Record<string, number>;
  /** Number of requests by the number of attempts. */
  attempts: Record<string, number>;
  webhooks: number;
  /** Webhooks beyond the first for one request; all of them with the same id and body. */
  duplicates: number;
  /** Promised requests that have not come to an end, or are not there. */
  lost: string[];
  /** Promised requests without a webhook. */
  missing: string[];
  /** Requests with two webhooks that differ, or with two rows in the outbox. */
  unequal: string[];
  /** Successful requests whose file is not there, whole. */
  withoutFile: string[];
  /** Charged renders of the account. */
  used: number;
  /**
   * Bounds of the charged renders: a direct render that was charged and whose response never left
   * is unknown to the client.
   */
  shouldBeUsed: { least: number; max: number };
  /** Reservations without a holder. */
  reserved: number;
}

export interface Evidence {
  dataDir: string;
  clients: Pick<Clients, 'promised' | 'directAsked'>;
  received: ReceivedOf;
  /** Ends the service, so that nothing moves any more. */
  stop(): Promise<void>;
}

/** Compares promises with the content of the store and with the webhooks received. */
export async function assessRun({
  dataDir,
  clients,
  received,
  stop,
}: Evidence): Promise<Assessment> {
  const { promised, directAsked } = clients;
  await stop();
  const store = createSqliteStore({ dataDir, now: Date.now });
  try {
    const [account] = await store.accounts.list();
    const accountId = account?.id ?? '';
    const requests = await allRequests(store, accountId);
    const byId = new Map(requests.map((request) => [request.id, request]));
    const ids = [...promised.later, ...promised.direct];
    const rows = await deliveryRows(store);
    const succeeded = requests.filter(({ status }) => status === 'succeeded');
    const { used, reserved } = await store.usage.used(accountId);
    const all = [...received.values()];
    const later = succeeded.filter(({ attempts }) => attempts > 0).length;
    return {
      accepted: promised.later.size,
      direct: promised.direct.size,
      succeeded: succeeded.length,
      failed: countBy(requests, ({ error }) => error?.code),
      attempts: countBy(requests, ({ attempts }) => String(attempts)),
      webhooks: all.reduce((sum, { count }) => sum + count, 0),
      duplicates: all.reduce((sum, { count }) => sum + count - 1, 0),
      lost: ids.filter((id) => !hasEnded(byId.get(id))),
      missing: ids.filter((id) => !received.has(id)),
      unequal: [...received].flatMap(([id, { webhookIds, bodies }]) =>
        webhookIds.size === 1 && bodies.size === 1 && rows.get(id) === 1 ? [] : [id],
      ),
      withoutFile: await withoutFile(store, succeeded),
      used,
      shouldBeUsed: { least: later + promised.direct.size, max: later + directAsked },
      reserved,
    };
  } finally {
    await store.close();
  }
}

export const hasEnded = (request: StoredRequest | undefined) =>
  request?.status === 'succeeded' || request?.status === 'failed';

export async function allRequests(store: Store, accountId: string): Promise<StoredRequest[]> {
  const found: StoredRequest[] = [];
  for (;;) {
    const before = found.at(-1)?.id;
    const page = await store.requests.list(accountId, { limit: 500, ...(before && { before }) });
    if (page.length === 0) return found;
    found.push(...page);
  }
}

/** Number of rows of the outbox for each request. */
async function deliveryRows(store: Store): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  let before: string | undefined;
  for (;;) {
    const page = await store.outbox.list({ limit: 500, ...(before && { before }) });
    if (page.length === 0) return rows;
    for (const { requestId } of page) rows.set(requestId, (rows.get(requestId) ?? 0) + 1);
    before = page.at(-1)?.id;
  }
}

async function withoutFile(store: Store, succeeded: readonly StoredRequest[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { id, file } of succeeded) {
    const row = await store.files.get(file?.name ?? '');
    if (row === undefined || (await store.fileBytes.read(row)) === undefined) missing.push(id);
  }
  return missing;
}

function countBy<T>(items: readonly T[], key: (item: T) => string | undefined) {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const name = key(item);
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
