import type { StateDatabase, StateRecord } from '@tintype/contract';
import t from 'tap';
import { mergeDatabases } from './merge-databases.ts';

function database(values: Record<string, unknown>, more: Partial<StateDatabase> = {}) {
  const records = Object.entries(values).map(([key, value]): StateRecord => ({ key, value }));
  const store = { name: 'store', autoIncrement: false, records, indexes: [] };
  return { name: 'db', version: 1, stores: [store], ...more };
}

/** A database whose keys are part of the values. */
function inline(records: StateRecord[], keyPath = 'user.id'): StateDatabase {
  const store = { name: 'store', autoIncrement: false, keyPath, records, indexes: [] };
  return { name: 'db', version: 1, stores: [store] };
}

const valuesOf = (merged: StateDatabase[] | undefined) =>
  merged?.map(({ stores }) => stores.flatMap(({ records }) => records.map(({ value }) => value)));

t.test('records are merged by their keys', async (t) => {
  const base = [database({ a: 1, b: 1, c: 1, d: 1 })];
  const mine = [database({ a: 2, b: 1, d: 1, e: 5 })];
  const stored = [database({ a: 1, b: 9, c: 1, f: 6 })];
  t.strictSame(mergeDatabases({ base, mine, stored }), [database({ a: 2, b: 9, f: 6, e: 5 })]);
  t.equal(mergeDatabases({ base, mine: base, stored }), undefined);
});

t.test('a removed record stays removed, unless it was changed meanwhile', async (t) => {
  const base = [database({ a: 1, b: 1 })];
  const merged = mergeDatabases({ base, mine: [database({})], stored: [database({ a: 1, b: 2 })] });
  t.strictSame(merged, [database({ b: 2 })]);
});

t.test('keys inside of values are found, in plain and in encoded ones', async (t) => {
  const plain = (id: number, name: string) => ({ value: { user: { id }, name } });
  const encoded = (id: number, when: string): StateRecord => {
    const user = { o: [{ k: 'id', v: id }], id: 2 };
    return {
      valueEncoded: {
        o: [
          { k: 'user', v: user },
          { k: 'when', v: { d: when } },
        ],
        id: 1,
      },
    };
  };
  const merged = mergeDatabases({
    base: [inline([plain(1, 'a'), encoded(2, 'x')])],
    mine: [inline([plain(1, 'b'), encoded(2, 'y')])],
    stored: [inline([encoded(2, 'x'), plain(1, 'a'), plain(3, 'c')])],
  });
  t.strictSame(merged, [inline([encoded(2, 'y'), plain(1, 'b'), plain(3, 'c')])]);
});

t.test('databases that two renders create at the same time are merged', async (t) => {
  const merged = mergeDatabases({ mine: [database({ a: 1 })], stored: [database({ b: 2 })] });
  t.strictSame(valuesOf(merged), [[2, 1]]);
  const others = mergeDatabases({
    mine: [database({ a: 1 })],
    stored: [database({ b: 2 }, { name: 'x' })],
  });
  t.strictSame(valuesOf(others), [[2], [1]]);
});

t.test('a deleted database is deleted, unless it was changed meanwhile', async (t) => {
  const base = [database({ a: 1 })];
  t.strictSame(mergeDatabases({ base, mine: [], stored: base }), []);
  t.equal(mergeDatabases({ base, mine: [], stored: [database({ a: 2 })] }), undefined);
});

t.test('of two forms of a database the later version counts', async (t) => {
  const base = [database({ a: 1 })];
  const upgraded = [database({ a: 1, b: 2 }, { version: 2 })];
  const stored = [database({ a: 3 })];
  t.strictSame(mergeDatabases({ base, mine: upgraded, stored }), upgraded);
  t.equal(mergeDatabases({ base, mine: stored, stored: upgraded }), undefined);
});

t.test('records without a known key are taken as a whole', async (t) => {
  const record = (n: number): StateRecord => ({
    valueEncoded: {
      o: [
        { k: 'a', v: { o: [{ k: 'id', v: n }], id: 2 } },
        { k: 'b', v: { ref: 2 } },
      ],
      id: 1,
    },
  });
  const [one, two] = [inline([record(1)], 'b.id'), inline([record(1), record(2)], 'b.id')];
  t.strictSame(mergeDatabases({ base: [one], mine: [two], stored: [one] }), [two]);
  t.equal(mergeDatabases({ base: [one], mine: [one], stored: [two] }), undefined);
});

t.test('an import with stores and indexes in another order is merged', async (t) => {
  const index = (name: string, more = {}) => ({ name, multiEntry: false, unique: false, ...more });
  const store = (name: string, value: number, indexes: ReturnType<typeof index>[] = []) => ({
    name,
    autoIncrement: false,
    records: [{ key: 1, value }],
    indexes,
  });
  const read = (value: number) =>
    database(
      {},
      { stores: [store('a', 0), store('b', value, [index('x', { keyPath: '' }), index('y')])] },
    );
  const imported = database(
    {},
    { stores: [store('b', 1, [index('y'), index('x')]), store('a', 0)] },
  );
  const merged = mergeDatabases({ base: [read(1)], mine: [read(2)], stored: [imported] });
  t.strictSame(valuesOf(merged), [[2, 0]]);
  t.strictSame(mergeDatabases({ base: [read(1)], mine: [], stored: [imported] }), []);
});
