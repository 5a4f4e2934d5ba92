import type { OriginState, StorageState } from '@tintype/contract';
import t from 'tap';
import { withRestored, withUnread } from './left-state.ts';

const origin = 'https://a.example';
const database = (name: string, version = 1) => ({ name, version, stores: [] });
const stateOf = (...indexedDB: NonNullable<OriginState['indexedDB']>): StorageState => ({
  cookies: [],
  origins: [{ origin, localStorage: [], indexedDB }],
});
const namesOf = ({ origins }: StorageState) => origins[0]?.indexedDB?.map(({ name }) => name);
const base = stateOf(database('a'), database('b'), database('c'));

t.test('a database that could not be read stays, and one that was deleted does not', async (t) => {
  const partial = new Map([[origin, ['c', 'new']]]);
  t.same(namesOf(withUnread({ state: stateOf(database('a')), partial }, base)), ['a', 'c']);
});

t.test('all that were not read stay if their names are unknown', async (t) => {
  const partial = new Map([[origin, undefined]]);
  const { origins } = withUnread({ state: stateOf(database('a', 2)), partial }, base);
  t.same(origins[0]?.indexedDB, [database('a', 2), database('b'), database('c')]);
});

t.test('a state that was read as a whole stays as it is', async (t) => {
  t.same(withUnread({ state: stateOf(), partial: new Map() }, base), stateOf());
});

t.test('the base has the databases as they were read back', async (t) => {
  const { origins } = stateOf(database('b', 2));
  t.same(withRestored(base, { restored: origins }), stateOf(database('b', 2)));
  t.same(withRestored(base, { restored: [] }), base, 'or as they were stored');
});
