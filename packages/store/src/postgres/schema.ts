import { RenderError } from '@tintype/contract/errors';
import type { ClientBase } from 'pg';
import { lockKey } from './store-lock.ts';
import { inTime, type Connections } from './open-connections.ts';
import { schemaName } from './client-config.ts';

/** Texts that are compared: by their bytes, as in the program. */
const NAME = `TEXT COLLATE "C"`;

/** For large tables: a fifth of one is too much to wait for, and its indexes grow meanwhile. */
const LARGE = 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02';
/** For small tables that change all the time: vacuumed by their number of changes. */
const OFTEN_CHANGED = 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000';

/**
 * Statements that bring a database from each version to the next. A published step is never
 * changed, and only adds: the previous version keeps working meanwhile, and beside the new one.
 * Columns have the same meaning as in SQLite (`sqlite/schema.ts`), as the ports are the same.
 *
 * What SQLite counts in triggers (`row_counts`) is counted on demand: a row that every transaction
 * changes would serialise them. The counters of an account (`kept`) are a row each, which only its
 * own transactions change.
 */
const steps: readonly string[] = [
  `
  CREATE TABLE meta (key ${NAME} PRIMARY KEY, value BYTEA NOT NULL);

  -- Processes, and their last heartbeats.
  CREATE TABLE holders (name ${NAME} PRIMARY KEY, seen_at TIMESTAMPTZ NOT NULL);

  CREATE TABLE accounts (
    id ${NAME} PRIMARY KEY,
    name ${NAME} NOT NULL,
    plan TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'unpaid', 'revoked')),
    signature_required BIGINT NOT NULL,
    signature_version BIGINT NOT NULL DEFAULT 1,
    rate_per_minute BIGINT,
    quota_per_month BIGINT,
    access_key_hash BYTEA UNIQUE,
    secret_key BYTEA,
    publishable_key_hash BYTEA UNIQUE,
    publishable_kinds TEXT,
    created_at BIGINT NOT NULL
  );
  CREATE UNIQUE INDEX accounts_by_name ON accounts (name) WHERE status <> 'revoked';
  CREATE INDEX accounts_by_age ON accounts (created_at, id);

  CREATE TABLE previous_keys (
    account_id ${NAME} NOT NULL,
    which TEXT NOT NULL CHECK (which IN ('access', 'secret')),
    value BYTEA NOT NULL,
    valid_until BIGINT NOT NULL,
    PRIMARY KEY (account_id, which)
  );
  CREATE INDEX previous_access_keys ON previous_keys (value) WHERE which = 'access';

  CREATE TABLE usage (
    account_id ${NAME} NOT NULL,
    month TEXT NOT NULL,
    used BIGINT NOT NULL DEFAULT 0,
    reserved BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month)
  ) WITH (fillfactor = 50, ${OFTEN_CHANGED});

  -- Renders by day (UTC), as 2026-11-21, of the day on which they were counted.
  CREATE TABLE usage_days (
    account_id ${NAME} NOT NULL,
    day TEXT NOT NULL,
    used BIGINT NOT NULL,
    PRIMARY KEY (account_id, day)
  ) WITH (fillfactor = 50);

  CREATE TABLE reservations (
    id ${NAME} PRIMARY KEY,
    account_id ${NAME} NOT NULL,
    month TEXT NOT NULL,
    holder ${NAME},
    hits BIGINT NOT NULL DEFAULT 1
  ) WITH (${OFTEN_CHANGED}, autovacuum_vacuum_cost_delay = 0);
  CREATE INDEX reservations_by_holder ON reservations (holder) WHERE holder IS NOT NULL;

  -- Useless after a minute: not written to the log, and empty after a crash.
  CREATE UNLOGGED TABLE rates (
    account_id ${NAME} PRIMARY KEY,
    minute BIGINT NOT NULL,
    taken BIGINT NOT NULL
  ) WITH (fillfactor = 50, ${OFTEN_CHANGED});

  CREATE TABLE requests (
    id ${NAME} PRIMARY KEY,
    account_id ${NAME} NOT NULL,
    kind TEXT NOT NULL,
    records BIGINT NOT NULL DEFAULT 0,
    parameters BYTEA NOT NULL,
    parameter_bytes BIGINT NOT NULL DEFAULT 0,
    base_url TEXT NOT NULL,
    details BYTEA,
    task_id BIGINT,
    scheduled_for BIGINT,
    batch_id ${NAME},
    status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'succeeded', 'failed')),
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT,
    tries BIGINT NOT NULL DEFAULT 0,
    file BYTEA,
    file_extension TEXT,
    file_expires_at BIGINT,
    error TEXT,
    reservation_id ${NAME},
    available_at BIGINT,
    token BIGINT NOT NULL DEFAULT 0,
    holder ${NAME}
  ) WITH (fillfactor = 85, ${LARGE}, autovacuum_vacuum_insert_scale_factor = 0.05);
  CREATE UNIQUE INDEX requests_slots ON requests (task_id, scheduled_for) WHERE task_id IS NOT NULL;
  CREATE INDEX requests_by_account ON requests (account_id, created_at DESC, id DESC);
  CREATE INDEX requests_by_status ON requests (account_id, status, created_at DESC, id DESC);
  CREATE INDEX requests_by_kind ON requests (account_id, kind, created_at DESC, id DESC);
  CREATE INDEX requests_by_task ON requests (task_id, created_at DESC, id DESC)
    WHERE task_id IS NOT NULL;
  CREATE INDEX requests_by_batch ON requests (batch_id, status, created_at DESC, id DESC)
    WHERE batch_id IS NOT NULL;
  CREATE INDEX requests_finished ON requests (finished_at) WHERE finished_at IS NOT NULL;

  -- Requests that have not ended, in a table of their own: among millions of finished rows, the planner
  -- estimates them as none, and any index as good as another. Triggers derive it from requests.
  CREATE TABLE open_requests (
    id ${NAME} PRIMARY KEY,
    account_id ${NAME} NOT NULL,
    records BIGINT NOT NULL,
    status TEXT NOT NULL,
    available_at BIGINT NOT NULL,
    holder ${NAME},
    batch_id ${NAME},
    task_id BIGINT,
    kind ${NAME} NOT NULL
  ) WITH (fillfactor = 70, ${OFTEN_CHANGED}, autovacuum_analyze_scale_factor = 0,
    autovacuum_analyze_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
  CREATE INDEX open_requests_due ON open_requests (records, account_id, available_at, id, kind);
  CREATE INDEX open_requests_first ON open_requests (records, available_at, account_id);
  CREATE INDEX open_requests_held ON open_requests (holder) WHERE holder IS NOT NULL;
  CREATE INDEX open_requests_of_batch ON open_requests (batch_id) WHERE batch_id IS NOT NULL;
  CREATE INDEX open_requests_of_task ON open_requests (task_id) WHERE task_id IS NOT NULL;
  CREATE FUNCTION request_open() RETURNS TRIGGER AS $$ BEGIN
    IF TG_OP <> 'INSERT' AND OLD.available_at IS NOT NULL THEN
      IF TG_OP = 'DELETE' OR NEW.available_at IS NULL THEN
        DELETE FROM open_requests WHERE id = OLD.id;
      ELSE
        UPDATE open_requests SET status = NEW.status, available_at = NEW.available_at, holder = NEW.holder
          WHERE id = NEW.id;
      END IF;
    ELSE
      INSERT INTO open_requests VALUES
        (NEW.id, NEW.account_id, NEW.records, NEW.status, NEW.available_at, NEW.holder, NEW.batch_id, NEW.task_id, NEW.kind);
    END IF;
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER request_open_insert AFTER INSERT ON requests FOR EACH ROW
    WHEN (NEW.available_at IS NOT NULL) EXECUTE FUNCTION request_open();
  CREATE TRIGGER request_open_update AFTER UPDATE OF status, available_at, holder ON requests FOR EACH ROW
    WHEN (OLD.available_at IS DISTINCT FROM NEW.available_at
      OR NEW.available_at IS NOT NULL AND (OLD.status, OLD.holder) IS DISTINCT FROM (NEW.status, NEW.holder))
    EXECUTE FUNCTION request_open();
  CREATE TRIGGER request_open_delete AFTER DELETE ON requests FOR EACH ROW
    WHEN (OLD.available_at IS NOT NULL) EXECUTE FUNCTION request_open();

  -- Files of each request: those of no other request are deleted with it.
  CREATE TABLE request_files (
    request_id ${NAME} NOT NULL,
    file ${NAME} NOT NULL,
    PRIMARY KEY (request_id, file)
  );
  CREATE INDEX request_files_by_file ON request_files (file);
  CREATE FUNCTION request_files_removed() RETURNS TRIGGER AS $$ BEGIN
    DELETE FROM request_files WHERE request_id IN (SELECT id FROM gone);
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER request_files_removed AFTER DELETE ON requests REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION request_files_removed();

  CREATE TABLE batches (
    id ${NAME} PRIMARY KEY,
    account_id ${NAME} NOT NULL,
    base_url TEXT NOT NULL,
    webhook BYTEA,
    total BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    finished_at BIGINT,
    succeeded BIGINT,
    failed BIGINT
  );
  CREATE INDEX batches_open ON batches (created_at) WHERE finished_at IS NULL;
  CREATE INDEX batches_finished ON batches (finished_at) WHERE finished_at IS NOT NULL;

  CREATE TABLE files (
    name ${NAME} PRIMARY KEY,
    sealed BYTEA,
    extension TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    account_id ${NAME} NOT NULL,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    attachment_name TEXT,
    -- The request whose trace it is; brief ones were not requested, and do not count.
    trace_of ${NAME},
    is_brief BIGINT NOT NULL DEFAULT 0
  ) WITH (${LARGE});
  CREATE INDEX files_of_traces ON files (account_id, trace_of) WHERE trace_of IS NOT NULL;
  CREATE INDEX files_by_expiry ON files (expires_at);
  CREATE INDEX files_by_content ON files (account_id, sha256);

  -- lane: 1: due; 2: due, to a receiver that keeps failing. NULL: waiting, in progress, or ended.
  CREATE TABLE outbox (
    id ${NAME} PRIMARY KEY,
    account_id ${NAME} NOT NULL,
    request_id ${NAME} NOT NULL,
    host ${NAME} NOT NULL,
    url TEXT NOT NULL,
    signed BIGINT NOT NULL,
    body TEXT NOT NULL,
    sealed BYTEA,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts BIGINT NOT NULL DEFAULT 0,
    max_attempts BIGINT,
    created_at BIGINT NOT NULL,
    finished_at BIGINT,
    last_status BIGINT,
    last_error TEXT,
    available_at BIGINT,
    token BIGINT NOT NULL DEFAULT 0,
    holder ${NAME},
    lane BIGINT
  ) WITH (fillfactor = 85, ${LARGE});
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
    account_id ${NAME} NOT NULL,
    host ${NAME} NOT NULL,
    failures BIGINT NOT NULL,
    failed_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, host)
  );
  CREATE INDEX failing_receivers_by_age ON failing_receivers (failed_at);

  CREATE TABLE tasks (
    id BIGINT PRIMARY KEY,
    account_id ${NAME} NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    query BYTEA NOT NULL,
    frequency TEXT NOT NULL,
    crontab TEXT NOT NULL,
    timezone TEXT NOT NULL,
    enabled BIGINT NOT NULL,
    base_url TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_run_at BIGINT,
    runs BIGINT NOT NULL DEFAULT 0,
    next_run_at BIGINT
  );
  CREATE INDEX tasks_due ON tasks (account_id, next_run_at, id) WHERE next_run_at IS NOT NULL;
  CREATE INDEX tasks_next ON tasks (next_run_at, account_id) WHERE next_run_at IS NOT NULL;
  CREATE INDEX tasks_by_account ON tasks (account_id, created_at, id);
  CREATE INDEX tasks_by_age ON tasks (created_at, id);

  CREATE TABLE idempotency (
    account_id ${NAME} NOT NULL,
    key_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    holder ${NAME},
    answer BYTEA,
    file ${NAME},
    bytes BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, key_hash)
  ) WITH (autovacuum_vacuum_scale_factor = 0.02);
  CREATE INDEX idempotency_by_age ON idempotency (created_at);
  CREATE INDEX idempotency_by_account ON idempotency (account_id, created_at);
  CREATE INDEX idempotency_by_file ON idempotency (file) WHERE file IS NOT NULL;
  CREATE INDEX idempotency_held ON idempotency (holder) WHERE holder IS NOT NULL;

  CREATE TABLE sessions (
    id ${NAME} PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('session', 'link', 'token')),
    secret_hash BYTEA NOT NULL UNIQUE,
    account_id ${NAME},
    key_hash BYTEA,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  );
  CREATE INDEX sessions_by_account ON sessions (account_id, purpose, created_at DESC, id DESC);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  CREATE TABLE journal (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    book TEXT NOT NULL,
    at BIGINT NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX journal_by_book ON journal (book, id);

  CREATE TABLE kept (
    account_id ${NAME} PRIMARY KEY,
    file_bytes BIGINT NOT NULL DEFAULT 0,
    waiting BIGINT NOT NULL DEFAULT 0,
    waiting_bytes BIGINT NOT NULL DEFAULT 0,
    requests BIGINT NOT NULL DEFAULT 0,
    webhooks BIGINT NOT NULL DEFAULT 0,
    deliveries BIGINT NOT NULL DEFAULT 0,
    answers BIGINT NOT NULL DEFAULT 0,
    answer_bytes BIGINT NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50, ${OFTEN_CHANGED});

  CREATE FUNCTION keep(account TEXT, files BIGINT, waits BIGINT, wait_bytes BIGINT,
    rows BIGINT, hooks BIGINT, sent BIGINT, kept_answers BIGINT, kept_bytes BIGINT) RETURNS VOID AS $$
    INSERT INTO kept VALUES (account, files, waits, wait_bytes, rows, hooks, sent, kept_answers, kept_bytes)
    ON CONFLICT (account_id) DO UPDATE SET
      file_bytes = kept.file_bytes + excluded.file_bytes,
      waiting = kept.waiting + excluded.waiting,
      waiting_bytes = kept.waiting_bytes + excluded.waiting_bytes,
      requests = kept.requests + excluded.requests,
      webhooks = kept.webhooks + excluded.webhooks,
      deliveries = kept.deliveries + excluded.deliveries,
      answers = kept.answers + excluded.answers,
      answer_bytes = kept.answer_bytes + excluded.answer_bytes
  $$ LANGUAGE SQL;

  CREATE FUNCTION file_kept() RETURNS TRIGGER AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM keep(NEW.account_id, NEW.bytes, 0, 0, 0, 0, 0, 0, 0);
    ELSE PERFORM keep(OLD.account_id, -OLD.bytes, 0, 0, 0, 0, 0, 0, 0); END IF;
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER file_kept AFTER INSERT ON files FOR EACH ROW
    WHEN (NEW.is_brief = 0) EXECUTE FUNCTION file_kept();
  CREATE TRIGGER file_removed AFTER DELETE ON files FOR EACH ROW
    WHEN (OLD.is_brief = 0) EXECUTE FUNCTION file_kept();

  CREATE FUNCTION request_kept() RETURNS TRIGGER AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM keep(NEW.account_id, 0, (NEW.available_at IS NOT NULL)::INT, NEW.parameter_bytes, 1, 0, 0, 0, 0);
    ELSE
      PERFORM keep(OLD.account_id, 0, -1, NEW.parameter_bytes - OLD.parameter_bytes, 0, 0, 0, 0, 0);
    END IF;
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER request_kept AFTER INSERT ON requests
    FOR EACH ROW EXECUTE FUNCTION request_kept();
  CREATE TRIGGER request_ended AFTER UPDATE ON requests FOR EACH ROW
    WHEN (OLD.available_at IS NOT NULL AND NEW.available_at IS NULL)
    EXECUTE FUNCTION request_kept();
  -- A sweep deletes hundreds of rows at a time: the counters of an account change once for all of them.
  CREATE FUNCTION requests_gone() RETURNS TRIGGER AS $$ BEGIN
    PERFORM keep(account_id, 0, -count(available_at), -sum(parameter_bytes)::BIGINT, -count(*), 0, 0, 0, 0)
      FROM gone GROUP BY account_id;
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER requests_gone AFTER DELETE ON requests REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION requests_gone();

  CREATE FUNCTION delivery_kept() RETURNS TRIGGER AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM keep(NEW.account_id, 0, 0, 0, 0, (NEW.state = 'pending')::INT, 1, 0, 0);
    ELSE
      PERFORM keep(OLD.account_id, 0, 0, 0, 0,
        (NEW.state = 'pending')::INT - (OLD.state = 'pending')::INT, 0, 0, 0);
    END IF;
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER delivery_kept AFTER INSERT ON outbox
    FOR EACH ROW EXECUTE FUNCTION delivery_kept();
  CREATE TRIGGER delivery_ended AFTER UPDATE OF state ON outbox FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION delivery_kept();
  CREATE FUNCTION deliveries_gone() RETURNS TRIGGER AS $$ BEGIN
    PERFORM keep(account_id, 0, 0, 0, 0, -count(*) FILTER (WHERE state = 'pending'), -count(*), 0, 0)
      FROM gone GROUP BY account_id;
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER deliveries_gone AFTER DELETE ON outbox REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION deliveries_gone();

  CREATE FUNCTION answer_kept() RETURNS TRIGGER AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN PERFORM keep(NEW.account_id, 0, 0, 0, 0, 0, 0, 1, NEW.bytes);
    ELSIF TG_OP = 'DELETE' THEN PERFORM keep(OLD.account_id, 0, 0, 0, 0, 0, 0, -1, -OLD.bytes);
    ELSE PERFORM keep(OLD.account_id, 0, 0, 0, 0, 0, 0, 0, NEW.bytes - OLD.bytes); END IF;
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER answer_kept AFTER INSERT OR DELETE ON idempotency
    FOR EACH ROW EXECUTE FUNCTION answer_kept();
  CREATE TRIGGER answer_grown AFTER UPDATE OF bytes ON idempotency FOR EACH ROW
    WHEN (OLD.bytes IS DISTINCT FROM NEW.bytes) EXECUTE FUNCTION answer_kept();

  -- Most webhooks are delivered: their number is that of all others, so no query counts them.
  CREATE VIEW row_counts AS
    SELECT 'requests' AS name, status AS state, count(*) AS count FROM open_requests GROUP BY status
    UNION ALL SELECT 'outbox', 'pending', coalesce(sum(webhooks), 0)::BIGINT FROM kept
    UNION ALL SELECT 'outbox', 'failed', count(*) FROM outbox WHERE state = 'failed'
    UNION ALL SELECT 'outbox', 'delivered', (coalesce(sum(deliveries - webhooks), 0)
      - (SELECT count(*) FROM outbox WHERE state = 'failed'))::BIGINT FROM kept;

  -- Running renders of an account, by process. Useless after a restart of all: not written to the log, and
  -- empty after a crash.
  CREATE UNLOGGED TABLE slots (
    account_id ${NAME} NOT NULL,
    holder ${NAME} NOT NULL,
    held BIGINT NOT NULL,
    wanted BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    waits_since BIGINT NOT NULL,
    PRIMARY KEY (account_id, holder)
  ) WITH (fillfactor = 50, ${OFTEN_CHANGED});
  CREATE INDEX slots_by_holder ON slots (holder);

  -- Direct requests of apis without browsers. Useless without their processes: not written to the log, and
  -- empty after a crash.
  CREATE UNLOGGED TABLE handoffs (
    id ${NAME} PRIMARY KEY,
    account_id ${NAME} NOT NULL,
    records BIGINT NOT NULL,
    needs TEXT NOT NULL,
    account_concurrency BIGINT,
    content BYTEA NOT NULL,
    -- The process that responds, and the worker.
    holder ${NAME} NOT NULL,
    worker ${NAME},
    token BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    answer BYTEA,
    created_at BIGINT NOT NULL,
    -- Share of the slots that an account may have, of those that exist at the claim.
    account_part DOUBLE PRECISION
  );
  CREATE INDEX handoffs_waiting ON handoffs (records, account_id, created_at)
    WHERE worker IS NULL AND answer IS NULL;
  CREATE INDEX handoffs_running ON handoffs (worker, account_id) WHERE worker IS NOT NULL;
  CREATE INDEX handoffs_by_holder ON handoffs (holder);
  CREATE UNLOGGED TABLE workers (name ${NAME} PRIMARY KEY, slots BIGINT NOT NULL);

  -- For an autoscaler, which may read nothing else: renders that run, or could, direct ones included.
  CREATE VIEW backlog AS SELECT
    (SELECT count(*) FROM open_requests
      WHERE status = 'processing' OR available_at <= (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT)
    + (SELECT count(*) FROM handoffs WHERE answer IS NULL) AS renders;
  `,
];

const VERSION = 'version';

/**
 * Brings the database to the newest version; of several processes that start concurrently, one
 * does. A program that needs only the version of the tables reads its number.
 * @throws RenderError `storage_failed` if a newer program has written it
 */
export async function migrate({ connect }: Pick<Connections, 'connect'>): Promise<void> {
  // A step on large tables takes its time, for its process and for those that wait.
  const client = await connect({ query_timeout: 0 });
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    if ((await versionOf(client)) !== steps.length) await applySteps(client);
  } finally {
    await inTime(client.end());
  }
}

async function applySteps(client: ClientBase): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${lockKey('migrate')})`);
    const version = await versionOf(client);
    if (version > steps.length) {
      throw new RenderError(
        'storage_failed',
        `The database was written by a newer Tintype (version ${version} of its tables; this one knows ${steps.length}). Update Tintype.`,
      );
    }
    // IF NOT EXISTS requires the right to create one, even if it exists.
    if (!(await hasSchema(client))) await client.query(`CREATE SCHEMA ${schemaName}`);
    for (const step of steps.slice(version)) await client.query(step);
    await client.query(
      `INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2`,
      [VERSION, Buffer.from(String(steps.length))],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function versionOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('${schemaName}.meta') IS NOT NULL AS there`,
  );
  if (rows[0]?.there !== true) return 0;
  const found = await client.query<{ value: Buffer }>(`SELECT value FROM meta WHERE key = $1`, [
    VERSION,
  ]);
  return Number(found.rows[0]?.value.toString() ?? 0);
}

async function hasSchema(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regnamespace('${schemaName}') IS NOT NULL AS there`,
  );
  return rows[0]?.there === true;
}
