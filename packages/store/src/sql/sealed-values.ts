import type { SecretBox } from '../keys/secret-box.ts';
import { batchContext } from './requests/batches.ts';
import { deliveryContext } from './deliveries/delivery-rows.ts';
import { fileContext } from './files/file-rows.ts';
import { answerContext } from './requests/idempotency.ts';
import { detailsContext, parametersContext, requestFileContext } from './requests/request-rows.ts';
import { loginContext, stateContext } from './accounts/page-session-rows.ts';
import { checkContext, checkKeyContext, monitorContext } from './monitors/check-rows.ts';
import { queryContext, watchContext } from './tasks/task-rows.ts';
import type { Database, Steps } from './database.ts';

/** Result of a rotation. */
export interface RotatedMasterKey {
  /** Values that lie under the new key now. */
  sealed: number;
  /** Values that no key opens. They are as they were. */
  unreadable: number;
}

type Row = Record<string, string | number | Uint8Array>;

/** Column of sealed values, key of the table, and encryption context. */
type SealedPlace = readonly [
  table: string,
  column: string,
  keys: readonly string[],
  context: (row: Row) => string,
  where?: string,
];

const ofId = (context: (row: { id: string }) => string) => (row: Row) =>
  context({ id: String(row['id']) });

const ofName = (context: (accountId: string, name: string) => string) => (row: Row) =>
  context(String(row['account_id']), String(row['name']));

const places: readonly SealedPlace[] = [
  [
    'meta',
    'value',
    ['key'],
    ({ key }) => String(key),
    `(key = 'master_key_check' OR key LIKE 'configured %')`,
  ],
  ['accounts', 'secret_key', ['id'], ({ id }) => String(id)],
  [
    'previous_keys',
    'value',
    ['account_id', 'which'],
    ({ account_id: id }) => String(id),
    `which = 'secret'`,
  ],
  ['requests', 'parameters', ['id'], ofId(parametersContext), 'parameter_bytes > 0'],
  ['requests', 'details', ['id'], ofId(detailsContext)],
  ['requests', 'file', ['id'], ofId(requestFileContext)],
  ['batches', 'webhook', ['id'], ({ id }) => batchContext(String(id))],
  ['tasks', 'query', ['id'], ({ id }) => queryContext(Number(id))],
  ['tasks', 'watch', ['id'], ({ id }) => watchContext(Number(id))],
  ['monitors', 'state', ['task_id'], ({ task_id: id }) => monitorContext(Number(id))],
  ['monitor_checks', 'key', ['request_id'], ({ request_id: id }) => checkKeyContext(String(id))],
  ['monitor_checks', 'content', ['request_id'], ({ request_id: id }) => checkContext(String(id))],
  ['outbox', 'sealed', ['id'], ({ id }) => deliveryContext(String(id))],
  ['files', 'sealed', ['name'], ({ name }) => fileContext(String(name))],
  [
    'idempotency',
    'answer',
    ['account_id', 'key_hash'],
    ({ account_id: id, key_hash: hash }) => answerContext(String(id), String(hash)),
  ],
  ['page_sessions', 'state', ['account_id', 'name'], ofName(stateContext)],
  ['page_sessions', 'login', ['account_id', 'name'], ofName(loginContext)],
];

/** So many at a time: parameters can be megabytes each. */
const PAGE = 100;

/** Rows to inspect for a page: of millions of finished requests, few may have a sealed value. */
const ROWS_LOOKED_AT = 2_000;

/** Result of one page, and where it ended; undefined after the last. */
interface SealedPage extends RotatedMasterKey {
  last: Row | undefined;
}

/** Seals a page of values again that are under an older key of the box: those after `last`. */
export type SealPage = (last: Row | undefined) => Steps<SealedPage>;

/** One for each place where values lie sealed. */
export function prepareSealing(database: Database, box: SecretBox): readonly SealPage[] {
  return places.map((place) => {
    const [table, column, keys, context] = place;
    const readPage = preparePage(database, place);
    const write = database.prepare(`UPDATE ${table} SET ${column} = :value
      WHERE ${keys.map((key) => `${key} = :${key}`).join(' AND ')}`);
    return function* (before) {
      const done = { sealed: 0, unreadable: 0 };
      const { rows, last } = yield* readPage(before);
      for (const row of rows) {
        const value = row['value'] as Uint8Array;
        if (box.isCurrent(value)) continue;
        const text = box.open(value, context(row));
        if (text === undefined) done.unreadable += 1;
        else {
          yield* write.run({ ...keysOf(row, keys), value: box.seal(text, context(row)) });
          done.sealed += 1;
        }
      }
      return { ...done, last };
    };
  });
}

function preparePage(database: Database, place: SealedPlace) {
  const [table, column, keys, , where = 'TRUE'] = place;
  const list = keys.join(', ');
  const behind = `(${list}) > (${keys.map((key) => `:${key}`).join(', ')})`;
  const upTo = `(${list}) <= (${keys.map((key) => `:end_${key}`).join(', ')})`;
  // With both ends of the range, no statement takes longer in a larger table.
  const prepareEnd = (condition: string) =>
    database.prepare<Row>(
      `SELECT ${list} FROM ${table} WHERE ${condition} ORDER BY ${list} LIMIT 1 OFFSET ${ROWS_LOOKED_AT - 1}`,
    );
  const preparePart = (condition: string) =>
    database.prepare<Row>(`SELECT ${list}, ${column} AS value FROM ${table}
      WHERE ${condition} AND ${column} IS NOT NULL AND ${where} ORDER BY ${list} LIMIT ${PAGE}`);
  const [firstEnd, nextEnd] = [prepareEnd('TRUE'), prepareEnd(behind)];
  const [first, next] = [preparePart(upTo), preparePart(`${behind} AND ${upTo}`)];
  const [all, rest] = [preparePart('TRUE'), preparePart(behind)];
  return function* (before: Row | undefined): Steps<{ rows: Row[]; last: Row | undefined }> {
    const from = before ? keysOf(before, keys) : {};
    const end: Row | undefined = yield* (before ? nextEnd : firstEnd).get(from);
    const upToEnd = end ? namedAs('end_', keysOf(end, keys)) : {};
    const bounded = before ? next : first;
    const open = before ? rest : all;
    const rows: Row[] = yield* (end ? bounded : open).all({ ...from, ...upToEnd });
    return { rows, last: rows.length === PAGE ? rows.at(-1) : end };
  };
}

function namedAs(prefix: string, row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [`${prefix}${key}`, value]));
}

function keysOf(row: Row, keys: readonly string[]): Row {
  return Object.fromEntries(keys.map((key) => [key, row[key] ?? '']));
}
