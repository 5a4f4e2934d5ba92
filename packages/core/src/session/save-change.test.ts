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

async function save(store: SessionStore, mine: StorageState, base = none) {
  const warnings: string[] = [];
  const isSaved = await saveChange(store, 'one', { base, mine, version: 'a:0' }, (text) =>
    warnings.push(text),
  );
  return { isSaved, warnings };
}

t.test('writes a change, and nothing if there is none', async (t) => {
  const { store, kept } = createStore(none);
  t.same(await save(store, none), { isSaved: true, warnings: [] });
  t.equal(kept.writes, 0);
  t.same(await save(store, cookies('a=1')), { isSaved: true, warnings: [] });
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
  t.same(await save(store, cookies('mine=1')), { isSaved: true, warnings: [] });
  t.equal(kept.state?.cookies.length, 6);
});

t.test('changes nothing in a session that replaced the one of the render', async (t) => {
  const { store, kept } = createStore(cookies('sid=alice'));
  kept.generation = 'b';
  t.same(await save(store, cookies('sid=bob')), {
    isSaved: false,
    warnings: ['The session one was not updated: it was replaced meanwhile.'],
  });
  t.same(kept.state, cookies('sid=alice'));
});

t.test('nor in one that replaces it while it is written', async (t) => {
  const { store, kept } = createStore(none, () => {
    Object.assign(kept, { generation: 'b', state: cookies('sid=alice') });
  });
  const { isSaved } = await save(store, cookies('sid=bob'));
  t.equal(isSaved, false);
  t.same(kept.state, cookies('sid=alice'));
});

t.test('gives up after 20 attempts', async (t) => {
  const { store, kept } = createStore(none, () => void (kept.version += 1));
  t.same(await save(store, cookies('a=1')), {
    isSaved: false,
    warnings: ['The session one was not updated: other renders changed it in each of 20 attempts.'],
  });
});

t.test('problems are warnings without details of the storage', async (t) => {
  const gone = await save(createStore(undefined).store, cookies('a=1'));
  t.same(gone.warnings, ['The session one was not updated: it was deleted meanwhile.']);
  const large = await save(createStore(none).store, cookies(`a=${'x'.repeat(maxStateLength)}`));
  t.same(large.warnings, [
    `The session one was not updated: its state is longer than ${maxStateLength} characters.`,
  ]);
  const failing = (error: Error) => ({
    ...createStore(none).store,
    read: () => Promise.reject(error),
  });
  const broken = await save(failing(new Error('password of postgres')), cookies('a=1'));
  t.same(broken.warnings, ['The session one was not updated: its storage failed.']);
  const full = await save(failing(new RenderError('storage_full')), cookies('a=1'));
  t.same(full.warnings, ['The session one was not updated: The storage of the service is full.']);
});
