import type { StorageState } from '@tintype/contract';
import t from 'tap';
import type { PageHandle } from '../page/page-handle.ts';
import type { RenderContext, SessionStore } from '../types.ts';
import { createSessionUse } from './session-use.ts';

const empty: StorageState = { cookies: [], origins: [] };
const cookie = {
  name: 'a',
  value: '1',
  domain: 'a.example',
  path: '/',
  httpOnly: false,
  secure: false,
};

/** A use of a session by a page whose storage is never read. */
function createLab(cookies: () => Promise<(typeof cookie)[]>) {
  let state = empty;
  const store: SessionStore = {
    read: async () => ({ state, version: 'a:1' }),
    async write(_name, next) {
      state = next;
      return true;
    },
  };
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const stored = { state, version: 'a:1' };
  const own = { canLogIn: false, isRefreshed: false, warn };
  const use = createSessionUse({ name: 'one', store, stored, ...own });
  const lease = { storageState: () => new Promise(() => {}), cookies };
  const end = async () => {
    const context = { deadline: { remainingMs: () => 250 } };
    await use.note({ lease } as unknown as PageHandle, context as unknown as RenderContext);
    await use.save();
    return { state, warnings };
  };
  return { use, end };
}

t.test('cookies are written if the storage is not read in time', async (t) => {
  const { use, end } = createLab(async () => [cookie]);
  const receipt = use.receiptFor(undefined);
  const { state, warnings } = await end();
  t.same(state, { cookies: [cookie], origins: [] });
  t.same(warnings, [
    'The session one lacks the storage of its pages: it could not be read in time.',
  ]);
  t.notOk(receipt.unsaved);
});

t.test('without cookies the state is unread', async (t) => {
  const { use, end } = createLab(() => Promise.reject(new Error('gone')));
  const receipt = use.receiptFor(undefined);
  t.same((await end()).state, empty);
  t.equal(receipt.unsaved, 'unread');
});
