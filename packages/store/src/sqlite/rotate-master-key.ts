import { RenderError } from '@tintype/contract/errors';
import {
  newMasterKey,
  parseMasterKeys,
  readMasterKeys,
  writeMasterKeys,
} from '../keys/master-key.ts';
import type { SecretBox } from '../keys/secret-box.ts';
import { batchContext } from '../sql/batches.ts';
import { openParts, type SqliteStoreOptions } from './create-sqlite-store.ts';
import { openDataFolder } from './data-folder.ts';
import { deliveryContext } from '../sql/delivery-rows.ts';
import { fileContext } from '../sql/file-rows.ts';
import { answerContext } from '../sql/idempotency.ts';
import { openDatabase, type Database } from './open-database.ts';
import { openSecretBox } from './open-secret-box.ts';
import { takeProcessLock } from './process-locks.ts';
import { detailsContext, parametersContext, requestFileContext } from '../sql/request-rows.ts';
import { migrate } from './schema.ts';
import { queryContext } from '../sql/task-rows.ts';

/** What a rotation did. */
export interface RotatedMasterKey {
  /** Values that lie under the new key now. */
  sealed: number;
  /** Values that no key opens. They are as they were. */
  unreadable: number;
}

/**
 * Seals everything in a data folder anew, under a new master key: one that is made here, in `master.key`, or the first of those in the
 * option `masterKey`, which has the old ones behind it. Nothing else may use the folder meanwhile. When it is ended in the middle, both
 * keys open the store, and the next rotation goes on.
 *
 * @throws RenderError `invalid_parameter` while somebody else uses the folder, or when a master key is given without the one before;
 * `storage_failed` when somebody has come meanwhile: both keys are needed until it is run again
 * @example
 * rotateMasterKey({ dataDir: '/var/lib/tintype', now: Date.now });
 */
export function rotateMasterKey({ dataDir, masterKey }: SqliteStoreOptions): RotatedMasterKey {
  const folder = openDataFolder(dataDir);
  return openParts(dataDir, ({ keep, close }) => {
    const database = keep(openDatabase({ path: folder.database, durability: 'full' }));
    migrate(database, folder.database);
    const lock = takeProcessLock(folder.processes);
    keep({ close: () => lock.release() });
    if (lock.hasOthers()) {
      throw new RenderError(
        'invalid_parameter',
        'The service runs, or another command works on its data. Stop it: what it holds in memory is the old master key.',
      );
    }
    const { masterKey: path } = folder;
    const box = openSecretBox(database, { masterKey, path });
    const ring = ringOf(masterKey, path);
    if (masterKey === undefined) writeMasterKeys(path, ring);
    box.use(ring);
    const done = sealAnew(database, box);
    // Whoever started before the new key was written seals under the old one.
    if (lock.hasOthers()) {
      throw new RenderError(
        'storage_failed',
        'The service was started meanwhile. Both master keys are still needed, and nothing is lost: stop the service, and run this again.',
      );
    }
    if (masterKey === undefined) writeMasterKeys(path, ring.slice(0, 1));
    close();
    return done;
  });
}

/** The new key, and the old ones. */
function ringOf(masterKey: string | undefined, path: string): Buffer[] {
  if (masterKey === undefined) return [newMasterKey(), ...(readMasterKeys(path) ?? [])];
  const given = parseMasterKeys(masterKey, 'masterKey');
  if (given.length > 1) return given;
  throw new RenderError(
    'invalid_parameter',
    'masterKey: give the new master key and, behind a comma, the old one.',
  );
}

type Row = Record<string, string | number | Uint8Array>;

/** Where sealed values lie, and under which context. */
const places: readonly {
  table: string;
  column: string;
  keys: readonly string[];
  where?: string;
  context(row: Row): string;
}[] = [
  {
    table: 'meta',
    column: 'value',
    keys: ['key'],
    where: `(key = 'master_key_check' OR key LIKE 'configured %')`,
    context: ({ key }) => String(key),
  },
  { table: 'accounts', column: 'secret_key', keys: ['id'], context: ({ id }) => String(id) },
  {
    table: 'previous_keys',
    column: 'value',
    keys: ['account_id', 'which'],
    where: `which = 'secret'`,
    context: ({ account_id: id }) => String(id),
  },
  {
    table: 'requests',
    column: 'parameters',
    keys: ['id'],
    where: 'parameter_bytes > 0',
    context: ({ id }) => parametersContext({ id: String(id) }),
  },
  {
    table: 'requests',
    column: 'details',
    keys: ['id'],
    context: ({ id }) => detailsContext({ id: String(id) }),
  },
  {
    table: 'requests',
    column: 'file',
    keys: ['id'],
    context: ({ id }) => requestFileContext({ id: String(id) }),
  },
  {
    table: 'batches',
    column: 'webhook',
    keys: ['id'],
    context: ({ id }) => batchContext(String(id)),
  },
  { table: 'tasks', column: 'query', keys: ['id'], context: ({ id }) => queryContext(Number(id)) },
  {
    table: 'outbox',
    column: 'sealed',
    keys: ['id'],
    context: ({ id }) => deliveryContext(String(id)),
  },
  {
    table: 'files',
    column: 'sealed',
    keys: ['name'],
    context: ({ name }) => fileContext(String(name)),
  },
  {
    table: 'idempotency',
    column: 'answer',
    keys: ['account_id', 'key_hash'],
    context: ({ account_id: id, key_hash: hash }) => answerContext(String(id), String(hash)),
  },
];

const BATCH = 500;

function sealAnew(database: Database, box: SecretBox): RotatedMasterKey {
  const done = { sealed: 0, unreadable: 0 };
  for (const { table, column, keys, where = '1', context } of places) {
    const after = `(${keys.join(', ')}) > (${keys.map((key) => `:${key}`).join(', ')})`;
    const first = database.prepare<Row>(`SELECT ${keys.join(', ')}, ${column} AS value FROM ${table}
      WHERE ${column} IS NOT NULL AND ${where} ORDER BY ${keys.join(', ')} LIMIT ${BATCH}`);
    const next = database.prepare<Row>(`SELECT ${keys.join(', ')}, ${column} AS value FROM ${table}
      WHERE ${after} AND ${column} IS NOT NULL AND ${where}
      ORDER BY ${keys.join(', ')} LIMIT ${BATCH}`);
    const write = database.prepare(
      `UPDATE ${table} SET ${column} = :value
       WHERE ${keys.map((key) => `${key} = :${key}`).join(' AND ')}`,
    );
    let last: Row | undefined;
    do {
      const rows: Row[] = last ? next.all(keysOf(last, keys)) : first.all();
      database.write(() => {
        for (const row of rows) {
          const value = row['value'] as Uint8Array;
          if (box.isCurrent(value)) continue;
          const text = box.open(value, context(row));
          if (text === undefined) done.unreadable += 1;
          else {
            write.run({ ...keysOf(row, keys), value: box.seal(text, context(row)) });
            done.sealed += 1;
          }
        }
      });
      last = rows.length === BATCH ? rows.at(-1) : undefined;
    } while (last);
  }
  return done;
}

function keysOf(row: Row, keys: readonly string[]): Row {
  return Object.fromEntries(keys.map((key) => [key, row[key] ?? '']));
}
