import { until } from '@tintype/testkit';
import t from 'tap';
import { createService, type Caller } from './lab.ts';
import { createReceiver } from './receiver.ts';
import { addSessionSite, login, password, sid, stateOf } from './session-site.ts';

let at = Date.UTC(2026, 10, 28);
const service = await createService(t, { background: true, now: () => at });
const { pages } = service;
addSessionSite(pages);
const account = pages.url('/account');

interface State {
  cookies: { name: string; value: string }[];
}

const create = (caller: Caller, body: object) => caller.post('/v1/sessions', body);
const stateFor = async (caller: Caller, name = 'shop') =>
  (await (await caller.get(`/v1/sessions/${name}/storage-state`)).json()) as State;
const namesIn = ({ cookies }: State) => cookies.map(({ name }) => name).toSorted();
const scrape = (caller: Caller, more: object = {}) =>
  caller.post('/v1/scrape', { url: account, format: 'md', session: 'shop', ...more });

t.test('a session is created from a storage state, listed, exported and deleted', async (t) => {
  const caller = await service.account();
  const storage_state = stateOf(pages);
  const made = await create(caller, { name: 'shop', storage_state });
  t.equal(made.status, 201);
  t.equal(made.headers.get('location'), `${service.address}/v1/sessions/shop`);
  const session = (await made.json()) as Record<string, number>;
  const now = at / 1000;
  t.same(session, {
    name: 'shop',
    created: now,
    updated: now,
    used: now,
    expires: now + 30 * 86_400,
    cookies: 1,
    origins: 0,
    bytes: JSON.stringify(storage_state).length,
    login: false,
  });
  t.same(await (await caller.get('/v1/sessions')).json(), { sessions: [session] });
  t.same(await (await caller.get('/v1/sessions/shop')).json(), session);
  t.same(await stateFor(caller), storage_state);
  const shown = await scrape(caller);
  t.match(await shown.text(), /Hello Ada/);
  t.match(JSON.parse(shown.headers.get('x-tintype-receipt') ?? '{}'), {
    session: { name: 'shop', used: true },
  });
  const text = { name: 'text', storage_state: JSON.stringify(storage_state), ttl: 3600 };
  t.match(await (await create(caller, text)).json(), { expires: now + 3600 });
  const removed = await caller.get('/v1/sessions/shop', { method: 'DELETE' });
  t.equal(removed.status, 204);
  const names = ['shop', '%20', '%00', '%2e%2e%2fshop', '.shop', 'x'.repeat(65), '%C3%A4'];
  for (const path of names.flatMap((name) => [name, `${name}/storage-state`])) {
    const answer = await caller.get(`/v1/sessions/${path}`);
    t.match([answer.status, await answer.json()], [404, { code: 'session_not_found' }], path);
  }
  // Postgres takes no zero bytes.
  const read = t.capture(service.store.pageSessions, 'get', async () => {});
  await caller.get('/v1/sessions/%00');
  t.same(read(), [], 'a name that cannot be is not looked up');
  for (const name of names) {
    const answer = await caller.get(`/v1/sessions/${name}`, { method: 'DELETE' });
    t.match([answer.status, await answer.json()], [404, { code: 'session_not_found' }], name);
  }
  const again = await caller.get('/v1/sessions/shop', { method: 'DELETE' });
  t.match([again.status, await again.json()], [404, { code: 'session_not_found' }]);
  const gone = await scrape(caller);
  t.match([gone.status, await gone.json()], [404, { code: 'session_not_found' }]);
});

t.test('databases of an export are taken as JSON, restored and exported', async (t) => {
  const caller = await service.account();
  const page = `<!doctype html><title>wait</title><script>
    const request = indexedDB.open('auth');
    request.onsuccess = () => {
      request.result.transaction('tokens').objectStore('tokens').get('access').onsuccess = (event) => {
        document.title = JSON.stringify(event.target.result);
      };
    };
  </script>`;
  const url = pages.page('/database', page);
  let value: object = { token: 'abc' };
  for (let level = 0; level < 10; level += 1) value = { value };
  const o = [{ k: 'at', v: { d: '2026-01-02T03:04:05.678Z' } }];
  const records = [
    { key: 'access', value },
    { keyEncoded: { d: '2026-01-02T03:04:05.678Z' }, valueEncoded: { o, id: 1 } },
  ];
  const stores = [{ name: 'tokens', autoIncrement: false, records, indexes: [] }];
  const indexedDB = [{ name: 'auth', version: 2, stores }];
  const origins = [{ origin: new URL(url).origin, localStorage: [], indexedDB }];
  const storage_state = { cookies: [], origins };
  const made = await create(caller, { name: 'databases', storage_state });
  t.match([made.status, await made.json()], [201, { origins: 1 }]);
  t.same(await stateFor(caller, 'databases'), storage_state);
  const wait_for_function = `document.title !== 'wait'`;
  const asked = { url, session: 'databases', wait_for_function, format: 'json' };
  const shown = await caller.post('/v1/scrape', asked);
  t.match(await shown.text(), /abc/);
  t.same(
    await stateFor(caller, 'databases'),
    storage_state,
    'a page that only reads changes nothing',
  );
  const wrong = { origins: [{ origin: 'https://a.example', indexedDB: [{ name: 's3cret' }] }] };
  const refused = await create(caller, { name: 'wrong', storage_state: wrong });
  t.equal(refused.status, 400);
  t.match(await refused.text(), /indexedDB\[0\]\.version is no positive integer/);
});

t.test('two accounts have sessions of one name, and see only their own', async (t) => {
  const [one, other] = [await service.account(), await service.account()];
  await create(one, { name: 'shop', storage_state: stateOf(pages) });
  t.same(await (await other.get('/v1/sessions')).json(), { sessions: [] });
  for (const path of ['/v1/sessions/shop', '/v1/sessions/shop/storage-state']) {
    t.equal((await other.get(path)).status, 404);
  }
  t.equal((await other.get('/v1/sessions/shop', { method: 'DELETE' })).status, 404);
  t.equal((await scrape(other)).status, 404);
  await create(other, { name: 'shop', storage_state: { cookies: [], origins: [] } });
  t.notMatch(await (await scrape(other)).text(), /Ada/);
  t.match(await (await scrape(one)).text(), /Ada/);
  await scrape(other, { url: pages.url('/add?name=other') });
  await scrape(one, { url: pages.url('/add?name=one') });
  t.same(namesIn(await stateFor(one)), ['one', 'sid']);
  t.same(namesIn(await stateFor(other)), ['other']);
});

t.test('steps log in, as a render of the account', async (t) => {
  const caller = await service.account();
  const made = await create(caller, { name: 'shop', login: login(pages) });
  t.match([made.status, await made.json()], [201, { login: true, cookies: 1 }]);
  t.equal(await caller.used(), 1);
  t.match(await (await scrape(caller)).text(), /Hello Ada/);
  t.match(await stateFor(caller), { cookies: [{ name: 'sid', value: sid }] });

  const { steps, ...site } = login(pages);
  const nested = [{ if_visible: 'h1', then: [{ if_visible: '[name=user]', then: steps }] }];
  const deep = await create(caller, { name: 'shop', login: { ...site, steps: { steps: nested } } });
  t.match([deep.status, await deep.json()], [201, { login: true, cookies: 1 }]);

  const before = await stateFor(caller);
  const wrong = await create(caller, { name: 'shop', login: login(pages, 'wrong-password-1') });
  const answer = await wrong.text();
  t.match([wrong.status, JSON.parse(answer)], [422, { code: 'step_failed' }]);
  t.notMatch(answer, 'wrong-password-1');
  const stays = { url: account, steps: [{ pause: 1 }] };
  const walled = await create(caller, { name: 'shop', login: stays });
  t.match([walled.status, await walled.json()], [422, { code: 'page_blocked' }]);
  const much = { url: pages.url('/much'), steps: [{ wait_for: 'h1' }] };
  const large = await create(caller, { name: 'shop', login: much });
  const message = /After the login, the session shop was not stored: its state is larger than/;
  t.match([large.status, await large.json()], [413, { code: 'payload_too_large', message }]);
  t.same(await stateFor(caller), before, 'a login that fails leaves the session as it is');
  const { sessions } = (await (await caller.get('/v1/sessions')).json()) as { sessions: object[] };
  t.equal(sessions.length, 1, 'nothing of a login is left');
});

t.test('a login that has ended is done again, once', async (t) => {
  const caller = await service.account();
  await create(caller, { name: 'shop', login: login(pages) });
  const { version = '' } = (await service.store.pageSessions.read(caller.id, 'shop')) ?? {};
  const empty = { cookies: [], origins: [] };
  await service.store.pageSessions.write(caller.id, 'shop', empty, version);
  const enters = () => pages.requests('/enter').length;
  const before = enters();
  const answer = await scrape(caller);
  t.match(await answer.text(), /Hello Ada/);
  t.match(JSON.parse(answer.headers.get('x-tintype-receipt') ?? '{}'), {
    session: { name: 'shop', used: true, refreshed: true },
  });
  t.equal(enters() - before, 1);
});

t.test('renders of every path use and keep the session', async (t) => {
  const caller = await service.account();
  await create(caller, { name: 'shop', storage_state: stateOf(pages) });
  const add = (name: string) => pages.url(`/add?name=${name}`);
  const ended = async (id: string) =>
    until(async () => {
      const state = (await (await caller.get(`/v1/requests/${id}`)).json()) as { status: string };
      return ['succeeded', 'failed'].includes(state.status) && state;
    });
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => scrape(caller, { url: add(name) })));
  const { url: webhook_url, calls } = createReceiver(pages, '/hook');
  const queued = await scrape(caller, { url: add('queued'), async: true, webhook_url });
  const { id } = (await queued.json()) as { id: string };
  const done = await ended(id);
  t.match(done, { status: 'succeeded', receipt: { session: { name: 'shop', used: true } } });
  await until(() => calls.length === 1);
  t.match(JSON.parse(String(calls[0]?.headers['x-tintype-receipt'])), {
    session: { name: 'shop', used: true },
  });
  t.notMatch(JSON.stringify(calls), sid);
  const outputs = [{ kind: 'scrape' }, { kind: 'screenshot' }];
  const several = { url: add('captures'), session: 'shop', outputs };
  t.equal((await caller.post('/v1/captures', several)).status, 200);
  const urls = ['e', 'f', 'g'].map(add);
  const spread = { kind: 'scrape', session: 'shop', urls };
  const batch = (await (await caller.post('/v1/batches', spread)).json()) as { id: string };
  await until(async () => {
    const state = (await (await caller.get(`/v1/batches/${batch.id}`)).json()) as {
      status: string;
    };
    return state.status === 'finished';
  });
  const link = await caller.ask('/v1/scrape', { url: add('link'), session: 'shop' });
  t.equal(link.status, 200);
  t.same(
    namesIn(await stateFor(caller)),
    ['a', 'b', 'c', 'captures', 'd', 'e', 'f', 'g', 'link', 'queued', 'sid'].toSorted(),
  );
  t.notMatch(JSON.stringify(done), sid);
  t.equal((await scrape(caller, { cache: true })).status, 400);
});

t.test('equal requests with a session are not answered by one render', async (t) => {
  const caller = await service.account();
  await create(caller, { name: 'shop', storage_state: stateOf(pages) });
  const before = pages.requests('/account').length;
  const parameters = { url: account, session: 'shop' };
  await Promise.all([caller.ask('/v1/scrape', parameters), caller.ask('/v1/scrape', parameters)]);
  t.equal(pages.requests('/account').length - before, 2);
});

t.test('a session expires after its last use', async (t) => {
  const caller = await service.account();
  await create(caller, { name: 'shop', storage_state: stateOf(pages), ttl: 3600 });
  at += 3_000_000;
  t.match(await (await scrape(caller)).text(), /Ada/);
  at += 3_000_000;
  t.match(await (await scrape(caller)).text(), /Ada/);
  at += 3_601_000;
  t.equal((await caller.get('/v1/sessions/shop')).status, 404);
  t.equal((await scrape(caller)).status, 404);
  await service.store.sweep({ requestsMs: 1e9, deliveriesMs: 1e9 });
  t.same(await (await caller.get('/v1/sessions')).json(), { sessions: [] });
});

t.test(
  'rejects what is wrong, too large or too many, without a word of what is secret',
  async (t) => {
    const caller = await service.account();
    const storage_state = { cookies: [], origins: [] };
    const refused = async (body: object, status: number, told: object) => {
      const answer = await create(caller, body);
      const text = await answer.text();
      t.match([answer.status, JSON.parse(text)], [status, told], text);
      t.notMatch(text, password);
    };
    const steps = [{ fill: 'input', value: '{{password}}' }];
    const url = pages.url('/login');
    await refused({ storage_state }, 400, { details: [{ parameter: 'name' }] });
    await refused({ name: '../x', storage_state }, 400, { details: [{ parameter: 'name' }] });
    await refused({ name: 'a' }, 400, { code: 'missing_parameter' });
    await refused({ name: 'a', storage_state, login: login(pages) }, 400, {
      details: [{ parameter: 'storage_state' }],
    });
    await refused({ name: 'a', storage_state: { cookies: [{ value: password }] } }, 400, {
      details: [{ parameter: 'storage_state' }],
    });
    await refused({ name: 'a', login: { url } }, 400, { details: [{ parameter: 'login.steps' }] });
    await refused({ name: 'a', login: { url, steps } }, 400, {
      details: [{ parameter: 'login.steps', message: /secrets must contain password/ }],
    });
    await refused({ name: 'a', login: { url: 'file:///etc/passwd', steps: [] } }, 400, {
      details: [{ parameter: 'login.url' }],
    });
    await refused({ name: 'a', storage_state, ttl: 1 }, 400, { details: [{ parameter: 'ttl' }] });
    await refused({ name: 'a', storage_state, colour: 1 }, 400, { code: 'unknown_parameter' });
    const value = 'x'.repeat(1_048_576);
    const origins = [{ origin: 'https://a.example', localStorage: [{ name: 'a', value }] }];
    await refused({ name: 'a', storage_state: { origins } }, 400, {
      details: [{ parameter: 'storage_state' }],
    });
    for (let count = 0; count < 100; count += 1) {
      const session = { name: `s${count}`, state: storage_state, lastsMs: 60_000 };
      await service.store.pageSessions.put(caller.id, session, 100);
    }
    await refused({ name: 'a', storage_state }, 403, { code: 'plan_required', message: /100/ });
    const enters = pages.requests('/login').length;
    await refused({ name: 'a', login: login(pages) }, 403, { code: 'plan_required' });
    t.equal(pages.requests('/login').length, enters, 'before the login');
    t.equal((await create(caller, { name: 's1', storage_state })).status, 201, 'replaced');
  },
);

t.test('a repeated request gets the first response', async (t) => {
  const caller = await service.account();
  const init = { headers: { 'Idempotency-Key': 'a-session' } };
  const body = { name: 'shop', login: login(pages) };
  const first = await caller.post('/v1/sessions', body, init);
  const enters = pages.requests('/enter').length;
  const again = await caller.post('/v1/sessions', body, init);
  t.same(await again.json(), await first.json());
  t.equal(again.headers.get('location'), first.headers.get('location'));
  t.equal(pages.requests('/enter').length, enters);
});
