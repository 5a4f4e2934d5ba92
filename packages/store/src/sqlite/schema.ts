import { RenderError } from '@tintype/contract/errors';
import type { Database } from './open-database.ts';

/** "Tint" in ASCII. https://sqlite.org/pragma.html#pragma_application_id */
const APPLICATION_ID = 0x54696e74;

/**
 * Statements that bring a database from each version to the next. A published step is never
 * changed.
 *
 * `available_at` has the same meaning in every table: the time at which a row can be claimed next,
 * when it becomes due or when its lease expires. A finished row has none.
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
    signature_version INTEGER NOT NULL DEFAULT 1,
    rate_per_minute INTEGER,
    quota_per_month INTEGER,
    access_key_hash BLOB UNIQUE,
    secret_key BLOB,
    publishable_key_hash BLOB,
    publishable_kinds TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX accounts_by_name ON accounts (name) WHERE status <> 'revoked';
  CREATE UNIQUE INDEX accounts_by_publishable_key ON accounts (publishable_key_hash)
    WHERE publishable_key_hash IS NOT NULL;
  CREATE INDEX accounts_by_age ON accounts (created_at, id);

  -- Rotated keys that are still valid: the hash of an access key, or an encrypted secret key.
  CREATE TABLE previous_keys (
    account_id TEXT NOT NULL,
    which TEXT NOT NULL CHECK (which IN ('access', 'secret')),
    value BLOB NOT NULL,
    valid_until INTEGER NOT NULL,
    PRIMARY KEY (account_id, which)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX previous_access_keys ON previous_keys (value) WHERE which = 'access';

  CREATE TABLE usage (
    account_id TEXT NOT NULL,
    month TEXT NOT NULL,
    used INTEGER NOT NULL DEFAULT 0,
    reserved INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month)
  ) STRICT, WITHOUT ROWID;

  -- Renders by day (UTC), as 2026-11-21, of the day on which they were counted.
  CREATE TABLE usage_days (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reservations (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    month TEXT NOT NULL,
    holder TEXT,
    hits INTEGER NOT NULL DEFAULT 1
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservations_by_holder ON reservations (holder) WHERE holder IS NOT NULL;

  CREATE TABLE requests (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- 1: it needs a recorder, as its kind requires.
    records INTEGER NOT NULL DEFAULT 0,
    parameters BLOB NOT NULL,
    parameter_bytes INTEGER NOT NULL DEFAULT 0,
    base_url TEXT NOT NULL,
    details BLOB,
    batch_id TEXT,
    task_id INTEGER,
    scheduled_for INTEGER,
    status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'succeeded', 'failed')),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    file BLOB,
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
  CREATE INDEX requests_open ON requests (available_at, account_id) WHERE available_at IS NOT NULL;
  -- Requests that need a recorder, and the others, are claimed separately. Excluded kinds are skipped in the
  -- index: their rows are not read.
  CREATE INDEX requests_due_recordings ON requests (account_id, available_at, id, kind)
    WHERE available_at IS NOT NULL AND records = 1;
  CREATE INDEX requests_due_others ON requests (account_id, available_at, id, kind)
    WHERE available_at IS NOT NULL AND records = 0;
  CREATE INDEX requests_open_recordings ON requests (available_at, account_id)
    WHERE available_at IS NOT NULL AND records = 1;
  CREATE INDEX requests_open_others ON requests (available_at, account_id)
    WHERE available_at IS NOT NULL AND records = 0;
  CREATE INDEX requests_held ON requests (holder) WHERE holder IS NOT NULL;
  CREATE INDEX requests_by_account ON requests (account_id, created_at DESC, id DESC);
  CREATE INDEX requests_by_task ON requests (task_id, created_at DESC, id DESC)
    WHERE task_id IS NOT NULL;
  CREATE INDEX requests_of_task_open ON requests (task_id)
    WHERE available_at IS NOT NULL AND task_id IS NOT NULL;
  CREATE INDEX requests_by_status ON requests (account_id, status, created_at DESC, id DESC);
  CREATE INDEX requests_by_kind ON requests (account_id, kind, created_at DESC, id DESC);
  CREATE INDEX requests_by_batch ON requests (batch_id, created_at DESC, id DESC)
    WHERE batch_id IS NOT NULL;
  CREATE INDEX requests_of_batch ON requests (batch_id, status, created_at DESC, id DESC)
    WHERE batch_id IS NOT NULL;
  CREATE INDEX requests_of_batch_open ON requests (batch_id)
    WHERE available_at IS NOT NULL AND batch_id IS NOT NULL;
  CREATE INDEX requests_finished ON requests (finished_at) WHERE finished_at IS NOT NULL;

  -- Files of each request: those of no other request are deleted with it.
  CREATE TABLE request_files (
    request_id TEXT NOT NULL,
    file TEXT NOT NULL,
    PRIMARY KEY (request_id, file)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX request_files_by_file ON request_files (file);
  CREATE TRIGGER request_files_removed AFTER DELETE ON requests BEGIN
    DELETE FROM request_files WHERE request_id = OLD.id;
  END;

  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    base_url TEXT NOT NULL,
    webhook BLOB,
    total INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    succeeded INTEGER,
    failed INTEGER
  ) STRICT;
  CREATE INDEX batches_open ON batches (created_at) WHERE finished_at IS NULL;
  CREATE INDEX batches_finished ON batches (finished_at) WHERE finished_at IS NOT NULL;

  CREATE TABLE files (
    name TEXT PRIMARY KEY,
    extension TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    account_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    attachment_name TEXT,
    sealed BLOB,
    -- The request whose trace it is; brief ones were not requested, and do not count.
    trace_of TEXT,
    is_brief INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_by_expiry ON files (expires_at);
  CREATE INDEX files_by_content ON files (account_id, sha256);
  CREATE INDEX files_of_traces ON files (account_id, trace_of) WHERE trace_of IS NOT NULL;

  -- lane: 1: due; 2: due, to a receiver that keeps failing. NULL: waiting, in progress, or ended.
  CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    host TEXT NOT NULL,
    url TEXT NOT NULL,
    signed INTEGER NOT NULL,
    body TEXT NOT NULL,
    sealed BLOB,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    max_attempts INTEGER,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    last_status INTEGER,
    last_error TEXT,
    available_at INTEGER,
    token INTEGER NOT NULL DEFAULT 0,
    holder TEXT,
    lane INTEGER
  ) STRICT;
  CREATE INDEX outbox_rotation ON outbox (lane, account_id, host, id) WHERE lane IS NOT NULL;
  CREATE INDEX outbox_waiting ON outbox (available_at)
    WHERE lane IS NULL AND available_at IS NOT NULL;
  CREATE INDEX outbox_by_request ON outbox (request_id);
  CREATE INDEX outbox_held ON outbox (host, holder) WHERE holder IS NOT NULL;
  CREATE INDEX outbox_by_age ON outbox (created_at DESC, id DESC);
  CREATE INDEX outbox_by_account ON outbox (account_id, created_at DESC, id DESC);
  CREATE INDEX outbox_by_state ON outbox (state, created_at DESC, id DESC);
  CREATE INDEX outbox_by_account_and_state ON outbox (account_id, state, created_at DESC, id DESC);
  CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;
  CREATE TABLE failing_receivers (
    account_id TEXT NOT NULL,
    host TEXT NOT NULL,
    failures INTEGER NOT NULL,
    failed_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, host)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX failing_receivers_by_age ON failing_receivers (failed_at);

  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
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
  CREATE INDEX tasks_next ON tasks (next_run_at, account_id) WHERE next_run_at IS NOT NULL;
  CREATE INDEX tasks_by_account ON tasks (account_id, created_at, id);
  CREATE INDEX tasks_by_age ON tasks (created_at, id);

  -- Responses that can be repeated, by their Idempotency-Key.
  CREATE TABLE idempotency (
    account_id TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    holder TEXT,
    answer BLOB,
    file TEXT,
    bytes INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, key_hash)
  ) STRICT;
  CREATE INDEX idempotency_by_age ON idempotency (created_at);
  CREATE INDEX idempotency_by_account ON idempotency (account_id, created_at);
  CREATE INDEX idempotency_by_file ON idempotency (file) WHERE file IS NOT NULL;
  CREATE INDEX idempotency_held ON idempotency (holder) WHERE holder IS NOT NULL;

  -- Sessions, by the hash of the secret of the browser or program; without an account, the operator's.
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('session', 'link', 'token')),
    secret_hash BLOB NOT NULL UNIQUE,
    account_id TEXT,
    key_hash BLOB,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_account ON sessions (account_id, purpose, created_at DESC, id DESC);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  -- Changes by operators, and figures of the service.
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    book TEXT NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_by_book ON journal (book, id);

  -- Stored data of each account, counted by triggers.
  CREATE TABLE kept (
    account_id TEXT PRIMARY KEY,
    file_bytes INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    waiting_bytes INTEGER NOT NULL DEFAULT 0,
    requests INTEGER NOT NULL DEFAULT 0,
    webhooks INTEGER NOT NULL DEFAULT 0,
    deliveries INTEGER NOT NULL DEFAULT 0,
    answers INTEGER NOT NULL DEFAULT 0,
    answer_bytes INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER file_kept AFTER INSERT ON files WHEN NEW.is_brief = 0 BEGIN
    INSERT INTO kept (account_id, file_bytes) VALUES (NEW.account_id, NEW.bytes)
      ON CONFLICT (account_id) DO UPDATE SET file_bytes = file_bytes + NEW.bytes;
  END;
  CREATE TRIGGER file_removed AFTER DELETE ON files WHEN OLD.is_brief = 0 BEGIN
    UPDATE kept SET file_bytes = file_bytes - OLD.bytes WHERE account_id = OLD.account_id;
  END;
  CREATE TRIGGER request_kept AFTER INSERT ON requests BEGIN
    INSERT INTO kept (account_id, requests, waiting, waiting_bytes)
      VALUES (NEW.account_id, 1, NEW.available_at IS NOT NULL, NEW.parameter_bytes)
      ON CONFLICT (account_id) DO UPDATE SET requests = requests + 1,
        waiting = waiting + (NEW.available_at IS NOT NULL),
        waiting_bytes = waiting_bytes + NEW.parameter_bytes;
  END;
  CREATE TRIGGER request_ended AFTER UPDATE OF parameter_bytes ON requests
    WHEN OLD.available_at IS NOT NULL AND NEW.available_at IS NULL BEGIN
    UPDATE kept SET waiting = waiting - 1,
        waiting_bytes = waiting_bytes - OLD.parameter_bytes + NEW.parameter_bytes
      WHERE account_id = OLD.account_id;
  END;
  CREATE TRIGGER request_removed AFTER DELETE ON requests BEGIN
    UPDATE kept SET requests = requests - 1, waiting = waiting - (OLD.available_at IS NOT NULL),
        waiting_bytes = waiting_bytes - OLD.parameter_bytes
      WHERE account_id = OLD.account_id;
  END;
  CREATE TRIGGER delivery_kept AFTER INSERT ON outbox BEGIN
    INSERT INTO kept (account_id, deliveries, webhooks)
      VALUES (NEW.account_id, 1, NEW.state = 'pending')
      ON CONFLICT (account_id) DO UPDATE SET deliveries = deliveries + 1,
        webhooks = webhooks + (NEW.state = 'pending');
  END;
  CREATE TRIGGER delivery_ended AFTER UPDATE OF state ON outbox WHEN OLD.state <> NEW.state BEGIN
    UPDATE kept SET webhooks = webhooks + (NEW.state = 'pending') - (OLD.state = 'pending')
      WHERE account_id = OLD.account_id;
  END;
  CREATE TRIGGER answer_started AFTER INSERT ON idempotency BEGIN
    INSERT INTO kept (account_id, answers) VALUES (NEW.account_id, 1)
      ON CONFLICT (account_id) DO UPDATE SET answers = answers + 1;
  END;
  CREATE TRIGGER answer_kept AFTER UPDATE OF bytes ON idempotency BEGIN
    UPDATE kept SET answer_bytes = answer_bytes - OLD.bytes + NEW.bytes
      WHERE account_id = OLD.account_id;
  END;
  CREATE TRIGGER answer_removed AFTER DELETE ON idempotency BEGIN
    UPDATE kept SET answers = answers - 1, answer_bytes = answer_bytes - OLD.bytes
      WHERE account_id = OLD.account_id;
  END;
  CREATE TRIGGER delivery_removed AFTER DELETE ON outbox BEGIN
    UPDATE kept SET deliveries = deliveries - 1, webhooks = webhooks - (OLD.state = 'pending')
      WHERE account_id = OLD.account_id;
  END;

  -- Number of rows in each state, counted by triggers: counting a million takes long.
  CREATE TABLE row_counts (
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (name, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER request_counted AFTER INSERT ON requests BEGIN
    INSERT INTO row_counts VALUES ('requests', NEW.status, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER request_recounted AFTER UPDATE OF status ON requests
    WHEN OLD.status <> NEW.status BEGIN
    UPDATE row_counts SET count = count - 1 WHERE name = 'requests' AND state = OLD.status;
    INSERT INTO row_counts VALUES ('requests', NEW.status, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER request_uncounted AFTER DELETE ON requests BEGIN
    UPDATE row_counts SET count = count - 1 WHERE name = 'requests' AND state = OLD.status;
  END;
  CREATE TRIGGER delivery_counted AFTER INSERT ON outbox BEGIN
    INSERT INTO row_counts VALUES ('outbox', NEW.state, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER delivery_recounted AFTER UPDATE OF state ON outbox WHEN OLD.state <> NEW.state BEGIN
    UPDATE row_counts SET count = count - 1 WHERE name = 'outbox' AND state = OLD.state;
    INSERT INTO row_counts VALUES ('outbox', NEW.state, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER delivery_uncounted AFTER DELETE ON outbox BEGIN
    UPDATE row_counts SET count = count - 1 WHERE name = 'outbox' AND state = OLD.state;
  END;
  `,
];

/** Migrates to the newest version. @throws RenderError `storage_failed` for a foreign database */
export function migrate(database: Database, path: string): void {
  // Except at the first start of a version there is nothing to write, and no lock to wait for.
  if (database.read(() => versionOf(database, path)) === steps.length) return;
  database.write(() => {
    const version = versionOf(database, path);
    if (version === steps.length) return;
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${steps.length}`);
  });
}

function versionOf(database: Database, path: string): number {
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
  return version;
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  return database.prepare<Record<string, number>>(`PRAGMA ${name}`).get()?.[name] ?? 0;
}
