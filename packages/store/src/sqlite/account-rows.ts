import type { Account, AccountStatus } from '../ports/accounts.ts';
import type { PlanName } from '../plans.ts';
import type { Database } from './open-database.ts';

interface Row {
  id: string;
  name: string;
  plan: string;
  status: string;
  signature_required: number;
  rate_per_minute: number | null;
  quota_per_month: number | null;
  created_at: number;
}

/** The table of accounts. Steps of a transaction that somebody else holds. */
export interface AccountRows {
  insert(account: Account): void;
  /** Everything but keys. */
  update(account: Account): void;
  setAccessKeyHash(id: string, hash: Uint8Array): void;
  setSecretKey(id: string, sealed: Uint8Array): void;
  /** Destroys the keys and takes the tasks off the calendar. */
  revoke(id: string): boolean;
  hasAny(): boolean;
  list(): Account[];
  get(id: string): Account | undefined;
  /** Of those that are not revoked. */
  byName(name: string): Account | undefined;
  byKeyHash(hash: Uint8Array): { account: Account; hash: Uint8Array } | undefined;
  secretKey(id: string): Uint8Array | undefined;
}

const COLUMNS = `id, name, plan, status, signature_required, rate_per_minute, quota_per_month,
  created_at`;

export function createAccountRows(database: Database): AccountRows {
  const select = (where: string) =>
    database.prepare<Row>(`SELECT ${COLUMNS} FROM accounts ${where}`);
  const insert = database.prepare(`INSERT INTO accounts (${COLUMNS}) VALUES (:id, :name, :plan,
    :status, :signature_required, :rate_per_minute, :quota_per_month, :created_at)`);
  const update = database.prepare(`UPDATE accounts SET name = :name, plan = :plan, status = :status,
    signature_required = :signature_required, rate_per_minute = :rate_per_minute,
    quota_per_month = :quota_per_month WHERE id = :id`);
  const setHash = database.prepare(`UPDATE accounts SET access_key_hash = :hash WHERE id = :id`);
  const setSecret = database.prepare(`UPDATE accounts SET secret_key = :sealed WHERE id = :id`);
  const revoke = database.prepare(`UPDATE accounts SET status = 'revoked', access_key_hash = NULL,
    secret_key = NULL WHERE id = :id AND status <> 'revoked'`);
  const stopTasks = database.prepare(
    `UPDATE tasks SET enabled = 0, next_run_at = NULL WHERE account_id = :id`,
  );
  const any = database.prepare(`SELECT 1 FROM accounts WHERE status <> 'revoked' LIMIT 1`);
  const all = select('ORDER BY created_at, id');
  const byId = select('WHERE id = :id');
  const byName = select(`WHERE name = :name AND status <> 'revoked'`);
  const byHash = database.prepare<Row & { access_key_hash: Uint8Array }>(
    `SELECT ${COLUMNS}, access_key_hash FROM accounts WHERE access_key_hash = :hash`,
  );
  const secret = database.prepare<{ secret_key: Uint8Array | null }>(
    `SELECT secret_key FROM accounts WHERE id = :id`,
  );
  return {
    insert: (account) => void insert.run(toRow(account)),
    update: (account) => {
      const { created_at: _, ...row } = toRow(account);
      update.run(row);
    },
    setAccessKeyHash: (id, hash) => void setHash.run({ id, hash }),
    setSecretKey: (id, sealed) => void setSecret.run({ id, sealed }),
    revoke: (id) => {
      stopTasks.run({ id });
      return revoke.run({ id }) === 1;
    },
    hasAny: () => any.get() !== undefined,
    list: () => all.all().map(toAccount),
    get: (id) => optional(byId.get({ id })),
    byName: (name) => optional(byName.get({ name })),
    byKeyHash: (hash) => {
      const row = byHash.get({ hash });
      return row && { account: toAccount(row), hash: row.access_key_hash };
    },
    secretKey: (id) => secret.get({ id })?.secret_key ?? undefined,
  };
}

function optional(row: Row | undefined): Account | undefined {
  return row && toAccount(row);
}

function toRow(account: Account) {
  return {
    id: account.id,
    name: account.name,
    plan: account.plan,
    status: account.status,
    signature_required: Number(account.signatureRequired),
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
    ...(row.rate_per_minute === null ? {} : { ratePerMinute: row.rate_per_minute }),
    ...(row.quota_per_month === null ? {} : { quotaPerMonth: row.quota_per_month }),
    createdAt: row.created_at,
  };
}
