// These texts are steps of the migrations of both databases, and are frozen on the first release.

/** In what the tables of the databases differ. */
interface TableDialect {
  /** A text that is compared by its bytes, as in the program. */
  name: string;
  integer: string;
  bytes: string;
  /** A primary key that counts up. */
  serial: string;
  /** Returns the options of a table, which follow its columns. */
  end(table: string): string;
}

/**
 * Returns step 1 of the migrations: the tables and indexes that all databases have.
 *
 * `available_at` has the same meaning in every table: the time at which a row can be claimed next,
 * when it becomes due or when its lease expires. A finished row has none.
 */
export const createTables = ({ name, integer, bytes, serial, end }: TableDialect): string => `
  CREATE TABLE meta (key ${name} PRIMARY KEY, value ${bytes} NOT NULL) ${end('meta')};

  CREATE TABLE accounts (
    id ${name} PRIMARY KEY,
    name ${name} NOT NULL,
    plan TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'unpaid', 'revoked')),
    signature_required ${integer} NOT NULL,
    signature_version ${integer} NOT NULL DEFAULT 1,
    rate_per_minute ${integer},
    quota_per_month ${integer},
    access_key_hash ${bytes} UNIQUE,
    secret_key ${bytes},
    publishable_key_hash ${bytes} UNIQUE,
    publishable_kinds TEXT,
    created_at ${integer} NOT NULL
  ) ${end('accounts')};
  CREATE UNIQUE INDEX accounts_by_name ON accounts (name) WHERE status <> 'revoked';
  CREATE INDEX accounts_by_age ON accounts (created_at, id);

  -- Rotated keys that are still valid: the hash of an access key, or an encrypted secret key.
  CREATE TABLE previous_keys (
    account_id ${name} NOT NULL,
    which TEXT NOT NULL CHECK (which IN ('access', 'secret')),
    value ${bytes} NOT NULL,
    valid_until ${integer} NOT NULL,
    PRIMARY KEY (account_id, which)
  ) ${end('previous_keys')};
  CREATE INDEX previous_access_keys ON previous_keys (value) WHERE which = 'access';

  CREATE TABLE usage (
    account_id ${name} NOT NULL,
    month TEXT NOT NULL,
    used ${integer} NOT NULL DEFAULT 0,
    reserved ${integer} NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month)
  ) ${end('usage')};

  -- Renders by day (UTC), as 2026-11-21, of the day on which they were counted.
  CREATE TABLE usage_days (
    account_id ${name} NOT NULL,
    day TEXT NOT NULL,
    used ${integer} NOT NULL,
    PRIMARY KEY (account_id, day)
  ) ${end('usage_days')};

  CREATE TABLE reservations (
    id ${name} PRIMARY KEY,
    account_id ${name} NOT NULL,
    month TEXT NOT NULL,
    holder ${name},
    hits ${integer} NOT NULL DEFAULT 1
  ) ${end('reservations')};
  CREATE INDEX reservations_by_holder ON reservations (holder) WHERE holder IS NOT NULL;

  CREATE TABLE requests (
    id ${name} PRIMARY KEY,
    account_id ${name} NOT NULL,
    kind TEXT NOT NULL,
    -- 1: it needs a recorder, as its kind requires.
    records ${integer} NOT NULL DEFAULT 0,
    parameters ${bytes} NOT NULL,
    parameter_bytes ${integer} NOT NULL DEFAULT 0,
    base_url TEXT NOT NULL,
    details ${bytes},
    task_id ${integer},
    scheduled_for ${integer},
    batch_id ${name},
    status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'succeeded', 'failed')),
    created_at ${integer} NOT NULL,
    started_at ${integer},
    finished_at ${integer},
    tries ${integer} NOT NULL DEFAULT 0,
    file ${bytes},
    file_extension TEXT,
    file_expires_at ${integer},
    error TEXT,
    reservation_id ${name},
    available_at ${integer},
    token ${integer} NOT NULL DEFAULT 0,
    holder ${name}
  ) ${end('requests')};
  CREATE UNIQUE INDEX requests_slots ON requests (task_id, scheduled_for) WHERE task_id IS NOT NULL;
  CREATE INDEX requests_by_account ON requests (account_id, created_at DESC, id DESC);
  CREATE INDEX requests_by_status ON requests (account_id, status, created_at DESC, id DESC);
  CREATE INDEX requests_by_kind ON requests (account_id, kind, created_at DESC, id DESC);
  CREATE INDEX requests_by_task ON requests (task_id, created_at DESC, id DESC)
    WHERE task_id IS NOT NULL;
  CREATE INDEX requests_of_batch ON requests (batch_id, status, created_at DESC, id DESC)
    WHERE batch_id IS NOT NULL;
  CREATE INDEX requests_finished ON requests (finished_at) WHERE finished_at IS NOT NULL;

  -- Files of each request: those of no other request are deleted with it.
  CREATE TABLE request_files (
    request_id ${name} NOT NULL,
    file ${name} NOT NULL,
    PRIMARY KEY (request_id, file)
  ) ${end('request_files')};
  CREATE INDEX request_files_by_file ON request_files (file);

  CREATE TABLE batches (
    id ${name} PRIMARY KEY,
    account_id ${name} NOT NULL,
    base_url TEXT NOT NULL,
    webhook ${bytes},
    total ${integer} NOT NULL,
    created_at ${integer} NOT NULL,
    finished_at ${integer},
    succeeded ${integer},
    failed ${integer}
  ) ${end('batches')};
  CREATE INDEX batches_open ON batches (created_at) WHERE finished_at IS NULL;
  CREATE INDEX batches_finished ON batches (finished_at) WHERE finished_at IS NOT NULL;

  CREATE TABLE files (
    name ${name} PRIMARY KEY,
    sealed ${bytes},
    extension TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes ${integer} NOT NULL,
    sha256 TEXT NOT NULL,
    account_id ${name} NOT NULL,
    expires_at ${integer} NOT NULL,
    created_at ${integer} NOT NULL,
    attachment_name TEXT,
    -- The request whose trace it is; brief ones were not requested, and do not count.
    trace_of ${name},
    is_brief ${integer} NOT NULL DEFAULT 0
  ) ${end('files')};
  CREATE INDEX files_of_traces ON files (account_id, trace_of) WHERE trace_of IS NOT NULL;
  CREATE INDEX files_by_expiry ON files (expires_at);
  CREATE INDEX files_by_content ON files (account_id, sha256);

  -- lane: 1: due; 2: due, to a receiver that keeps failing. NULL: waiting, in progress, or ended.
  CREATE TABLE outbox (
    id ${name} PRIMARY KEY,
    account_id ${name} NOT NULL,
    request_id ${name} NOT NULL,
    host ${name} NOT NULL,
    url TEXT NOT NULL,
    signed ${integer} NOT NULL,
    body TEXT NOT NULL,
    sealed ${bytes},
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts ${integer} NOT NULL DEFAULT 0,
    max_attempts ${integer},
    created_at ${integer} NOT NULL,
    finished_at ${integer},
    last_status ${integer},
    last_error TEXT,
    available_at ${integer},
    token ${integer} NOT NULL DEFAULT 0,
    holder ${name},
    lane ${integer}
  ) ${end('outbox')};
  CREATE INDEX outbox_by_request ON outbox (request_id);
  CREATE INDEX outbox_rotation ON outbox (lane, account_id, host, id) WHERE lane IS NOT NULL;
  CREATE INDEX outbox_waiting ON outbox (available_at)
    WHERE lane IS NULL AND available_at IS NOT NULL;
  CREATE INDEX outbox_held ON outbox (host, holder) WHERE holder IS NOT NULL;
  CREATE INDEX outbox_by_age ON outbox (created_at DESC, id DESC);
  CREATE INDEX outbox_by_account ON outbox (account_id, created_at DESC, id DESC);
  CREATE INDEX outbox_by_state ON outbox (state, created_at DESC, id DESC);
  CREATE INDEX outbox_by_account_and_state ON outbox (account_id, state, created_at DESC, id DESC);
  CREATE INDEX outbox_finished ON outbox (finished_at) WHERE finished_at IS NOT NULL;

  CREATE TABLE failing_receivers (
    account_id ${name} NOT NULL,
    host ${name} NOT NULL,
    failures ${integer} NOT NULL,
    failed_at ${integer} NOT NULL,
    PRIMARY KEY (account_id, host)
  ) ${end('failing_receivers')};
  CREATE INDEX failing_receivers_by_age ON failing_receivers (failed_at);

  CREATE TABLE tasks (
    id ${integer} PRIMARY KEY,
    account_id ${name} NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    query ${bytes} NOT NULL,
    frequency TEXT NOT NULL,
    crontab TEXT NOT NULL,
    timezone TEXT NOT NULL,
    enabled ${integer} NOT NULL,
    base_url TEXT NOT NULL,
    created_at ${integer} NOT NULL,
    last_run_at ${integer},
    runs ${integer} NOT NULL DEFAULT 0,
    next_run_at ${integer}
  ) ${end('tasks')};
  CREATE INDEX tasks_due ON tasks (account_id, next_run_at, id) WHERE next_run_at IS NOT NULL;
  CREATE INDEX tasks_next ON tasks (next_run_at, account_id) WHERE next_run_at IS NOT NULL;
  CREATE INDEX tasks_by_account ON tasks (account_id, created_at, id);
  CREATE INDEX tasks_by_age ON tasks (created_at, id);

  -- Responses that can be repeated, by their Idempotency-Key.
  CREATE TABLE idempotency (
    account_id ${name} NOT NULL,
    key_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    holder ${name},
    answer ${bytes},
    file ${name},
    bytes ${integer} NOT NULL DEFAULT 0,
    created_at ${integer} NOT NULL,
    PRIMARY KEY (account_id, key_hash)
  ) ${end('idempotency')};
  CREATE INDEX idempotency_by_age ON idempotency (created_at);
  CREATE INDEX idempotency_by_account ON idempotency (account_id, created_at);
  CREATE INDEX idempotency_by_file ON idempotency (file) WHERE file IS NOT NULL;
  CREATE INDEX idempotency_held ON idempotency (holder) WHERE holder IS NOT NULL;

  -- Sessions, by the hash of the secret of the browser or program; without an account, the operator's.
  CREATE TABLE sessions (
    id ${name} PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('session', 'link', 'token')),
    secret_hash ${bytes} NOT NULL UNIQUE,
    account_id ${name},
    key_hash ${bytes},
    created_at ${integer} NOT NULL,
    expires_at ${integer} NOT NULL
  ) ${end('sessions')};
  CREATE INDEX sessions_by_account ON sessions (account_id, purpose, created_at DESC, id DESC);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  -- Changes by operators, and figures of the service.
  CREATE TABLE journal (
    id ${serial},
    book TEXT NOT NULL,
    at ${integer} NOT NULL,
    text TEXT NOT NULL
  ) ${end('journal')};
  CREATE INDEX journal_by_book ON journal (book, id);

  -- Stored data of each account, counted by triggers.
  CREATE TABLE kept (
    account_id ${name} PRIMARY KEY,
    file_bytes ${integer} NOT NULL DEFAULT 0,
    waiting ${integer} NOT NULL DEFAULT 0,
    waiting_bytes ${integer} NOT NULL DEFAULT 0,
    requests ${integer} NOT NULL DEFAULT 0,
    webhooks ${integer} NOT NULL DEFAULT 0,
    deliveries ${integer} NOT NULL DEFAULT 0,
    failed_deliveries ${integer} NOT NULL DEFAULT 0,
    answers ${integer} NOT NULL DEFAULT 0,
    answer_bytes ${integer} NOT NULL DEFAULT 0
  ) ${end('kept')};
`;

/** Returns step 2 of the migrations: sessions of the pages of accounts. */
export const createPageSessionTable = ({ name, integer, bytes, end }: TableDialect): string => `
  CREATE TABLE page_sessions (
    account_id ${name} NOT NULL,
    name ${name} NOT NULL,
    -- 1: of a login in progress, neither listed nor counted.
    pending ${integer} NOT NULL DEFAULT 0,
    version TEXT NOT NULL,
    bytes ${integer} NOT NULL,
    cookies ${integer} NOT NULL,
    origins ${integer} NOT NULL,
    lasts_ms ${integer} NOT NULL,
    created_at ${integer} NOT NULL,
    updated_at ${integer} NOT NULL,
    used_at ${integer} NOT NULL,
    expires_at ${integer} NOT NULL,
    -- Last, as they can be long: SQLite reads a row up to the last column that is needed.
    login ${bytes},
    state ${bytes} NOT NULL,
    PRIMARY KEY (account_id, name)
  ) ${end('page_sessions')};
  CREATE INDEX page_sessions_by_expiry ON page_sessions (expires_at);
`;

/** Returns step 3 of the migrations: monitors, their checks, and the files that these need. */
export const createMonitorTables = ({ name, integer, bytes, end }: TableDialect): string => `
  ALTER TABLE tasks ADD COLUMN watch ${bytes};

  CREATE TABLE monitors (
    task_id ${integer} PRIMARY KEY,
    account_id ${name} NOT NULL,
    version ${integer} NOT NULL,
    -- Null after a reset: the version still grows.
    state ${bytes}
  ) ${end('monitors')};

  -- A row for each run of a monitor; it is pending until it has an outcome.
  CREATE TABLE monitor_checks (
    request_id ${name} PRIMARY KEY,
    task_id ${integer} NOT NULL,
    account_id ${name} NOT NULL,
    -- Of what the run rendered: a hash, encrypted, as requests may have short secrets. Null: it was
    -- refused before it was read.
    key ${bytes},
    created_at ${integer} NOT NULL,
    available_at ${integer},
    token ${integer} NOT NULL DEFAULT 0,
    holder ${name},
    outcome TEXT,
    content ${bytes}
  ) ${end('monitor_checks')};
  CREATE INDEX monitor_checks_pending ON monitor_checks (account_id, created_at, request_id)
    WHERE available_at IS NOT NULL;
  CREATE INDEX monitor_checks_pending_of_task ON monitor_checks (task_id, created_at, request_id)
    WHERE available_at IS NOT NULL;
  CREATE INDEX monitor_checks_by_task ON monitor_checks (task_id, created_at DESC, request_id DESC);
  CREATE INDEX monitor_checks_by_age ON monitor_checks (created_at);
  CREATE INDEX monitor_checks_held ON monitor_checks (holder) WHERE holder IS NOT NULL;

  -- Files that stay: of a check, or of the state of a monitor (\`monitor <task id>\`).
  CREATE TABLE monitor_files (
    owner ${name} NOT NULL,
    file ${name} NOT NULL,
    -- When the file would expire otherwise.
    expires_at ${integer} NOT NULL,
    PRIMARY KEY (owner, file)
  ) ${end('monitor_files')};
  CREATE INDEX monitor_files_by_file ON monitor_files (file);
`;

/** Returns step 4 of the migrations: traces of successes have limits of their own. */
export const markTracesOfSuccesses = ({ integer }: Pick<TableDialect, 'integer'>): string =>
  `ALTER TABLE files ADD COLUMN is_success ${integer} NOT NULL DEFAULT 0;`;

/**
 * Returns the statements that create the views of the number of rows in each state.
 * @param open - selects unfinished requests
 */
export const createRowCounts = (open: string, { integer }: Pick<TableDialect, 'integer'>) => `
  CREATE VIEW requests_counts AS
    SELECT status AS state, count(*) AS count FROM ${open} GROUP BY status;

  -- Sums of the counters of accounts: counting 200,000 failed webhooks takes 20 ms or more.
  CREATE VIEW outbox_counts AS
    WITH sums AS (
      SELECT CAST(coalesce(sum(deliveries), 0) AS ${integer}) AS total,
        CAST(coalesce(sum(webhooks), 0) AS ${integer}) AS pending,
        CAST(coalesce(sum(failed_deliveries), 0) AS ${integer}) AS failed
      FROM kept
    )
    SELECT 'pending' AS state, pending AS count FROM sums
    UNION ALL SELECT 'delivered', total - pending - failed FROM sums
    UNION ALL SELECT 'failed', failed FROM sums;
`;
