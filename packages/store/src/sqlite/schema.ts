import { RenderError } from '@tintype/contract/errors';
import { addToKept, countersOf, triggerName, type Counter } from '../sql/counters.ts';
import {
  createMonitorTables,
  createPageSessionTable,
  createRowCounts,
  createTables,
  markTracesOfSuccesses,
} from '../sql/schema.ts';
import type { Database } from './open-database.ts';

/** "Tint" in ASCII. https://sqlite.org/pragma.html#pragma_application_id */
const APPLICATION_ID = 0x54696e74;

/** Tables that are stored in the order of their primary key. */
const KEYED = /^(?:previous_keys|usage(?:_days)?|reservations|.*files|failing_receivers|kept)$/;

const dialect = {
  name: 'TEXT',
  integer: 'INTEGER',
  bytes: 'BLOB',
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  end: (table: string) => (KEYED.test(table) ? 'STRICT, WITHOUT ROWID' : 'STRICT'),
};

function createTrigger(counter: Counter): string {
  const { event, when = 'TRUE' } = counter;
  const row = event.startsWith('DELETE') ? 'OLD' : 'NEW';
  return `
  CREATE TRIGGER ${triggerName(counter)} AFTER ${event} WHEN ${when} BEGIN
    ${addToKept(counter, (values) => `VALUES (${row}.account_id, ${values})`)}
  END;`;
}

/**
 * Statements that bring a database from each version to the next. A published step is never
 * changed.
 */
const steps: readonly string[] = [
  `
  ${createTables(dialect)}
  CREATE INDEX requests_due ON requests (account_id, available_at, id) WHERE available_at IS NOT NULL;
  CREATE INDEX requests_open ON requests (available_at, account_id, status) WHERE available_at IS NOT NULL;
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
  CREATE INDEX requests_of_task_open ON requests (task_id)
    WHERE available_at IS NOT NULL AND task_id IS NOT NULL;
  CREATE INDEX requests_by_batch ON requests (batch_id, created_at DESC, id DESC)
    WHERE batch_id IS NOT NULL;
  CREATE INDEX requests_of_batch_open ON requests (batch_id)
    WHERE available_at IS NOT NULL AND batch_id IS NOT NULL;
  CREATE TRIGGER request_files_removed AFTER DELETE ON requests BEGIN
    DELETE FROM request_files WHERE request_id = OLD.id;
  END;

  ${countersOf('OLD').map(createTrigger).join('')}
  ${createRowCounts('requests WHERE available_at IS NOT NULL', dialect)}
  `,
  createPageSessionTable(dialect),
  createMonitorTables(dialect),
  markTracesOfSuccesses(dialect),
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
