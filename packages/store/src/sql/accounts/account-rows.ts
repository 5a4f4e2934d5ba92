import type { KindName } from '@tintype/contract';
import type { Account, AccountPage, AccountStatus } from '../../ports/accounts/accounts.ts';
import type { PlanName } from '../../plan-names.ts';
import type { Database, Steps } from '../database.ts';
import { prepareList } from '../prepare-list.ts';

interface Row {
  id: string;
  name: string;
  plan: string;
  status: string;
  signature_required: number;
  signature_version: number;
  publishable_kinds: string | null;
  previous_until: number | null;
  rate_per_minute: number | null;
  quota_per_month: number | null;
  created_at: number;
}

type Which = 'access' | 'secret';

/** The table of accounts. Steps of the caller's transaction. */
export interface AccountRows {
  insert(account: Account): Steps<number>;
  /** Everything but keys. */
  update(account: Account): Steps<number>;
  setAccessKeyHash(id: string, hash: Uint8Array): Steps<number>;
  setSecretKey(id: string, sealed: Uint8Array): Steps<number>;
  /** Destroys the keys and takes the tasks off the calendar. */
  revoke(id: string): Steps<boolean>;
  hasAny(): Steps<boolean>;
  list(page: AccountPage): Steps<Account[]>;
  get(id: string): Steps<Account | undefined>;
  /** Of those that are not revoked. */
  byName(name: string): Steps<Account | undefined>;
  /** Keeps the key that the account has now, beside the one that it gets. */
  keepKey(id: string, which: Which, until: number): Steps<number>;
  /** Deletes stored values. */
  dropKept(id: string, which: Which): Steps<number>;
  /** Whose key was rotated and is still good. */
  byKeptHash(hash: Uint8Array, now: number): Steps<Account | undefined>;
  keptSecret(id: string, now: number): Steps<Uint8Array | undefined>;
  byKeyHash(hash: Uint8Array): Steps<{ account: Account; hash: Uint8Array } | undefined>;
  secretKey(id: string): Steps<Uint8Array | undefined>;
  /** Without a hash, the key ends. False if nothing has changed. */
  setPublishable(
    id: string,
    hash: Uint8Array | null,
    kinds: readonly KindName[] | null,
  ): Steps<boolean>;
  byPublishableHash(hash: Uint8Array): Steps<Account | undefined>;
}

const WRITTEN = `id, name, plan, status, signature_required, signature_version, rate_per_minute,
  quota_per_month, created_at`;
const COLUMNS = `${WRITTEN}, publishable_kinds,
  (SELECT max(valid_until) FROM previous_keys WHERE account_id = accounts.id) AS previous_until`;

export function createAccountRows(database: Database): AccountRows {
  const select = (where: string) =>
    database.prepare<Row>(`SELECT ${COLUMNS} FROM accounts ${where}`);
  const insert = database.prepare(`INSERT INTO accounts (${WRITTEN}) VALUES (:id, :name, :plan,
    :status, :signature_required, :signature_version, :rate_per_minute, :quota_per_month, :created_at)`);
  const update = database.prepare(`UPDATE accounts SET name = :name, plan = :plan, status = :status,
    signature_required = :signature_required, signature_version = :signature_version, rate_per_minute = :rate_per_minute,
    quota_per_month = :quota_per_month WHERE id = :id`);
  const setHash = database.prepare(`UPDATE accounts SET access_key_hash = :hash WHERE id = :id`);
  const setSecret = database.prepare(`UPDATE accounts SET secret_key = :sealed WHERE id = :id`);
  const revoke = database.prepare(`UPDATE accounts SET status = 'revoked', access_key_hash = NULL,
    secret_key = NULL, publishable_key_hash = NULL, publishable_kinds = NULL
    WHERE id = :id AND status <> 'revoked'`);
  const setPublishable = database.prepare(`UPDATE accounts
    SET publishable_key_hash = :hash, publishable_kinds = :kinds
    WHERE id = :id AND publishable_key_hash IS DISTINCT FROM :hash`);
  const byPublishableHash = select('WHERE publishable_key_hash = :hash');
  const stopTasks = database.prepare(
    `UPDATE tasks SET enabled = 0, next_run_at = NULL WHERE account_id = :id`,
  );
  const dropSessions = database.prepare(`DELETE FROM page_sessions WHERE account_id = :id`);
  const any = database.prepare(`SELECT 1 FROM accounts WHERE status <> 'revoked' LIMIT 1`);
  const list = prepareList<Row>(database, {
    table: 'accounts',
    columns: [],
    order: 'ASC',
    select: COLUMNS,
  });
  const byId = select('WHERE id = :id');
  const byName = select(`WHERE name = :name AND status <> 'revoked'`);
  const byHash = database.prepare<Row & { access_key_hash: Uint8Array }>(
    `SELECT ${COLUMNS}, access_key_hash FROM accounts WHERE access_key_hash = :hash`,
  );
  const keep = (column: string) =>
    database.prepare(`INSERT INTO previous_keys (account_id, which, value, valid_until)
      SELECT id, CAST(:which AS TEXT), ${column}, CAST(:until AS BIGINT) FROM accounts WHERE id = :id AND ${column} IS NOT NULL
      ON CONFLICT (account_id, which) DO UPDATE SET value = excluded.value, valid_until = excluded.valid_until`);
  const keepOf = { access: keep('access_key_hash'), secret: keep('secret_key') };
  const drop = database.prepare(
    `DELETE FROM previous_keys WHERE account_id = :id AND which = :which`,
  );
  const byKept = select(`WHERE id = (SELECT account_id FROM previous_keys
    WHERE which = 'access' AND value = :hash AND valid_until > :now)`);
  const keptSecret = database.prepare<{ value: Uint8Array }>(`SELECT value FROM previous_keys
    WHERE account_id = :id AND which = 'secret' AND valid_until > :now`);
  const secret = database.prepare<{ secret_key: Uint8Array | null }>(
    `SELECT secret_key FROM accounts WHERE id = :id`,
  );
  return {
    insert: (account) => insert.run(toRow(account)),
    update: (account) => {
      const { created_at: _, ...row } = toRow(account);
      return update.run(row);
    },
    setAccessKeyHash: (id, hash) => setHash.run({ id, hash }),
    setSecretKey: (id, sealed) => setSecret.run({ id, sealed }),
    *revoke(id) {
      yield* stopTasks.run({ id });
      yield* dropSessions.run({ id });
      yield* drop.run({ id, which: 'access' });
      yield* drop.run({ id, which: 'secret' });
      return (yield* revoke.run({ id })) === 1;
    },
    *hasAny() {
      return (yield* any.get()) !== undefined;
    },
    *list(page) {
      return (yield* list({}, page)).map(toAccount);
    },
    get: (id) => optional(byId.get({ id })),
    byName: (name) => optional(byName.get({ name })),
    *byKeyHash(hash) {
      const row = yield* byHash.get({ hash });
      return row && { account: toAccount(row), hash: row.access_key_hash };
    },
    keepKey: (id, which, until) => keepOf[which].run({ id, which, until }),
    dropKept: (id, which) => drop.run({ id, which }),
    byKeptHash: (hash, now) => optional(byKept.get({ hash, now })),
    *keptSecret(id, now) {
      return (yield* keptSecret.get({ id, now }))?.value;
    },
    *setPublishable(id, hash, kinds) {
      const row = { id, hash, kinds: kinds && JSON.stringify(kinds) };
      return (yield* setPublishable.run(row)) === 1;
    },
    byPublishableHash: (hash) => optional(byPublishableHash.get({ hash })),
    *secretKey(id) {
      return (yield* secret.get({ id }))?.secret_key ?? undefined;
    },
  };
}

function* optional(found: Steps<Row | undefined>): Steps<Account | undefined> {
  const row = yield* found;
  return row && toAccount(row);
}

function toRow(account: Account) {
  return {
    id: account.id,
    name: account.name,
    plan: account.plan,
    status: account.status,
    signature_required: Number(account.signatureRequired),
    signature_version: account.signatureVersion,
    rate_per_minute: account.ratePerMinute ?? null,
    quota_per_month: account.quotaPerMonth ?? null,
    created_at: account.createdAt,
  };
}

function toAccount(row: Row): Account {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan as PlanName,
    status: row.status as AccountStatus,
    signatureRequired: row.signature_required === 1,
    signatureVersion: row.signature_version === 2 ? 2 : 1,
    ...(row.publishable_kinds === null
      ? {}
      : { publishableKinds: JSON.parse(row.publishable_kinds) as KindName[] }),
    ...(row.rate_per_minute === null ? {} : { ratePerMinute: row.rate_per_minute }),
    ...(row.quota_per_month === null ? {} : { quotaPerMonth: row.quota_per_month }),
    ...(row.previous_until === null ? {} : { previousKeysUntil: row.previous_until }),
    createdAt: row.created_at,
  };
}
