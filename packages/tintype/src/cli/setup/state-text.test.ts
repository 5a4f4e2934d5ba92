import { storageState } from '@tintype/contract';
import t from 'tap';
import { stateText } from './state-text.ts';

t.test('a state that is too long when it is indented is written without spaces', async (t) => {
  const value = JSON.parse(`${'['.repeat(12)}${']'.repeat(12)}`) as unknown;
  const records = Array.from({ length: 1500 }, (_, key) => ({ key, value }));
  const stateWith = (count: number) => {
    const store = {
      name: 'store',
      autoIncrement: false,
      records: records.slice(0, count),
      indexes: [],
    };
    const indexedDB = [{ name: 'db', version: 1, stores: [store] }];
    return { cookies: [], origins: [{ origin: 'https://a.example', localStorage: [], indexedDB }] };
  };
  t.match(stateText(stateWith(2)), /\n  "origins"/);
  const text = stateText(stateWith(1500));
  t.notMatch(text, /\n/);
  t.same(storageState(text), stateWith(1500));
});
