import { maxStateLength, RenderError, type StorageState } from '@tintype/contract';
import t from 'tap';
import type { SessionStore } from '../types.ts';
import { saveChange } from './save-change.ts';

const none: StorageState = { cookies: [], origins: [] };

function cookies(...pairs: string[]): StorageState {
  return {
    cookies: pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, domain: 'a.example', path: '/', httpOnly: false, secure: false };
    }),
    origins: [],
  };
}

/** One session in memory. `before` runs before each write. */
function createStore(state: StorageState | undefined, before: () => void = () => {}) {
  const kept = { state, generation: 'a', version: 1, writes: 0 };
  const versionNow = () => `${kept.generation}:${kept.version}`;
  const store: SessionStore = {
    read: async () => kept.state && { state: kept.state, version: versionNow() },
    async write(_name, next, version) {
      before();
      if (!kept.state || version !== versionNow()) return false;
      Object.assign(kept, { state: next, version: kept.version + 1, writes: kept.writes + 1 });
      return true;
    },
  };
  return { store, kept };
}

const save = (store: SessionStore, mine: StorageState, base = none) =>
  saveChange({ store, name: 'one' }, { base, mine, version: 'a:0' });

t.test('writes a change, and nothing if there is none', async (t) => {
  const { store, kept } = createStore(none);
  t.equal(await save(store, none), undefined);
  t.equal(kept.writes, 0);
  t.equal(await save(store, cookies('a=1')), undefined);
  t.same(kept.state, cookies('a=1'));
});

t.test('merges with what another render wrote meanwhile', async (t) => {
  let others = 0;
  const { store, kept } = createStore(none, () => {
    if (others === 5) return;
    others += 1;
    kept.state = cookies(...Array.from({ length: others }, (_, n) => `other${n}=1`));
    kept.version += 1;
  });
  t.equal(await save(store, cookies('mine=1')), undefined);
  t.equal(kept.state?.cookies.length, 6);
});

t.test('changes nothing in a session that replaced the one of the render', async (t) => {
  const { store, kept } = createStore(cookies('sid=alice'));
  kept.generation = 'b';
  t.same(await save(store, cookies('sid=bob')), {
    reason: 'replaced',
    text: 'it was replaced meanwhile',
  });
  t.same(kept.state, cookies('sid=alice'));
});

t.test('nor in one that replaces it while it is written', async (t) => {
  const { store, kept } = createStore(none, () => {
    Object.assign(kept, { generation: 'b', state: cookies('sid=alice') });
  });
  t.match(await save(store, cookies('sid=bob')), { reason: 'replaced' });
  t.same(kept.state, cookies('sid=alice'));
});

t.test('gives up after 20 attempts', async (t) => {
  const { store, kept } = createStore(none, () => void (kept.version += 1));
  t.same(await save(store, cookies('a=1')), {
    reason: 'busy',
    text: 'other renders changed it in each of 20 attempts',
  });
});

t.test('problems have a reason, and no details of the storage', async (t) => {
  const gone = await save(createStore(undefined).store, cookies('a=1'));
  t.same(gone, { reason: 'deleted', text: 'it was deleted meanwhile' });
  const large = await save(createStore(none).store, cookies(`a=${'x'.repeat(maxStateLength)}`));
  t.same(large, {
    reason: 'too_large',
    text: `its state is longer than ${maxStateLength} bytes`,
  });
  const failing = (error: Error) => ({
    ...createStore(none).store,
    read: () => Promise.reject(error),
  });
  const broken = await save(failing(new Error('password of postgres')), cookies('a=1'));
  t.same(broken, { reason: 'storage', text: 'its storage failed' });
  const full = await save(failing(new RenderError('storage_full')), cookies('a=1'));
  t.same(full, { reason: 'storage', text: 'The storage of the service is full' });
  const tooLong = await save(failing(new RenderError('payload_too_large')), cookies('a=1'));
  t.match(tooLong, { reason: 'too_large' });
});

t.test('a state that is too large keeps the databases that it had', async (t) => {
  const origin = 'https://a.example';
  const withDatabase = (value: string, state = none): StorageState => {
    const store = { name: 's', autoIncrement: false, records: [{ key: 1, value }], indexes: [] };
    const indexedDB = [{ name: 'db', version: 1, stores: [store] }];
    return { ...state, origins: [{ origin, localStorage: [], indexedDB }] };
  };
  const before = withDatabase('before');
  const { store, kept } = createStore(before);
  const warnings: string[] = [];
  const mine = withDatabase('x'.repeat(maxStateLength), cookies('a=1'));
  const warn = (text: string) => warnings.push(text);
  const change = { base: before, mine, version: 'a:0' };
  t.equal(await saveChange({ store, name: 'one', warn }, change), undefined);
  t.same(kept.state, withDatabase('before', cookies('a=1')));
  t.same(warnings, [
    `The session one keeps the databases that it had: its state is longer than ${maxStateLength} bytes.`,
  ]);
});

t.test('also if it has too many bytes only, or too many for its storage', async (t) => {
  const origin = 'https://a.example';
  const store = { name: 's', autoIncrement: false, indexes: [] };
  const records = [{ key: 1, value: '漢'.repeat(400_000) }];
  const indexedDB = [{ name: 'db', version: 1, stores: [{ ...store, records }] }];
  const mine = { ...cookies('a=1'), origins: [{ origin, localStorage: [], indexedDB }] };
  const lab = createStore(none);
  t.equal(await save(lab.store, mine), undefined);
  t.same(lab.kept.state, cookies('a=1'));
  const small = createStore(none);
  const { write } = small.store;
  small.store.write = async (name, state, version) => {
    if (state.origins.length > 0) throw new RenderError('payload_too_large');
    return write(name, state, version);
  };
  const short = [{ ...indexedDB[0], stores: [{ ...store, records: [] }] }] as typeof indexedDB;
  const origins = [{ origin, localStorage: [], indexedDB: short }];
  t.equal(await save(small.store, { ...mine, origins }), undefined);
  t.same(small.kept.state, cookies('a=1'));
});
