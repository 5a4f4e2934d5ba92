import { join } from 'node:path';
import { createClient, createOperatorClient } from '@tintype/client';
import { hashPassword } from '@tintype/server';
import { holdDatabase } from '@tintype/testkit';
import t from 'tap';
import { createService, type Service } from './lab.ts';

// Who may see what through the console, without a browser: a stranger sends whatever they like.

const page = { bytes: Buffer.from('<!doctype html><title>x</title>'), mediaType: 'text/html' };
const script = { bytes: Buffer.from('1;'.repeat(2_000)), mediaType: 'text/javascript' };
const files = async () =>
  new Map([
    ['index.html', page],
    ['console-A.js', script],
  ]);

const open = (t: Parameters<typeof createService>[0], more: { password?: string } = {}) =>
  createService(t, {
    server: {
      console: { files, ...(more.password && { operatorPassword: more.password }) },
      operator: {
        settings: { port: { value: 1, from: '--port' } },
        figures: async () => ({ running: 3 }),
        doctor: async () => ({ ok: true, checks: [] }),
      },
    },
  });

interface Session {
  cookie: string;
  csrf: string;
  status: number;
  who: unknown;
  raw: string;
}

async function signIn(
  { address }: Service,
  body: object,
  headers: Record<string, string> = {},
): Promise<Session> {
  const answer = await fetch(`${address}/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const raw = answer.headers.get('set-cookie') ?? '';
  const { csrf = '', who } = (await answer.json()) as { csrf?: string; who?: unknown };
  return { cookie: raw.split(';')[0] ?? '', csrf, status: answer.status, who, raw };
}

const ask = (
  { address }: Service,
  path: string,
  { cookie, csrf }: Pick<Session, 'cookie' | 'csrf'>,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: object } = {},
) =>
  fetch(`${address}${path}`, {
    method,
    headers: {
      cookie,
      ...(csrf && { 'x-tintype-csrf': csrf }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const task = { name: 'a', api: 'pdf', query: 'url=https://example.com', frequency: 'every_day' };

t.test('an account signs in by its key, and sees its own', async (t) => {
  const service = await open(t);
  const [mine, other] = [await service.account(), await service.account()];
  const theirs = await other.post('/v1/tasks', task);
  const { id } = (await theirs.json()) as { id: number };
  const session = await signIn(service, { access_key: mine.accessKey });
  t.equal(session.status, 201);
  t.match(
    session.raw,
    /^tintype_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  );
  t.notMatch(JSON.stringify(session), mine.accessKey);
  const ownLimit = async (answer: Promise<Response>) =>
    ((await (await answer).json()) as { concurrency: { limit: number } }).concurrency.limit;
  t.equal(
    await ownLimit(ask(service, '/v1/usage', session)),
    await ownLimit(mine.get('/v1/usage')),
    'the requests a minute of its plan, not of the console',
  );
  const made = await ask(service, '/v1/tasks', session, { method: 'POST', body: task });
  t.equal(made.status, 201);
  const listed = await ask(service, '/v1/tasks', session);
  t.equal(((await listed.json()) as { tasks: object[] }).tasks.length, 1);
  t.equal((await ask(service, `/v1/tasks/${id}`, session)).status, 404);
  const asOther = await ask(service, '/v1/tasks', session, {
    headers: { 'x-tintype-account': other.id },
  });
  t.equal(((await asOther.json()) as { tasks: object[] }).tasks.length, 1, 'still its own');
  for (const path of ['accounts', 'settings', 'figures', 'audit']) {
    t.equal((await ask(service, `/v1/operator/${path}`, session)).status, 401, path);
  }
  const known = await ask(service, '/console/session', session);
  t.match(await known.json(), { who: 'account', account: { id: mine.id } });
});

t.test('a cookie alone grants nothing, and neither does another site', async (t) => {
  const service = await open(t);
  const { accessKey } = await service.account();
  const session = await signIn(service, { access_key: accessKey });
  const { cookie, csrf } = session;
  const refused: [string, Pick<Session, 'cookie' | 'csrf'>, object][] = [
    ['no token', { cookie, csrf: '' }, {}],
    ['a wrong token', { cookie, csrf: 'x'.repeat(43) }, {}],
    ['a token without its cookie', { cookie: '', csrf }, {}],
    ['another site', session, { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', session, { 'sec-fetch-site': 'same-site' }],
    ['another origin', session, { origin: 'http://evil.example' }],
    ['another port', session, { origin: 'http://127.0.0.1:1' }],
    ['an origin that is none', session, { origin: 'null' }],
  ];
  for (const [name, who, headers] of refused) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: task } : {};
      const answer = await ask(service, '/v1/tasks', who, { method, headers, ...body });
      t.equal(answer.status, 401, `${name}, ${method}`);
    }
  }
  const foreign = await signIn(
    service,
    { access_key: accessKey },
    { 'sec-fetch-site': 'cross-site' },
  );
  t.equal(foreign.status, 401, 'nobody is signed in by another site');
  const own = { 'sec-fetch-site': 'same-origin', origin: service.address };
  const proxied = { 'sec-fetch-site': 'same-origin', origin: 'https://shots.example' };
  t.equal((await ask(service, '/v1/tasks', session, { headers: proxied })).status, 200, 'a proxy');
  t.equal((await ask(service, '/v1/tasks', session, { headers: own })).status, 200);
});

t.test('a session ends with its key, its account, and when one signs out', async (t) => {
  const service = await open(t);
  const { id, accessKey } = await service.account();
  const state = async (session: Session) => (await ask(service, '/v1/usage', session)).status;
  const first = await signIn(service, { access_key: accessKey });
  const second = await signIn(service, { access_key: accessKey });
  t.equal((await ask(service, '/console/session', first, { method: 'DELETE' })).status, 204);
  t.same([await state(first), await state(second)], [401, 200]);
  const keys = await service.store.accounts.rotate(id, 'access');
  t.equal(await state(second), 401);
  const third = await signIn(service, { access_key: keys?.accessKey });
  t.equal(await state(third), 200);
  await service.store.accounts.revoke(id);
  t.equal(await state(third), 401);
  t.equal((await signIn(service, { access_key: keys?.accessKey })).status, 401);
});

t.test('an operator signs in by a link that is good once', async (t) => {
  const service = await open(t);
  const { sessions } = service.store;
  const account = await service.account();
  const link = (await sessions.create({ purpose: 'link', lastsMs: 60_000 }))?.secret;
  const operator = await signIn(service, { link });
  t.match(operator, { status: 201, who: 'operator' });
  t.equal((await signIn(service, { link })).status, 401, 'it is used up');
  t.match(await (await ask(service, '/v1/operator/figures', operator)).json(), {
    now: { running: 3 },
    minutes: [],
  });
  const { journal } = service.store;
  const minute = { succeeded: 2, p50Ms: 5 };
  for (const process of ['a:1', 'b:2']) {
    await journal.write('figures', JSON.stringify({ ...minute, process }), 100);
  }
  const figures = async (query = '') => {
    const answer = await ask(service, `/v1/operator/figures${query}`, operator);
    return (await answer.json()) as { minutes: { succeeded: number }[]; processes: object[] };
  };
  t.equal(
    (await figures()).minutes.reduce((sum, { succeeded }) => sum + succeeded, 0),
    4,
    'together',
  );
  t.match((await figures()).processes, [{ process: /[ab]:/ }, { process: /[ab]:/ }]);
  t.match((await figures('?process=a%3A1')).minutes, [{ process: 'a:1', succeeded: 2 }]);
  t.equal((await figures('?process=c')).minutes.length, 0);
  const doctor = await ask(service, '/v1/operator/doctor', operator, { method: 'POST' });
  t.match(await doctor.json(), { ok: true, checks: [], at: Number });
  t.same(await (await ask(service, '/v1/operator/settings', operator)).json(), {
    settings: { port: { value: 1, from: '--port' } },
  });
  t.equal((await ask(service, '/v1/tasks', operator)).status, 400, 'of nobody');
  const nobody = { 'x-tintype-account': 'x' };
  t.equal((await ask(service, '/v1/tasks', operator, { headers: nobody })).status, 404);
  const headers = { 'x-tintype-account': account.id };
  const made = await ask(service, '/v1/tasks', operator, { method: 'POST', body: task, headers });
  t.equal(made.status, 201);
  t.equal(((await (await account.get('/v1/tasks')).json()) as { tasks: object[] }).tasks.length, 1);
  t.equal(await sessions.endOperators(), 1);
  t.equal((await ask(service, '/v1/operator/figures', operator)).status, 401);
});

t.test('a token creates, changes and ends accounts; all is recorded', async (t) => {
  const service = await open(t);
  const made = await service.store.sessions.create({ purpose: 'token', lastsMs: 60_000 });
  const headers = { authorization: `Bearer ${made?.secret}` };
  const none = { cookie: '', csrf: '' };
  const send = async (method: string, path: string, body?: object) => {
    const answer = await ask(service, `/v1/operator/${path}`, none, {
      method,
      headers,
      ...(body && { body }),
    });
    const text = await answer.text();
    return { ...(text && (JSON.parse(text) as Record<string, unknown>)), http: answer.status };
  };
  t.match(await send('GET', 'audit?cursor=abc'), { http: 400, code: 'invalid_parameter' });
  t.match(await send('GET', 'audit?cursor=1'), { http: 200, entries: [] });
  const created = await send('POST', 'accounts', { name: 'acme', plan: 'pro' });
  t.match(created, { http: 201, name: 'acme', plan: 'pro', access_key: /^[\w-]{24}$/ });
  const { id, access_key: key } = created as unknown as { id: string; access_key: string };
  const usage = (accessKey: string) =>
    fetch(`${service.address}/v1/usage`, { headers: { 'x-access-key': accessKey } });
  t.equal((await usage(key)).status, 200);
  t.match(await send('POST', 'accounts', { name: 'acme' }), { code: 'invalid_parameter' });
  t.match(await send('POST', 'accounts', {}), { http: 400 });
  t.match(await send('POST', 'accounts', { name: 'b', paln: 'pro' }), {
    code: 'unknown_parameter',
    message: /Did you mean plan\?/,
  });
  t.match(await send('PATCH', `accounts/${id}`, { plan: 'gold' }), { code: 'invalid_parameter' });
  t.match(await send('PATCH', `accounts/${id}`, { rate_per_minute: 7 }), { rate_per_minute: 7 });
  t.match(await send('PATCH', `accounts/${id}`, { rate_per_minute: null, plan: 'scale' }), {
    plan: 'scale',
    status: 'active',
  });
  const rotated = await send('POST', `accounts/${id}/keys`, { which: 'access' });
  t.match(rotated, { http: 201, access_key: /./, secret_key: undefined });
  t.equal((await usage(key)).status, 401);
  t.match(await send('POST', `accounts/${id}/keys`, { overlap_s: -1 }), { http: 400 });
  const shown = await send('GET', `accounts/${id}`);
  t.match(shown, { http: 200, access_key: undefined, secret_key: undefined }, 'shown once');
  t.equal((await send('DELETE', `accounts/${id}`)).http, 204);
  t.equal((await send('DELETE', `accounts/${id}`)).http, 404);
  t.match(await send('GET', 'accounts?limit=1'), { accounts: [{ id, status: 'revoked' }] });
  const { entries } = (await send('GET', 'audit')) as unknown as {
    entries: { action: string; subject: string; changed?: string[]; values?: object }[];
  };
  t.same(
    entries.map(({ action, changed }) => [action, changed]),
    [
      ['DELETE /v1/operator/accounts/:id', undefined],
      ['POST /v1/operator/accounts/:id/keys', ['access_key']],
      ['PATCH /v1/operator/accounts/:id', ['rate_per_minute', 'plan']],
      ['PATCH /v1/operator/accounts/:id', ['rate_per_minute']],
      ['POST /v1/operator/accounts', ['name', 'plan']],
    ],
    'what was done, and not what was refused',
  );
  const rate = entries[3]?.values;
  t.match(rate, { rate_per_minute: { from: Number, to: 7 } }, 'old and new values');
  t.same(Object.keys(entries[2]?.values ?? {}).sort(), [
    'plan',
    'quota_per_month',
    'rate_per_minute',
  ]);
  t.same(new Set(entries.map(({ subject }) => subject)), new Set([id]), 'the one that was made');
  t.notMatch(JSON.stringify(entries), key);
});

t.test('guessing is bounded', async (t) => {
  let minute = Date.now();
  const service = await createService(t, {
    now: () => minute,
    server: {
      console: { files, operatorPassword: await hashPassword('correct horse') },
      limits: { wrongKeysPerMinute: 3 },
      trustProxy: '127.0.0.1',
    },
  });
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const { accessKey } = await service.account();
  const mine = await signIn(service, { access_key: accessKey }, from);
  const owner = await signIn(service, { password: 'correct horse' }, from);
  const look = async () => [
    (await ask(service, '/v1/usage', mine, { headers: from })).status,
    (await ask(service, '/v1/operator/audit', owner, { headers: from })).status,
  ];
  t.same(await look(), [200, 200]);
  for (const body of [{ password: 'x' }, { link: 'x' }, { access_key: 'x' }]) {
    t.equal((await signIn(service, body, from)).status, 401);
  }
  const right = { password: 'correct horse' };
  t.equal((await signIn(service, right, from)).status, 429);
  t.same(await look(), [200, 200], 'nobody is locked out by others behind the same address');
  t.equal(
    (await ask(service, '/v1/operator/audit', { cookie: '', csrf: '' }, { headers: from })).status,
    429,
  );
  t.match(await signIn(service, right, { 'x-forwarded-for': '203.0.113.8' }), { who: 'operator' });
  minute += 60_000;
  t.match(await signIn(service, right, from), { who: 'operator' });
  t.equal((await signIn(service, { password: 7 })).status, 400);
});

t.test('bounds guesses of the password from everywhere', async (t) => {
  let instant = Date.now();
  const service = await createService(t, {
    now: () => instant,
    server: {
      console: { files, operatorPassword: await hashPassword('correct horse') },
      limits: { wrongKeysPerMinute: 1_000 },
      trustProxy: true,
    },
  });
  const right = { password: 'correct horse' };
  const together = await Promise.all(Array.from({ length: 3 }, () => signIn(service, right)));
  t.same(
    together.map(({ status }) => status),
    [201, 201, 201],
    'those who come together wait for each other',
  );
  let address = 0;
  const guess = async (count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) {
      address += 1;
      // Behind a proxy that forwards headers an attacker chooses the address, or shares it with
      // all clients.
      const from: Record<string, string> =
        address % 2 === 0 ? { 'x-forwarded-for': `203.0.113.${address}` } : {};
      statuses.push((await signIn(service, { password: 'x' }, from)).status);
    }
    return statuses;
  };
  t.same(await guess(11), [...Array<number>(10).fill(401), 429]);
  const refused = await fetch(`${service.address}/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(right),
  });
  t.equal(refused.status, 429, 'the right one, too');
  t.equal(refused.headers.get('retry-after'), '60');
  const { accessKey } = await service.account();
  t.match(await signIn(service, { access_key: accessKey }), { status: 201 }, 'keys are not meant');
  const link = (await service.store.sessions.create({ purpose: 'link', lastsMs: 600_000 }))?.secret;
  const owner = await signIn(service, { link });
  t.match(owner, { who: 'operator' }, 'nor are links');
  instant += 60_000;
  t.same(await guess(11), [...Array<number>(10).fill(401), 429]);
  instant += 60_000;
  t.same(await guess(1), [429], 'the second pause is longer');
  instant += 60_000;
  t.match(await signIn(service, right), { who: 'operator' });
  t.same(
    await guess(11),
    [...Array<number>(10).fill(401), 429],
    'and counted anew after a right one',
  );
  const { entries } = (await (await ask(service, '/v1/operator/audit', owner)).json()) as {
    entries: { action: string; by: string }[];
  };
  t.same(
    entries.map(({ action }) => action).filter((action) => /wrong/.test(action)),
    [
      'too many wrong operator passwords: rejected for 60 s',
      'a wrong operator password',
      'too many wrong operator passwords: rejected for 120 s',
      'too many wrong operator passwords: rejected for 60 s',
      'a wrong operator password',
    ],
    'written down, and no more than that',
  );
});

t.test('signing in and out: a stranger writes nothing, an account so much', async (t) => {
  const dataDir = t.testdir();
  const service = await createService(t, { server: { console: { files } }, store: { dataDir } });
  const { accessKey } = await service.account();
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) {
    statuses.push((await signIn(service, { access_key: accessKey })).status);
  }
  t.same(new Set(statuses.slice(0, 20)), new Set([201]));
  t.equal(statuses[20], 429);
  const session = await signIn(service, { access_key: (await service.account()).accessKey });
  const letGo = await holdDatabase(t, join(dataDir, 'tintype.db'));
  // Whatever had to write would wait now.
  t.equal((await signIn(service, { access_key: 'made-up-key-of-nobody' })).status, 401);
  t.equal((await signIn(service, { link: 'x'.repeat(43) })).status, 401);
  const end = (who: Pick<Session, 'cookie' | 'csrf'>) =>
    ask(service, '/console/session', who, { method: 'DELETE' });
  const made = { cookie: `tintype_session=${'x'.repeat(43)}`, csrf: 'x'.repeat(43) };
  t.equal((await end(made)).status, 401, 'a made up one');
  t.equal((await end({ cookie: '', csrf: '' })).status, 401, 'none');
  t.equal((await end({ ...session, csrf: '' })).status, 401, 'a cookie alone');
  t.equal((await ask(service, '/v1/usage', session)).status, 200, 'it has not ended');
  letGo();
  t.equal((await end(session)).status, 204);
  t.equal((await ask(service, '/v1/usage', session)).status, 401);
});

t.test('cookies that are made up are counted as wrong keys', async (t) => {
  const service = await createService(t, {
    server: { console: { files }, limits: { wrongKeysPerMinute: 3 }, trustProxy: '127.0.0.1' },
  });
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const { accessKey } = await service.account();
  const session = await signIn(service, { access_key: accessKey }, from);
  const made = { cookie: `tintype_session=${'x'.repeat(43)}`, csrf: 'x'.repeat(43) };
  const look = async (who: Pick<Session, 'cookie' | 'csrf'>, method = 'GET') =>
    (await ask(service, '/console/session', who, { method, headers: from })).status;
  t.same([await look(made), await look(made, 'DELETE'), await look(made)], [200, 401, 200]);
  t.same([await look(made), await look(made, 'DELETE')], [429, 429]);
  t.equal(await look(session), 200, 'who is signed in is not locked out');
  t.equal(await look(session, 'DELETE'), 204);
});

t.test('an account that has ended is no wrong key of the operator who chose it', async (t) => {
  const service = await createService(t, {
    server: { console: { files }, limits: { wrongKeysPerMinute: 3 }, trustProxy: '127.0.0.1' },
  });
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const link = (await service.store.sessions.create({ purpose: 'link', lastsMs: 60_000 }))?.secret;
  const operator = await signIn(service, { link }, from);
  const { id } = await service.account();
  await service.store.accounts.revoke(id);
  const headers = { ...from, 'x-tintype-account': id };
  for (let n = 0; n < 5; n += 1) {
    t.equal((await ask(service, '/v1/requests', operator, { headers })).status, 404);
  }
  const { accessKey } = await service.account();
  t.match(await signIn(service, { access_key: accessKey }, from), { status: 201 });
});

t.test('an operator who changes the tasks of an account: what was made is named', async (t) => {
  const service = await open(t);
  const { id: account } = await service.account();
  const link = (await service.store.sessions.create({ purpose: 'link', lastsMs: 60_000 }))?.secret;
  const operator = await signIn(service, { link });
  const headers = { 'x-tintype-account': account };
  const made = await ask(service, '/v1/tasks', operator, { method: 'POST', body: task, headers });
  const { id } = (await made.json()) as { id: number };
  const body = { name: 's3cret' };
  await ask(service, `/v1/tasks/${id}`, operator, { method: 'PATCH', body, headers });
  const audit = await (await ask(service, '/v1/operator/audit', operator)).text();
  t.match(JSON.parse(audit), {
    entries: [
      { action: 'PATCH /v1/tasks/:id', account, subject: String(id), changed: ['name'] },
      { action: 'POST /v1/tasks', account, subject: String(id) },
      { action: 'operator signed in' },
    ],
  });
  t.notMatch(audit, /s3cret/);
});

t.test('requests of a session have bounds', async (t) => {
  const service = await open(t);
  const { accessKey } = await service.account({ ratePerMinute: 2 });
  const session = await signIn(service, { access_key: accessKey });
  const preview = async () =>
    (
      await ask(service, '/v1/tasks/preview', session, {
        method: 'POST',
        body: { frequency: 'every_day' },
      })
    ).status;
  t.same([await preview(), await preview(), await preview()], [200, 200, 429]);
  t.equal((await ask(service, '/v1/tasks', session)).status, 200, 'looking is not one of them');
  const token = (await service.store.sessions.create({ purpose: 'token', lastsMs: 60_000 }))
    ?.secret;
  const { id = '' } = (await service.store.sessions.find('token', token ?? '')) ?? {};
  t.match(await service.store.usage.takeRate(`operator ${id}`, 600, 599), { allowed: true });
  const look = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${service.address}/v1/operator/settings`, { headers })).status;
  };
  t.same([await look(), await look()], [200, 429]);
});

t.test('without a password that was set, none is right', async (t) => {
  const service = await open(t);
  t.equal((await signIn(service, { password: '' })).status, 401);
  t.equal((await signIn(service, { password: 'undefined' })).status, 401);
});

t.test('pages and scripts: what they may do, and nothing beside them', async (t) => {
  const service = await open(t);
  for (const path of ['', '/playground', '/tasks/7']) {
    const answer = await fetch(`${service.address}/console${path}`);
    t.equal(await answer.text(), page.bytes.toString());
    const policy = answer.headers.get('content-security-policy') ?? '';
    t.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    t.match(policy, /frame-ancestors 'none'/);
    t.notMatch(policy, /unsafe|https?:|\*/);
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  }
  const asset = await fetch(`${service.address}/console/assets/console-A.js`);
  t.equal(await asset.text(), script.bytes.toString());
  t.equal(asset.headers.get('content-encoding'), 'gzip');
  t.match(asset.headers.get('cache-control'), /immutable/);
  for (const path of [
    'index.html',
    'none.js',
    '..%2findex.html',
    '%2e%2e%2f%2e%2e%2fpackage.json',
  ]) {
    t.equal((await fetch(`${service.address}/console/assets/${path}`)).status, 404, path);
  }
});

t.test('when a task would run, and running it now', async (t) => {
  const service = await open(t);
  const { get, post, accessKey } = await service.account();
  const preview = await post('/v1/tasks/preview', {
    frequency: 'custom',
    crontab: '30 2 * * *',
    timezone: 'America/New_York',
  });
  const { runs } = (await preview.json()) as { runs: number[] };
  t.equal(runs.length, 10);
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/New_York',
    timeStyle: 'short',
  });
  t.ok(runs.every((at, index) => index === 0 || at > (runs[index - 1] ?? 0)));
  t.ok(runs.every((at) => ['02:30', '03:00'].includes(clock.format(at * 1000))));
  const wrong = await post('/v1/tasks/preview', { frequency: 'custom', crontab: '61 * * * *' });
  t.match(await wrong.json(), { statusCode: 400, details: [{ parameter: 'crontab' }] });
  const made = (await (await post('/v1/tasks', task)).json()) as { id: number };
  const before = service.woken.scheduler;
  t.equal((await post(`/v1/tasks/${made.id}/runs`, {})).status, 202);
  t.equal(service.woken.scheduler, before + 1);
  const [due] = await service.store.tasks.due(10);
  t.equal(due?.id, made.id, 'it is due now');
  await fetch(`${service.address}/v1/tasks/${made.id}`, {
    method: 'PATCH',
    headers: { 'x-access-key': accessKey, 'content-type': 'application/json' },
    body: '{"enabled":false}',
  });
  t.match(await (await post(`/v1/tasks/${made.id}/runs`, {})).json(), {
    message: /switched off/,
  });
  t.equal((await get(`/v1/tasks/${made.id}`)).status, 200);
});

t.test('webhooks are listed for their account, and sent again', async (t) => {
  const service = await open(t);
  const [mine, other] = [await service.account(), await service.account()];
  const { requests, outbox } = service.store;
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const id = `01a2051a-8aa4-709a-98c6-7c2edebbfac${count}`;
    const request = { id, accountId: mine.id, kind: 'pdf', parameters: {}, baseUrl: 'http://x' };
    const url = `https://receiver.example/${count}`;
    const body = JSON.stringify({ id });
    await requests.recordFinished(
      request,
      {},
      { accountId: mine.id, requestId: id, url, signed: true, body },
    );
    ids.push(id);
  }
  const first = await mine.get('/v1/deliveries?limit=2');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await mine.get(new URL(next).pathname + new URL(next).search);
  type Listed = { deliveries: { id: string; request: string; body: string; state: string }[] };
  const lists = [(await first.json()) as Listed, (await second.json()) as Listed];
  const found = lists.flatMap(({ deliveries }) => deliveries);
  t.same(found.map(({ request }) => request).toSorted(), ids);
  t.same(
    found.map(({ body }) => (JSON.parse(body) as { id: string }).id),
    found.map(({ request }) => request),
  );
  t.same(await (await other.get('/v1/deliveries')).json(), { deliveries: [] });
  const [{ id } = { id: '' }] = found;
  t.equal((await other.get(`/v1/deliveries/${id}`)).status, 404);
  t.equal((await other.post(`/v1/deliveries/${id}/retry`, {})).status, 404);
  t.equal((await mine.get('/v1/deliveries?state=lost')).status, 400);
  const [claim] = await outbox.claimDue({
    leaseMs: 1_000,
    limit: 1,
    perHost: 9,
    perAccount: 9,
    slowLane: 9,
  });
  if (claim === undefined) throw new Error('Nothing was due.');
  await outbox.giveUp(claim, { status: 500, error: 'It answered 500.' });
  const path = `/v1/deliveries/${claim.delivery.id}`;
  t.match(await (await mine.get(path)).json(), { state: 'failed', last_status: 500 });
  t.match(await (await mine.get('/v1/deliveries?state=failed')).json(), {
    deliveries: [{ id: claim.delivery.id }],
  });
  const again = await mine.post(`${path}/retry`, {});
  t.equal(again.status, 202);
  t.match(await again.json(), { state: 'pending' });
  const twice = await mine.post(`${path}/retry`, {});
  t.equal(twice.status, 400, 'it is pending');
  t.match(await twice.json(), { code: 'invalid_request', message: /is pending/ });
});

t.test('the clients do the same', async (t) => {
  const service = await open(t);
  const { sessions } = service.store;
  const token = (await sessions.create({ purpose: 'token', lastsMs: 60_000 }))?.secret ?? '';
  const operator = createOperatorClient({ baseUrl: service.address, token });
  const { id, access_key: accessKey = '' } = await operator.accounts.create({
    name: 'acme',
    plan: 'scale',
  });
  t.match(await operator.accounts.list(), [{ id, name: 'acme', plan: 'scale' }]);
  t.match(await operator.accounts.update(id, { quota_per_month: 7 }), { quota_per_month: 7 });
  t.match(await operator.accounts.get(id), { quota_per_month: 7, status: 'active' });
  t.same(await operator.settings(), { port: { value: 1, from: '--port' } });
  const client = createClient({ baseUrl: service.address, accessKey });
  const made = await client.tasks.create({
    name: 'a',
    api: 'pdf',
    query: 'url=https%3A%2F%2Fexample.com',
    frequency: 'every_day',
  });
  t.match(await client.tasks.run(made.id), { id: made.id });
  t.equal((await service.store.tasks.due(5))[0]?.id, made.id);
  const { runs } = await client.tasks.preview({ frequency: 'every_hour' });
  t.equal(runs.length, 10);
  const started = await client.requests.start('pdf', { url: 'https://example.com/deep' });
  const since = new Date(Date.now() - 60_000);
  const asked = {
    since,
    until: new Date(Date.now() + 60_000),
    host: 'example.com',
    address: 'deep',
  };
  t.match(await client.requests.list(asked), [{ id: started.id }]);
  t.same(await client.requests.list({ ...asked, verdict: 'blank' }), []);
  await client.requests.remove(started.id);
  t.same(await client.requests.list(), []);
  await t.rejects(client.requests.remove(started.id), { code: 'not_found' });
  const { usage } = service.store;
  await usage.settle((await usage.reserve(id, 7, 3)) ?? '');
  await usage.reserve(id, 7);
  t.match((await client.usage({ days: 2 })).days, [{ used: 3 }]);
  t.match(await operator.accounts.usage(id), {
    quota_per_month: 7,
    used_this_month: 3,
    under_way: 1,
    days: [{ used: 3 }],
  });
  await t.rejects(operator.accounts.usage(id, { days: 0 }), TypeError);
  const rotated = await operator.accounts.rotate(id, { which: 'access' });
  t.match(rotated, { access_key: /./, secret_key: undefined });
  await t.rejects(client.usage(), { code: 'unauthorized' });
  await operator.accounts.revoke(id);
  t.match(await operator.accounts.list(), [{ status: 'revoked' }]);
  t.match(await operator.audit({ limit: 1 }), [
    { action: 'DELETE /v1/operator/accounts/:id', subject: id },
  ]);
  await t.rejects(operator.accounts.get('none'), { code: 'not_found' });
  const wrong = createOperatorClient({ baseUrl: service.address, token: 'x'.repeat(43) });
  await t.rejects(wrong.accounts.list(), { code: 'unauthorized' });
  t.throws(() => createOperatorClient({ baseUrl: service.address, token: accessKey }), {
    message: /^token must be what tintype console token printed/,
  });
});
