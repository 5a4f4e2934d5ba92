import type { AccountBounds, Kept } from '../../ports/accounts/capacity.ts';
import type { NewRequest, NotQueued } from '../../ports/requests/requests.ts';
import type { Database, Steps } from '../database.ts';

/** Reads the stored data of an account. */
export function prepareKept(database: Database): (accountId: string) => Steps<Kept> {
  const read = database.prepare<Kept>(`SELECT waiting, webhooks,
      file_bytes + waiting_bytes AS "storedBytes"
    FROM kept WHERE account_id = :account_id`);
  return function* (accountId) {
    const row = yield* read.get({ account_id: accountId });
    return row ? { ...row } : { waiting: 0, webhooks: 0, storedBytes: 0 };
  };
}

/** Why something may not wait, beside the quota. */
type Refusal = Exclude<NotQueued, 'quota_exceeded'>;

/** The same of several requests that come together. */
export function prepareBatchRefusal(
  database: Database,
): (
  accountId: string,
  batch: { requests: readonly NewRequest[]; hasWebhook: boolean },
  bounds: AccountBounds,
) => Steps<Refusal | undefined> {
  const kept = prepareKept(database);
  return function* (
    accountId,
    { requests, hasWebhook },
    { waiting = Infinity, storedBytes = Infinity },
  ) {
    const present = yield* kept(accountId);
    if (present.waiting + requests.length > waiting) return 'too_many_waiting';
    if (hasWebhook && present.webhooks >= waiting) return 'too_many_waiting';
    const bytes = requests.map(({ parameters }) => Buffer.byteLength(JSON.stringify(parameters)));
    const sum = bytes.reduce((all, one) => all + one, present.storedBytes);
    return sum > storedBytes ? 'storage_exceeded' : undefined;
  };
}

/** Returns why a request may not be queued, within the caller's transaction. */
export function prepareRefusal(
  database: Database,
): (request: NewRequest, bounds: AccountBounds) => Steps<Refusal | undefined> {
  const kept = prepareKept(database);
  return function* (request, { waiting = Infinity, storedBytes = Infinity }) {
    if (waiting === Infinity && storedBytes === Infinity) return undefined;
    const present = yield* kept(request.accountId);
    if (present.waiting >= waiting) return 'too_many_waiting';
    if (request.webhook && present.webhooks >= waiting) return 'too_many_waiting';
    const bytes = Buffer.byteLength(JSON.stringify(request.parameters));
    return present.storedBytes + bytes > storedBytes ? 'storage_exceeded' : undefined;
  };
}
