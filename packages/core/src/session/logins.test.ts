import { parseRequest, RenderError, type StorageState } from '@tintype/contract';
import t from 'tap';
import { createContext } from '../render/create-context.ts';
import type { OpenOptions, PageInput, SessionStore } from '../types.ts';
import { createLogins, type LoginEngine } from './logins.ts';

const version = 'a:1';
const store: SessionStore = {
  read: async () => ({
    state: { cookies: [], origins: [] },
    login: { url: 'https://a.example/', steps: [] },
    version,
  }),
  write: async () => true,
};

type LoginPage = Awaited<ReturnType<LoginEngine['open']>>;

/** A renderer whose pages never open, unless their signal aborts. */
function createLab() {
  const opened: { input: PageInput; options: OpenOptions }[] = [];
  const logins = createLogins({
    open: (input: PageInput, options: OpenOptions) => {
      opened.push({ input, options });
      const { promise, reject } = Promise.withResolvers<LoginPage>();
      options.signal?.addEventListener('abort', () => reject(new RenderError('cancelled')));
      return promise;
    },
  });
  const renew = (timeout: number) => {
    const parsed = parseRequest({ kind: 'screenshot', url: 'https://a.example/', timeout });
    const { context } = createContext(parsed, {});
    context.deadline.start();
    const { request } = parsed;
    const expired = { key: 'one', name: 'one', store, version, request, context, startedMs: 0 };
    const renewed = logins.renew(expired).catch((error: unknown) => RenderError.from(error).code);
    const end = () => {
      context.deadline.fail(new RenderError('timeout'));
      context.deadline.dispose();
    };
    return { renewed, end };
  };
  return { opened, renew };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

t.test('a login has the time of the render that starts it', async (t) => {
  const { opened, renew } = createLab();
  const { renewed, end } = renew(3);
  await soon();
  t.match(opened, [{ input: { timeout: 3 } }]);
  end();
  t.equal(await renewed, 'timeout');
});

t.test('a login ends when the last render that waits for it has ended', async (t) => {
  const { opened, renew } = createLab();
  const [one, two] = [renew(3), renew(60)];
  await soon();
  t.equal(opened.length, 1);
  const { signal } = opened[0]?.options ?? {};
  one.end();
  t.equal(await one.renewed, 'timeout');
  t.equal(signal?.aborted, false);
  two.end();
  t.equal(await two.renewed, 'timeout');
  t.equal(signal?.aborted, true);
});

t.test('a render does not wait for a login that was ended', async (t) => {
  const { opened, renew } = createLab();
  const first = renew(3);
  await soon();
  first.end();
  await first.renewed;
  const next = renew(3);
  await soon();
  await soon();
  t.equal(opened.length, 2);
  t.equal(opened[1]?.options.signal?.aborted, false);
  next.end();
  await next.renewed;
});

t.test('a repeated login keeps a database that it could not read', async (t) => {
  const database = (name: string, version = 1) => ({ name, version, stores: [] });
  const origin = 'https://a.example';
  const stateOf = (...indexedDB: ReturnType<typeof database>[]) => ({
    cookies: [],
    origins: [{ origin, localStorage: [], indexedDB }],
  });
  let state: StorageState = stateOf(database('a'), database('b'), database('gone'));
  const own: SessionStore = {
    read: async () => ({ state, login: { url: origin, steps: [] }, version }),
    async write(_name, next) {
      state = next;
      return true;
    },
  };
  const page = {
    capture: async () => ({ receipt: {}, warnings: [] }),
    close: async () => {},
    leftState: async () => ({
      state: stateOf(database('a', 2)),
      partial: new Map([[origin, ['b']]]),
      missing: ['the database b'],
      restored: [],
    }),
  };
  const logins = createLogins({ open: async () => page as unknown as LoginPage });
  const parsed = parseRequest({ kind: 'screenshot', url: origin, timeout: 5 });
  const { context, warnings } = createContext(parsed, {});
  context.deadline.start();
  const { request } = parsed;
  const expired = { key: 'one', name: 'one', store: own, version, request, context, startedMs: 0 };
  t.equal(await logins.renew(expired), true);
  t.same(state, stateOf(database('a', 2), database('b')));
  t.same(warnings, ['The session one lacks the database b.']);
  context.deadline.dispose();
});
