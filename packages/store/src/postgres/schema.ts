import { RenderError } from '@tintype/contract/errors';
import type { ClientBase } from 'pg';
import { lockKey } from './store-lock.ts';
import { inTime, type Connections } from './open-connections.ts';
import { addToKept, countersOf, triggerName, type Counter } from '../sql/counters.ts';
import {
  createMonitorTables,
  createPageSessionTable,
  createRowCounts,
  createTables,
  markTracesOfSuccesses,
} from '../sql/schema.ts';
import { schemaName } from './client-config.ts';

/** Texts that are compared: by their bytes, as in the program. */
const NAME = `TEXT COLLATE "C"`;

/** For large tables: a fifth of one is too much to wait for, and its indexes grow meanwhile. */
const LARGE = 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02';
/** For small tables that change all the time: vacuumed by their number of changes. */
const OFTEN_CHANGED = 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000';

/** Storage parameters of tables; others have the default ones. */
const STORAGE: Readonly<Record<string, string>> = {
  usage: `fillfactor = 50, ${OFTEN_CHANGED}`,
  usage_days: 'fillfactor = 50',
  reservations: `${OFTEN_CHANGED}, autovacuum_vacuum_cost_delay = 0`,
  requests: `fillfactor = 85, ${LARGE}, autovacuum_vacuum_insert_scale_factor = 0.05`,
  files: LARGE,
  outbox: `fillfactor = 85, ${LARGE}`,
  idempotency: 'autovacuum_vacuum_scale_factor = 0.02',
  kept: `fillfactor = 50, ${OFTEN_CHANGED}`,
};

const dialect = {
  name: NAME,
  integer: 'BIGINT',
  bytes: 'BYTEA',
  serial: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  end: (table: string) => (STORAGE[table] ? `WITH (${STORAGE[table]})` : ''),
};

/** A sweep deletes hundreds of rows at a time: the counters change once for all of them. */
function createTrigger(counter: Counter): string {
  const { event, when = 'TRUE' } = counter;
  const [rows, statement] = event.startsWith('DELETE')
    ? [
        'REFERENCING OLD TABLE AS gone FOR EACH STATEMENT',
        addToKept(
          counter,
          (values) => `SELECT account_id, ${values.map((value) => `sum(${value})`)}
            FROM gone WHERE ${when} GROUP BY account_id`,
        ),
      ]
    : [
        `FOR EACH ROW WHEN (${when})`,
        addToKept(counter, (values) => `VALUES (NEW.account_id, ${values})`),
      ];
  const name = triggerName(counter);
  return `
  CREATE FUNCTION ${name}() RETURNS TRIGGER AS $$ BEGIN
    ${statement}
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER ${name} AFTER ${event} ${rows} EXECUTE FUNCTION ${name}();`;
}

/**
 * Statements that bring a database from each version to the next. A published step is never
 * changed, and only adds: the previous version keeps working meanwhile, and beside the new one.
 *
 * The counters of an account (`kept`) are a row each, which only its own transactions change.
 */
const steps: readonly string[] = [
  `
  ${createTables(dialect)}

  -- Processes, and their last heartbeats.
  CREATE TABLE holders (name ${NAME} PRIMARY KEY, seen_at TIMESTAMPTZ NOT NULL);

  -- Useless after a minute: not written to the log, and empty after a crash.
  CREATE UNLOGGED TABLE rates (
    account_id ${NAME} PRIMARY KEY,
    minute BIGINT NOT NULL,
    taken BIGINT NOT NULL
  ) WITH (fillfactor = 50, ${OFTEN_CHANGED});

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

  CREATE FUNCTION request_files_removed() RETURNS TRIGGER AS $$ BEGIN
    DELETE FROM request_files WHERE request_id IN (SELECT id FROM gone);
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER request_files_removed AFTER DELETE ON requests REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION request_files_removed();

  ${countersOf('gone').map(createTrigger).join('')}
  ${createRowCounts('open_requests', dialect)}

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
  createPageSessionTable(dialect),
  createMonitorTables(dialect),
  markTracesOfSuccesses(dialect),
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
