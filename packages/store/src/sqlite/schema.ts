import { RenderError } from '@tintype/contract';
import type { Database } from './open-database.ts';

/** Says that a file is ours: "Tint" in ASCII. https://sqlite.org/pragma.html#pragma_application_id */
const APPLICATION_ID = 0x54696e74;

/**
 * What made each version out of the one before. A step that was published is never changed.
 *
 * `available_at` says the same everywhere: when a row can be claimed next, be it because it waits
 * until then or because the lease of whoever has it ends. A row that is finished has none.
 */
const steps: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;

  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'unpaid', 'revoked')),
    signature_required INTEGER NOT NULL,
    rate_per_minute INTEGER,
    quota_per_month INTEGER,
    access_key_hash BLOB UNIQUE,
    secret_key BLOB,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX accounts_by_name ON accounts (name) WHERE status <> 'revoked';

  CREATE TABLE usage (
    account_id TEXT NOT NULL,
    month TEXT NOT NULL,
    used INTEGER NOT NULL DEFAULT 0,
    reserved INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reservations (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    month TEXT NOT NULL,
    holder TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservations_by_holder ON reservations (holder) WHERE holder IS NOT NULL;

  CREATE TABLE requests (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    api TEXT NOT NULL,
    parameters BLOB NOT NULL,
    base_url TEXT NOT NULL,
    webhook_url TEXT,
    webhook_signed INTEGER,
    task_id INTEGER,
    scheduled_for INTEGER,
    status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'succeeded', 'failed')),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    file_name TEXT,
    file_extension TEXT,
    file_expires_at INTEGER,
    error TEXT,
    reservation_id TEXT,
    available_at INTEGER,
    token INTEGER NOT NULL DEFAULT 0,
    holder TEXT,
    UNIQUE (task_id, scheduled_for)
  ) STRICT;
  CREATE INDEX requests_due ON requests (account_id, available_at, id) WHERE available_at IS NOT NULL;
  CREATE INDEX requests_open ON requests (available_at) WHERE available_at IS NOT NULL;
  CREATE INDEX requests_held ON requests (holder) WHERE holder IS NOT NULL;
  CREATE INDEX requests_by_account ON requests (account_id, created_at DESC, id DESC);
  CREATE INDEX requests_by_task ON requests (task_id, created_at DESC, id DESC)
    WHERE task_id IS NOT NULL;
  CREATE INDEX requests_of_task_open ON requests (task_id)
    WHERE available_at IS NOT NULL AND task_id IS NOT NULL;
  CREATE INDEX requests_finished ON requests (finished_at) WHERE finished_at IS NOT NULL;

  CREATE TABLE files (
    name TEXT PRIMARY KEY,
    extension TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    account_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    attachment_name TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_by_expiry ON files (expires_at);

  CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    host TEXT NOT NULL,
    url TEXT NOT NULL,
    signed INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    last_status INTEGER,
    last_error TEXT,
    available_at INTEGER,
    token INTEGER NOT NULL DEFAULT 0,
    holder TEXT
  ) STRICT;
  CREATE INDEX outbox_due ON outbox (host, available_at, id) WHERE available_at IS NOT NULL;
  CREATE INDEX outbox_open ON outbox (available_at) WHERE available_at IS NOT NULL;
  CREATE INDEX outbox_held ON outbox (host, holder) WHERE holder IS NOT NULL;
  CREATE INDEX outbox_by_age ON outbox (created_at DESC, id DESC);
  CREATE INDEX outbox_by_account ON outbox (account_id, created_at DESC, id DESC);
  CREATE INDEX outbox_by_state ON outbox (state);
  CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;

  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    api TEXT NOT NULL,
    query BLOB NOT NULL,
    frequency TEXT NOT NULL,
    crontab TEXT NOT NULL,
    timezone TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    base_url TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_run_at INTEGER,
    runs INTEGER NOT NULL DEFAULT 0,
    next_run_at INTEGER
  ) STRICT;
  CREATE INDEX tasks_due ON tasks (account_id, next_run_at, id) WHERE next_run_at IS NOT NULL;
  CREATE INDEX tasks_next ON tasks (next_run_at) WHERE next_run_at IS NOT NULL;
  CREATE INDEX tasks_by_account ON tasks (account_id, created_at, id);
  `,
];

/** Brings a database to the newest version. @throws RenderError `storage_failed` when it is not one of ours */
export function migrate(database: Database, path: string): void {
  database.write(() => {
    const version = pragma(database, 'user_version');
    const owner = pragma(database, 'application_id');
    const hasTables = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
    if (owner !== APPLICATION_ID && hasTables) {
      throw new RenderError('storage_failed', `${path} is a database of another program.`);
    }
    if (version > steps.length) {
      throw new RenderError(
        'storage_failed',
        `The database ${path} was written by a newer Tintype (version ${version} of its tables; this one knows ${steps.length}). Update Tintype.`,
      );
    }
    if (version === steps.length) return;
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${steps.length}`);
  });
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  return database.prepare<Record<string, number>>(`PRAGMA ${name}`).get()?.[name] ?? 0;
}
