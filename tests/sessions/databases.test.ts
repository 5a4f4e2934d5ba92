import { join } from 'node:path';
import type { StorageState } from '@tintype/contract';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { createLoginSite } from './login-site.ts';

const lab = await createLab(t, { sessions: join(t.testdir({}), 'sessions'), concurrency: 4 });
const { renderer, server } = lab;
const origin = new URL(server.url('/')).origin;

/** Functions of the pages: open a database, and wait for a request. */
const common = `
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const open = (name, version, upgrade = () => {}) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result);
    return done(request);
  };
  const storeOf = (db, name, mode = 'readwrite') => db.transaction(name, mode).objectStore(name);`;

/** A page whose script sets the title as its last act, for which the render waits. */
function page(path: string, script: string): string {
  const html = `<!doctype html><title>wait</title><h1>Page</h1><script type="module">${common}
    try { ${script} } catch (error) { document.title = 'failed: ' + error; }
    document.body.insertAdjacentHTML('beforeend', '<p id=ready>');</script>`;
  return server.page(path, html);
}
const ready = { wait_for_function: `document.title !== 'wait'`, timeout: 25 };
const titleOf = async (url: string, more: object) => {
  const { metadata, warnings } = await lab.render({ url, ...ready, ...more });
  return { title: metadata.title, warnings };
};
const newSession = async (name: string, state: StorageState = { cookies: [], origins: [] }) => {
  const session = renderer.session({ name });
  await session.restore(state);
  return session;
};

/** A database of one record, and statements that add more than a state may have. */
const smallDatabase = page(
  '/small',
  `const db = await open('grows', 1, (db) => db.createObjectStore('store'));
   await done(storeOf(db, 'store').put('kept', 0));
   document.title = 'small';`,
);
const grow = `const grows = await open('grows', 1, (db) => db.createObjectStore('store'));
  const into = storeOf(grows, 'store');
  for (let n = 1; n < 1100; n += 1) into.put(n, n);
  await new Promise((resolve) => { into.transaction.oncomplete = resolve; });`;

/** Signs in as the web clients of Firebase and Auth0 do: the token is in a database. */
const signIn = page(
  '/firebase',
  `const db = await open('firebaseLocalStorageDb', 1, (db) => db.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' }));
   await done(storeOf(db, 'firebaseLocalStorage').put({ fbase_key: 'authUser', value: { stsTokenManager: { accessToken: 'token', expirationTime: 1 } } }));
   document.title = 'signed in';`,
);
const account = page(
  '/firebase-account',
  `const request = indexedDB.open('firebaseLocalStorageDb', 1);
   request.onupgradeneeded = () => request.transaction.abort();
   const db = await done(request).catch(() => undefined);
   const user = db && (await done(storeOf(db, 'firebaseLocalStorage').get('authUser')));
   document.title = user ? 'Hello ' + user.value.stsTokenManager.accessToken : 'Sign in';`,
);

t.test('a login whose token is in a database lasts', async (t) => {
  const session = await newSession('firebase');
  t.equal((await titleOf(account, { session: 'firebase' })).title, 'Sign in');
  t.same((await session.state()).origins, [], 'a database that is not created is not stored');
  const signed = await titleOf(signIn, { session: 'firebase' });
  t.same(signed, { title: 'signed in', warnings: [] });
  const asked = server.requests('/').length;
  t.equal((await titleOf(account, { session: 'firebase' })).title, 'Hello token');
  t.equal(server.requests('/').length, asked, 'the site is asked nothing to restore it');
  const state = await session.state();
  const value = { stsTokenManager: { accessToken: 'token', expirationTime: 1 } };
  const store = {
    name: 'firebaseLocalStorage',
    autoIncrement: false,
    keyPath: 'fbase_key',
    records: [{ value: { fbase_key: 'authUser', value } }],
    indexes: [],
  };
  const indexedDB = [{ name: 'firebaseLocalStorageDb', version: 1, stores: [store] }];
  t.strictSame(state.origins, [{ origin, localStorage: [], indexedDB }]);
  const [info] = (await renderer.sessions()).filter(({ name }) => name === 'firebase');
  t.match(info, { origins: 1, cookies: 0 });
  const steps = [{ pause: 0.1 }];
  t.equal((await titleOf(account, { session: 'firebase', steps })).title, 'Hello token');
});

t.test('also as a storage state, and of an open page', async (t) => {
  await using opened = await renderer.open({ url: signIn, ...ready });
  const state = await opened.storageState();
  t.match(state.origins, [{ origin, indexedDB: [{ name: 'firebaseLocalStorageDb' }] }]);
  const given = { storage_state: JSON.stringify(state) };
  t.equal((await titleOf(account, given)).title, 'Hello token');
  t.equal((await titleOf(account, {})).title, 'Sign in');
  server.page('/elsewhere', 'here');
  const steps = [{ wait_for: '#ready' }, { navigate: server.url('/elsewhere', '127.0.0.2') }];
  await using left = await renderer.open({ url: signIn, steps });
  t.match((await left.storageState()).origins, [{ origin, indexedDB: [{}] }], 'of a page it left');
});

t.test('values, keys and indexes return as they were', async (t) => {
  const fill = page(
    '/values',
    `const db = await open('values', 7, (db) => {
       const store = db.createObjectStore('all', { autoIncrement: true });
       store.createIndex('byName', 'name', { unique: true });
       store.createIndex('byTags', ['a', 'b']);
       db.createObjectStore('keys');
       db.createObjectStore('pair', { keyPath: ['a', 'b'] });
     });
     const all = storeOf(db, 'all');
     const circle = { name: 'circle' };
     circle.self = circle;
     for (const value of [
       { name: 'one', date: new Date(5), big: 12n, none: undefined, nil: null, nan: NaN, zero: -0 },
       { name: 'two', bytes: new Uint8Array([1, 2, 3]), buffer: new Uint16Array([4]).buffer },
       { name: 'three', map: new Map([['k', new Set([1, { deep: [true] }])]]) }, circle,
       'text', 5, false, null,
     ]) await done(all.add(value));
     const keys = storeOf(db, 'keys');
     for (const key of [1, 'one', new Date(9), [1, ['a']], new Uint8Array([7])]) await done(keys.put('v', key));
     await done(storeOf(db, 'pair').put({ a: 1, b: new Date(2), c: 'x' }));
     document.title = 'filled';`,
  );
  const read = page(
    '/read',
    `const db = await open('values');
     const show = (value, seen = new Set()) => {
       if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : typeof value + ' ' + String(value);
       if (seen.has(value)) return 'again';
       seen.add(value);
       const type = Object.prototype.toString.call(value).slice(8, -1);
       const list = type === 'Date' ? [+value] : type === 'ArrayBuffer' ? new Uint8Array(value) : value[Symbol.iterator] ? value : Object.entries(value);
       return [type, ...[...list].map((part) => show(part, seen))];
     };
     const all = storeOf(db, 'all', 'readonly');
     const found = { version: db.version, names: [...db.objectStoreNames], indexes: [...all.indexNames],
       unique: all.index('byName').unique, values: show(await done(all.getAll())), autoIncrement: all.autoIncrement,
       two: show(await done(all.index('byName').getKey('two'))),
       keys: show(await done(storeOf(db, 'keys', 'readonly').getAllKeys())), pair: show(await done(storeOf(db, 'pair', 'readonly').getAll())) };
     found.next = await done(storeOf(db, 'all').add('another'));
     document.title = JSON.stringify(found);`,
  );
  // Both in one page, without a session.
  await using opened = await renderer.open({ url: fill, ...ready });
  const state = await opened.storageState();
  const steps = [{ wait_for: '#ready' }, { navigate: read }];
  const expected = await lab.render({ url: fill, ...ready, steps });
  await newSession('values', state);
  const { title, warnings } = await titleOf(read, { session: 'values' });
  t.same(warnings, []);
  t.notMatch(title, /^failed/);
  t.same(JSON.parse(title ?? ''), JSON.parse(expected.metadata.title ?? ''));
});

t.test('concurrent renders of one session lose no record', async (t) => {
  const count = inDepth(t, '60 renders') ? 60 : 16;
  server.route('/add', (request, response) => {
    const n = new URL(request.url ?? '', 'http://a').searchParams.get('n') ?? '';
    response.setHeader('content-type', 'text/html');
    response.end(`<title>wait</title><script type="module">${common}
      const db = await open('shared', 1, (db) => db.createObjectStore('marks'));
      await done(storeOf(db, 'marks').put({ n: ${n} }, 'mark${n}'));
      document.title = 'added';</script>`);
  });
  const session = await newSession('shared');
  const renders = Array.from({ length: count }, (_, n) =>
    titleOf(server.url(`/add?n=${n}`), { session: 'shared' }),
  );
  for (const { title, warnings } of await Promise.all(renders)) {
    t.same({ title, warnings }, { title: 'added', warnings: [] });
  }
  const [store] = (await session.state()).origins[0]?.indexedDB?.[0]?.stores ?? [];
  t.equal(store?.records.length, count);
});

t.test('records and databases that a page deletes are deleted', async (t) => {
  const session = await newSession('deleting');
  const database = async () => (await session.state()).origins[0]?.indexedDB?.[0];
  await titleOf(signIn, { session: 'deleting' });
  const clear = page(
    '/clear',
    `const db = await open('firebaseLocalStorageDb');
     await done(storeOf(db, 'firebaseLocalStorage').clear());
     document.title = 'cleared';`,
  );
  t.equal((await titleOf(clear, { session: 'deleting' })).title, 'cleared');
  t.same((await database())?.stores[0]?.records, []);
  const drop = page(
    '/drop',
    `await done(indexedDB.deleteDatabase('firebaseLocalStorageDb')); document.title = 'dropped';`,
  );
  t.equal((await titleOf(drop, { session: 'deleting' })).title, 'dropped');
  t.same(await session.state(), { cookies: [], origins: [] });
});

t.test('a value that cannot be stored is named, and everything else is stored', async (t) => {
  const url = page(
    '/keys',
    `const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
     const db = await open('dpop', 1, (db) => db.createObjectStore('keys'));
     await done(storeOf(db, 'keys').put({ privateKey }, 'signing'));
     await done(storeOf(db, 'keys').put('kept', 'other'));
     document.cookie = 'a=1';
     document.title = 'stored';`,
  );
  const session = await newSession('keys');
  const { warnings } = await titleOf(url, { session: 'keys' });
  const part = `1 record of keys in the database dpop of ${origin}: values of type CryptoKey cannot be stored.`;
  t.same(warnings, [`The session keys lacks ${part}`]);
  const state = await session.state();
  t.same(state.origins[0]?.indexedDB?.[0]?.stores[0]?.records, [{ key: 'other', value: 'kept' }]);
  t.match(state.cookies, [{ name: 'a' }]);
  await using opened = await renderer.open({ url, ...ready });
  const told: string[] = [];
  await opened.storageState({ warn: (message) => told.push(message) });
  t.same(told, [`The storage state lacks ${part}`]);
  await opened.storageState();
  t.same((await opened.capture({ kind: 'screenshot' })).warnings, told);
});

t.test('a page that overrides indexedDB and prototypes changes nothing', async (t) => {
  const url = page(
    '/overrides',
    `const db = await open('real', 1, (db) => db.createObjectStore('store'));
     await done(storeOf(db, 'store').put('value', 'key'));
     db.close();
     for (const type of [IDBFactory, IDBDatabase, IDBObjectStore, IDBTransaction, IDBCursor, IDBRequest, Promise, Array, Object, String]) {
       for (const name of Object.getOwnPropertyNames(type.prototype)) {
         try { type.prototype[name] = () => { throw new Error('overridden'); }; } catch {}
       }
     }
     Object.defineProperty(globalThis, 'indexedDB', { get() { throw new Error('overridden'); } });
     document.title = 'overridden';`,
  );
  const session = await newSession('overrides');
  t.same(await titleOf(url, { session: 'overrides' }), { title: 'overridden', warnings: [] });
  const [store] = (await session.state()).origins[0]?.indexedDB?.[0]?.stores ?? [];
  t.same(store?.records, [{ key: 'key', value: 'value' }]);
});

t.test('databases beyond the limits are left out in bounded time', async (t) => {
  const count = inDepth(t, 'a million records') ? 1_000_000 : 20_000;
  const many = page(
    '/many',
    `document.cookie = 'a=1';
     const small = await open('small', 1, (db) => db.createObjectStore('store'));
     await done(storeOf(small, 'store').put(1, 1));
     const db = await open('many', 1, (db) => db.createObjectStore('store', { autoIncrement: true }));
     for (let from = 0; from < ${count}; from += 50000) {
       const store = storeOf(db, 'store');
       for (let n = 0; n < Math.min(50000, ${count} - from); n += 1) store.add(n);
       await new Promise((resolve) => { store.transaction.oncomplete = resolve; });
     }
     document.title = 'filled';`,
  );
  const session = await newSession('many');
  const patient = { timeout: 90, session: 'many' };
  const first = await titleOf(many, patient);
  t.equal(first.title, 'filled');
  t.same(first.warnings, [
    `The session many lacks the database many of ${origin}: it has too many records.`,
  ]);
  const state = await session.state();
  t.match(state.cookies, [{ name: 'a' }]);
  t.same(
    state.origins[0]?.indexedDB?.map(({ name }) => name),
    ['small'],
  );
  const large = page(
    '/large',
    `const db = await open('large', 1, (db) => db.createObjectStore('store'));
     for (let n = 0; n < 20; n += 1) await done(storeOf(db, 'store').put(new Uint8Array(1e7), n));
     document.title = 'filled';`,
  );
  await using opened = await renderer.open({ url: large, ...ready });
  const told: string[] = [];
  await opened.storageState({ warn: (message) => told.push(message) });
  t.same(told, [`The storage state lacks the database large of ${origin}: it is too large.`]);
});

t.test('a database that is deleted beside one beyond the limits is deleted', async (t) => {
  const session = await newSession('beside');
  const names = async () => (await session.state()).origins[0]?.indexedDB?.map(({ name }) => name);
  await titleOf(signIn, { session: 'beside' });
  await titleOf(smallDatabase, { session: 'beside' });
  t.same(await names(), ['firebaseLocalStorageDb', 'grows']);
  const url = page(
    '/sign-out',
    `await done(indexedDB.deleteDatabase('firebaseLocalStorageDb')); ${grow} document.title = 'out';`,
  );
  t.equal((await titleOf(url, { session: 'beside' })).title, 'out');
  t.same(await names(), ['grows']);
});

t.test('a repeated login keeps a database that is beyond the limits after it', async (t) => {
  const site = createLoginSite(server);
  const filled = page('/filled', `${grow} document.title = 'filled';`);
  const steps = [...site.steps, { navigate: filled }, { wait_for: '#ready' }];
  const session = renderer.session({ name: 'again' });
  await session.login({ url: site.loginUrl, steps, secrets: { password: 'pa55word' } });
  t.notOk((await session.state()).origins[0]?.indexedDB, 'it was beyond the limits');
  await titleOf(smallDatabase, { session: 'again' });
  const before = await session.state();
  t.match(before.origins, [{ indexedDB: [{ name: 'grows' }] }]);
  site.expire();
  const { receipt, warnings } = await lab.render({ url: site.account, session: 'again' });
  t.match(receipt.session, { refreshed: true });
  t.match(warnings, [/^The session again lacks the database grows of /]);
  const after = await session.state();
  t.same(after.origins[0]?.indexedDB, before.origins[0]?.indexedDB);
});

t.test('names of databases count, and are short in messages', async (t) => {
  const url = page(
    '/names-long',
    `await open('n\\r\\n' + 'x'.repeat(600000), 1);
     const db = await open('indexes', 1, (db) => {
       const store = db.createObjectStore('store');
       for (let n = 0; n < 101; n += 1) store.createIndex('index' + n, 'x');
     });
     document.title = 'named';`,
  );
  const session = await newSession('names');
  const { warnings } = await titleOf(url, { session: 'names' });
  t.equal(warnings.length, 2);
  t.match(warnings.toSorted()[0], /the database indexes of .*: it has too many indexes\.$/);
  t.match(warnings.toSorted()[1], /the database n  x{150,300}… of .*: it is too large\.$/);
  t.same((await session.state()).origins, []);
});

t.test('too many databases, and values that are too deep, are left out', async (t) => {
  const url = page(
    '/crowded',
    `let deep = 1;
     for (let level = 0; level < 30; level += 1) deep = { deep };
     const db = await open('deep', 1, (db) => db.createObjectStore('store'));
     await done(storeOf(db, 'store').put(deep, 1));
     for (let n = 10; n < 35; n += 1) await open('many' + n, 1);
     document.title = 'filled';`,
  );
  const session = await newSession('crowded');
  const { warnings } = await titleOf(url, { session: 'crowded' });
  t.same(warnings, [
    `The session crowded lacks the database deep of ${origin}: a value is nested too deeply.`,
    `The session crowded lacks 6 databases of ${origin}: there are too many.`,
  ]);
  t.equal((await session.state()).origins[0]?.indexedDB?.length, 19);
  const next = await titleOf(account, { session: 'crowded' });
  t.same(next, { title: 'Sign in', warnings: [] }, 'what was stored is restored');
});

t.test('a database that the page locks delays the state for two seconds', async (t) => {
  const url = page(
    '/locked',
    `document.cookie = 'a=1';
     localStorage.b = '2';
     const db = await open('locked', 1, (db) => db.createObjectStore('store'));
     const store = storeOf(db, 'store');
     const again = () => { store.get(1).onsuccess = again; };
     again();
     document.title = 'locked';`,
  );
  const session = await newSession('locked');
  const { title, warnings } = await titleOf(url, { session: 'locked' });
  t.equal(title, 'locked');
  const reason = 'they could not be read in time';
  t.same(warnings, [`The session locked lacks the databases of ${origin}: ${reason}.`]);
  t.match(await session.state(), { cookies: [{}], origins: [{ localStorage: [{ name: 'b' }] }] });
  t.notOk((await session.state()).origins[0]?.indexedDB);
});

t.test('a page that only reads an export of another program changes nothing', async (t) => {
  const record = { keyEncoded: { a: [1], id: 7 }, valueEncoded: { o: [{ k: 'a', v: 1 }], id: 9 } };
  const stores = [{ name: 'store', autoIncrement: false, records: [record], indexes: [] }];
  const indexedDB = [{ name: 'other', version: 1, stores }];
  const origins = [{ origin, localStorage: [], indexedDB }];
  const session = await newSession('other', { cookies: [], origins });
  const url = page('/same', `document.title = (await indexedDB.databases())[0].name;`);
  t.equal((await titleOf(url, { session: 'other' })).title, 'other');
  t.same((await session.state()).origins, origins);
});

t.test('a state that cannot be restored is a warning', async (t) => {
  const store = { name: 'store', autoIncrement: false, records: [{ key: {}, value: 1 }] };
  const indexedDB = [
    { name: 'bad', version: 1, stores: [store] },
    { name: 'good', version: 1, stores: [] },
  ];
  const storage_state = JSON.stringify({ origins: [{ origin, indexedDB }] });
  const url = page(
    '/names',
    `document.title = (await indexedDB.databases()).map(({ name }) => name).join();`,
  );
  const { title, warnings } = await titleOf(url, { storage_state });
  t.equal(title, 'good');
  t.match(warnings, [new RegExp(`^The database bad of ${origin} could not be restored: `)]);
  const named = [{ ...indexedDB[0], name: `a\r\n\u001b${'x'.repeat(300)}` }];
  const others = await titleOf(url, {
    storage_state: JSON.stringify({ origins: [{ origin, indexedDB: named }] }),
  });
  t.match(others.warnings, [/^The database a {3}x{196}… of .* could not be restored: /]);
});

t.test('every kind stores databases', async (t) => {
  for (const kind of ['pdf', 'scrape', 'archive', 'screencast'] as const) {
    const session = await newSession(kind);
    const video = kind === 'screencast' ? { duration: 1, fps: 5, format: 'webm' } : {};
    const { warnings } = await lab.render({ kind, url: signIn, ...ready, session: kind, ...video });
    t.same(warnings, [], kind);
    t.match((await session.state()).origins, [{ indexedDB: [{ stores: [{}] }] }], kind);
  }
});
