import { join } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { readSteps } from '@tintype/contract';
import type { SessionStore, StoredSession } from '@tintype/core';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createRenderer } from 'tintype';
import { createLab } from '../parameters/lab.ts';
import { createLoginSite } from './login-site.ts';

const folder = join(t.testdir({}), 'sessions');
const lab = await createLab(t, { sessions: folder, concurrency: 4 });
const { renderer, server } = lab;
const site = createLoginSite(server);
const secrets = { password: 'pa55word' };
const login = { url: site.loginUrl, steps: site.steps, secrets };
const titleOf = async (parameters: object) => {
  const { metadata, receipt, warnings } = await lab.render({ url: site.account, ...parameters });
  return { title: metadata.title, receipt, warnings };
};

t.test('a session logs in once, and its renders show the page behind the login', async (t) => {
  const before = await titleOf({});
  t.match(before.receipt.wall, { kind: 'login' });
  t.notOk('session' in before.receipt);
  await renderer.session({ name: 'ada' }).login(login);
  t.equal(site.logins(), 1);
  for (let count = 0; count < 3; count += 1) {
    const { title, receipt, warnings } = await titleOf({ session: 'ada' });
    t.equal(title, 'Account teal');
    t.same(receipt.session, { name: 'ada', used: true });
    t.notOk(receipt.wall);
    t.same(warnings, []);
  }
  t.equal(site.logins(), 1);
});

t.test('rejects a name without a session, and a session with another state', async (t) => {
  const missing = await lab.failure({ url: site.account, session: 'nobody' });
  t.match(missing, { code: 'session_not_found', status: 404 });
  const state = '{"cookies":[],"origins":[]}';
  const both = await lab.failure({ url: site.account, session: 'ada', storage_state: state });
  t.match(both.message, /^session and storage_state cannot be given together/);
  const cached = await lab.failure({ url: site.account, session: 'ada', cache: true });
  t.match(cached.message, /^session and cache cannot be given together/);
  t.throws(() => renderer.session({ name: '../ada' }), { code: 'invalid_parameter' });
});

t.test('lists, exports and deletes sessions', async (t) => {
  const session = renderer.session({ name: 'copy' });
  const state = await renderer.session({ name: 'ada' }).state();
  t.match(state.cookies, [{ name: 'sid', httpOnly: true }]);
  t.match(state.origins, [{ localStorage: [{ name: 'colour', value: 'teal' }] }]);
  await session.restore(state);
  const [ada, copy] = await renderer.sessions();
  t.match([ada?.name, copy?.name], ['ada', 'copy']);
  t.match(copy, { cookies: 1, origins: 1, bytes: JSON.stringify(state).length });
  t.equal((await titleOf({ session: 'copy' })).title, 'Account teal');
  t.equal(await session.delete(), true);
  t.equal(await session.delete(), false);
  await t.rejects(session.state(), { code: 'session_not_found' });
  t.equal((await renderer.sessions()).length, 1);
});

t.test('a failed login is an error, and stores nothing', async (t) => {
  const session = renderer.session({ name: 'wrong' });
  const wrong = { ...login, steps: site.steps.slice(0, 3), secrets: { password: 'x' } };
  await t.rejects(session.login(wrong), {
    code: 'page_blocked',
    message: /^After the steps the page shows a login/,
  });
  await t.rejects(session.login({ ...login, steps: [{ click: '#none', timeout: 100 }] }), {
    code: 'step_failed',
  });
  await t.rejects(session.login({ ...login, secrets: {} }), { code: 'invalid_parameter' });
  await t.rejects(session.state(), { code: 'session_not_found' });
});

t.test('files contain no name, cookie or password in the clear', async (t) => {
  // Long texts: encrypted files contain any short one by chance.
  const [name, value] = ['name-in-the-clear', 'value-in-the-clear'];
  const cookie = {
    name: 'sid',
    value,
    domain: '127.0.0.1',
    path: '/',
    httpOnly: false,
    secure: false,
  };
  const copy = renderer.session({ name });
  await copy.restore({ cookies: [cookie], origins: [] });
  const secretTexts = [name, value, 'pa55word'];
  for (const file of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, file));
    for (const each of secretTexts) t.notOk(bytes.includes(each), `${file} ${each}`);
  }
  await copy.delete();
});

t.test('a login that expired on the server is repeated, once for all renders', async (t) => {
  const before = site.logins();
  site.expire();
  const results = await Promise.all(
    Array.from({ length: 6 }, () => titleOf({ session: 'ada', fail_on: 'session_expired' })),
  );
  for (const { title, receipt } of results) {
    t.equal(title, 'Account teal');
    t.same(receipt.session, { name: 'ada', used: true, refreshed: true });
  }
  t.equal(site.logins(), before + 1);
  const after = await titleOf({ session: 'ada' });
  t.same(after.receipt.session, { name: 'ada', used: true }, 'the new state was stored');
});

t.test('also if the render fails at the login page', async (t) => {
  site.expire();
  const element = await titleOf({ session: 'ada', selector: '#hello' });
  t.equal(element.receipt.session?.refreshed, true);
  site.expire();
  const steps = [{ click: '#hello', timeout: 200 }];
  t.equal((await titleOf({ session: 'ada', steps })).receipt.session?.refreshed, true);
  site.expire();
  const later = [{ hover: 'h1' }, ...steps];
  const failed = await lab.failure({ url: site.account, session: 'ada', steps: later });
  t.equal(failed.code, 'step_failed', 'a step that was done is not repeated');
});

t.test('without steps the receipt reports the expired session', async (t) => {
  const ada = renderer.session({ name: 'ada' });
  await ada.login(login);
  await renderer.session({ name: 'stateful' }).restore(JSON.stringify(await ada.state()));
  site.expire();
  const before = site.logins();
  const { receipt } = await titleOf({ session: 'stateful' });
  t.match(receipt.wall, { kind: 'login' });
  t.same(receipt.session, { name: 'stateful', used: true, expired: true });
  const failure = { url: site.account, session: 'stateful', fail_on: ['session_expired'] };
  t.match(await lab.failure(failure), {
    code: 'session_expired',
    message: 'fail_on: the page shows a login to the session stateful.',
  });
  t.equal(site.logins(), before);
});

t.test('if the login fails again, the result says so', async (t) => {
  const changed = renderer.session({ name: 'changed' });
  const steps = [...site.steps.slice(0, 3), { wait_for: '#hello', timeout: 300 }];
  await changed.login({ ...login, steps });
  site.expire();
  server.page('/enter', '<title>Closed</title>');
  const { receipt, warnings } = await titleOf({ session: 'changed' });
  t.same(receipt.session, { name: 'changed', used: true, expired: true });
  t.match(warnings, [/^The session changed could not log in again: steps: step 4/]);
  const asked = () => server.requests('/enter').length;
  const before = asked();
  const next = await titleOf({ session: 'changed' });
  t.same(next.receipt.session, { name: 'changed', used: true, expired: true });
  t.same(next.warnings, []);
  t.equal(asked(), before, 'it does not try again at once');
  createLoginSite(server);
});

t.test(
  'an open page stores what changes in it, after each capture and when it closes',
  async (t) => {
    const plain = renderer.session({ name: 'open' });
    await plain.restore({ cookies: [], origins: [] });
    const names = async () => (await plain.state()).cookies.map(({ name }) => name);
    const page = await renderer.open({ url: site.mark(1), session: 'open' });
    await page.capture({ kind: 'screenshot' });
    t.same(await names(), ['mark1']);
    const hand = await page.puppeteer<{ goto(url: string): Promise<unknown> }>();
    await hand.goto(site.mark(2));
    const { receipt } = await page.capture({ kind: 'screenshot' });
    t.same(receipt.session, { name: 'open', used: true });
    t.same(await names(), ['mark1', 'mark2']);
    await hand.goto(site.mark(3));
    await page.close();
    t.same(await names(), ['mark1', 'mark2', 'mark3']);
    const { origins } = await plain.state();
    t.match(origins, [{ localStorage: [{ name: 'mark1' }, { name: 'mark2' }, { name: 'mark3' }] }]);
  },
);

t.test('an open page logs in again before it is open', async (t) => {
  const again = createLoginSite(server);
  const session = renderer.session({ name: 'reopened' });
  await session.login({ url: again.loginUrl, steps: again.steps, secrets });
  again.expire();
  await using page = await renderer.open({ url: again.account, session: 'reopened' });
  const { metadata, receipt } = await page.capture({ kind: 'screenshot' });
  t.equal(metadata.title, 'Account teal');
  t.same(receipt.session, { name: 'reopened', used: true, refreshed: true });
  t.equal(again.logins(), 2);
});

t.test(
  'changes that a page removes are removed, and cookies of the request stay out',
  async (t) => {
    const session = renderer.session({ name: 'removing' });
    const cookie = { name: 'old', value: '1', domain: '127.0.0.1', path: '/', httpOnly: false };
    await session.restore({
      cookies: [{ ...cookie, secure: false }],
      origins: [
        { origin: server.url('/').slice(0, -1), localStorage: [{ name: 'a', value: '1' }] },
        { origin: 'https://other.example', localStorage: [{ name: 'b', value: '2' }] },
      ],
    });
    const url = server.page(
      '/removing',
      `<script>localStorage.clear(); document.cookie = 'old=; Max-Age=0'</script>`,
    );
    await lab.render({ url, session: 'removing', cookies: ['mine=1'] });
    const state = await session.state();
    t.same(state.cookies, []);
    t.match(state.origins, [{ origin: 'https://other.example' }]);
    t.equal(state.origins.length, 1);
  },
);

t.test('a cookie that the browser does not take is removed with one warning', async (t) => {
  const session = renderer.session({ name: 'refused' });
  const cookie = { domain: '127.0.0.1', path: '/', httpOnly: false, secure: false };
  const named = (name: string) => ({ ...cookie, name, value: '1' });
  await session.restore({ cookies: [named('__Host-a'), named('b')], origins: [] });
  const url = server.page('/refused', '<script>document.title = document.cookie</script>');
  const { title, warnings } = await titleOf({ url, session: 'refused' });
  t.equal(title, 'b=1');
  t.same(warnings, [
    'The session refused had a cookie for 127.0.0.1 that the browser does not take: it is removed.',
  ]);
  t.match((await session.state()).cookies, [{ name: 'b' }]);
  const next = await titleOf({ url, session: 'refused' });
  t.same([next.title, next.warnings], ['b=1', []]);
});

t.test('a stored state that does not parse is an error', async (t) => {
  const state = { cookies: [{ name: 'a' }], origins: [] } as unknown as StoredSession['state'];
  const sessions: SessionStore = {
    read: async () => ({ state, version: '1' }),
    write: async () => true,
  };
  const request = { kind: 'screenshot', url: site.mark(1), session: 'broken' } as const;
  await t.rejects(renderer.render(request, { sessions }), {
    code: 'session_not_found',
    message: 'The stored state of the session broken cannot be used: cookies[0].value is no text.',
  });
});

t.test('documents that run no script keep the stored items', async (t) => {
  const session = renderer.session({ name: 'still' });
  const origin = server.url('').replace(/\/$/, '');
  const origins = [{ origin, localStorage: [{ name: 'a', value: '1' }] }];
  await session.restore({ cookies: [], origins });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">Hi</text></svg>';
  const sandbox = { 'content-security-policy': 'sandbox' };
  const urls = [
    server.page('/still', '<h1>Still</h1>'),
    server.page('/sandboxed', '<h1>Sandboxed</h1>', sandbox),
    server.file('/image.svg', 'image/svg+xml', svg),
    server.page('/framing', '<iframe src="/still"></iframe>'),
  ];
  for (const url of urls) {
    for (const more of [{}, { kind: 'scrape', js_enabled: false }]) {
      const { warnings } = await lab.render({ url, session: 'still', ...more });
      t.same(warnings, []);
      t.same((await session.state()).origins, origins, `${url} ${JSON.stringify(more)}`);
    }
  }
  await lab.render({ url: urls[0], session: 'still', inject_js: 'localStorage.b = 2' });
  t.match((await session.state()).origins, [{ localStorage: [{ name: 'a' }, { name: 'b' }] }]);
});

t.test('a render changes nothing in a session that replaces its own meanwhile', async (t) => {
  const session = renderer.session({ name: 'swapped' });
  const cookie = { name: 'sid', domain: '127.0.0.1', path: '/', httpOnly: false, secure: false };
  const own = (value: string) => ({ cookies: [{ ...cookie, value }], origins: [] });
  await session.restore(own('bob'));
  const url = server.route('/renewing', async (_request, response) => {
    await session.delete();
    await session.restore(own('alice'));
    const headers = { 'content-type': 'text/html', 'set-cookie': 'sid=bob2; Path=/' };
    response.writeHead(200, headers).end('<h1>Bob</h1>');
  });
  const { warnings, receipt } = await lab.render({ url, session: 'swapped' });
  t.equal(receipt.session?.unsaved, 'replaced');
  t.match((await session.state()).cookies, [{ name: 'sid', value: 'alice' }]);
  t.same(warnings, ['The session swapped was not updated: it was replaced meanwhile.']);
});

t.test(
  'an order that was placed is not placed again when its next page asks for a login',
  async (t) => {
    let bought = 0;
    const own = createLoginSite(server);
    const shop = server.page(
      '/shop',
      `<button onclick="fetch('/buy')">Buy</button><a href="/leave">Account</a>`,
    );
    server.route('/buy', (_request, response) => void response.end(String((bought += 1))));
    server.route('/leave', (_request, response) => {
      own.expire();
      response.writeHead(302, { location: '/account' }).end();
    });
    await renderer.session({ name: 'buyer' }).login(login);
    const steps = [{ click: 'button' }, { click: 'a' }, { wait_for: 'form' }];
    const { receipt } = await titleOf({ session: 'buyer', url: shop, steps });
    t.same(receipt.session, { name: 'buyer', used: true, expired: true });
    t.equal(bought, 1);
    const page = await renderer.open({ session: 'buyer', url: shop, steps });
    await page.close();
    t.equal(bought, 2);
  },
);

t.test('stores that are given to renders do not share a login', async (t) => {
  const own = createLoginSite(server);
  await renderer.session({ name: 'buyer' }).login({ ...login, url: own.loginUrl });
  const state = await renderer.session({ name: 'buyer' }).state();
  own.expire();
  const steps = readSteps(JSON.stringify(own.steps));
  if (typeof steps === 'string') throw new Error(steps);
  const stores = [0, 1].map((): SessionStore & { kept: StoredSession } => {
    const kept = { state, version: '1', login: { ...login, steps: steps.steps } };
    return {
      kept,
      read: async () => ({ ...kept }),
      async write(_name, next, version) {
        if (version !== kept.version) return false;
        Object.assign(kept, { state: next, version: `${kept.version}1` });
        return true;
      },
    };
  });
  const before = own.logins();
  const render = (sessions: SessionStore) =>
    renderer.render({ kind: 'screenshot', url: own.account, session: 'buyer' }, { sessions });
  const results = await Promise.all(stores.map(render));
  for (const { metadata, receipt } of results) {
    t.equal(metadata.title, 'Account teal');
    t.equal(receipt.session?.refreshed, true);
  }
  t.equal(own.logins(), before + 2);
  for (const { kept } of stores) t.equal(kept.version, '11');
});

t.test('a storage that hangs delays neither a result nor the close of a page', async (t) => {
  const state = { cookies: [], origins: [] };
  const hanging: SessionStore = {
    read: async () => ({ state, version: '1' }),
    write: () => new Promise(() => {}),
  };
  const request = { url: site.mark(1), session: 'any', timeout: 6 };
  const given = { sessions: hanging };
  const late = ['The session any was not updated: its storage did not respond in time.'];
  const result = await renderer.render({ kind: 'screenshot', ...request }, given);
  t.same(result.warnings, late);
  t.equal(result.receipt.session?.unsaved, 'late');
  const page = await renderer.open(request, given);
  const shot = await page.capture({ kind: 'screenshot' });
  t.same(shot.warnings, late);
  await page.close();
});

t.test('many renders of one session at the same time lose no cookie', async (t) => {
  const count = inDepth(t, '200 renders') ? 200 : 40;
  const session = renderer.session({ name: 'many' });
  await session.restore({ cookies: [], origins: [] });
  // Browsers store 180 cookies for a host.
  const hosts = ['127.0.0.1', '127.0.0.2'];
  const requests = Array.from({ length: count }, (_, n) => ({
    kind: 'screenshot' as const,
    url: site.mark(n, hosts[n % 2]),
    session: 'many',
    viewport_width: 200,
    viewport_height: 100,
  }));
  for await (const { result, error } of renderer.renderAll(requests, { concurrency: 4 })) {
    if (error) t.fail(error.message);
    else if (result.warnings.length > 0) t.fail(result.warnings.join(' '));
  }
  const { cookies, origins } = await session.state();
  const expected = Array.from({ length: count }, (_, n) => `mark${n}`).toSorted();
  t.same(cookies.map(({ name }) => name).toSorted(), expected);
  const items = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name));
  t.same(items.toSorted(), expected);
});

t.test('two renderers use one folder', async (t) => {
  const other = createRenderer({
    sessions: folder,
    egress: { allow: ['127.0.0.1'] },
    concurrency: 2,
  });
  t.teardown(() => other.stop());
  const session = renderer.session({ name: 'shared' });
  await session.restore({ cookies: [], origins: [] });
  const shoot = (from: typeof renderer, n: number) =>
    from.render({ kind: 'screenshot', url: site.mark(n), session: 'shared' });
  await Promise.all(Array.from({ length: 20 }, (_, n) => shoot(n % 2 === 0 ? renderer : other, n)));
  t.equal((await session.state()).cookies.length, 20);
  t.equal((await other.sessions()).length, (await renderer.sessions()).length);
});
