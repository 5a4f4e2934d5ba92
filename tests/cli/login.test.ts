import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFullChrome, openLoginWindow } from '@tintype/chrome';
import { maxStateLength, storageState, type StorageState } from '@tintype/contract';
import type { CdpSession } from '@tintype/core';
import {
  createFixtureServer,
  noFullChrome,
  unlessInstalled,
  type FixtureServer,
  type Handler,
  until,
} from '@tintype/testkit';
import t, { type Test } from 'tap';
import { startDisplay } from './display.ts';
import { runCli, type CliOptions } from './run-cli.ts';
import { runHere } from './run-here.ts';

// Browsers with windows start slowly, one after the other.
const browser = await findFullChrome();
const display = await startDisplay();
t.teardown(() => display?.end());
const skip =
  (!browser && noFullChrome) || unlessInstalled('Xvfb') || (!display && 'Xvfb does not start');
const DISPLAY = display?.name ?? '';

/** A site that greets whom it knows by a cookie, with a colour that it keeps in local storage. */
async function startSite(t: Test, afterLogin = ''): Promise<FixtureServer> {
  const html = (body: string, headers: Record<string, string> = {}): Handler => {
    return (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  };
  const site = await createFixtureServer(t);
  const cookie = 'session=s3cret; HttpOnly; Path=/; Max-Age=3600';
  const form =
    '<form method=post action=/enter><input name=user autofocus><input name=password type=password><button>Log in</button></form>';
  site.route('/', (request, response) => {
    const known = request.headers.cookie?.includes('session=s3cret');
    const page = known
      ? '<title>in</title><h1>Hello Ada</h1><script>document.body.append(localStorage.colour)</script>'
      : form;
    return html(page)(request, response);
  });
  site.route(
    '/self',
    html(
      `${form}<script>document.forms[0].user.value = 'ada'; document.forms[0].submit()</script>`,
    ),
  );
  site.route('/enter', async (request, response) => {
    const given = new URLSearchParams(await text(request));
    if (given.get('user') !== 'ada') return html('wrong')(request, response);
    const keep = `<script>localStorage.colour = 'teal \\ud83d'; location.replace('/kept')</script>`;
    return html(keep, { 'set-cookie': cookie })(request, response);
  });
  site.route('/kept', html(`<title>kept</title>logged in<script>${afterLogin}</script>`));
  return site;
}

async function typeInto(tab: CdpSession, selector: string, typed: string): Promise<void> {
  await tab.send('Runtime.evaluate', {
    expression: `document.querySelector('${selector}').focus()`,
  });
  await tab.send('Input.insertText', { text: typed });
}

const titleOf = async (tab: CdpSession) => {
  const { result } = await tab.send('Runtime.evaluate', { expression: 'document.title' });
  return String(result.value);
};

t.test('steps log in without a window', async (t) => {
  const site = await startSite(t);
  const cwd = t.testdir({
    'login.yaml':
      '- fill: "[name=user]"\n  value: "{{user}}"\n- press: Enter\n- wait_for_url: "**/kept"\n',
    'secrets.json': '{"user": "ada"}',
    'wrong.json': '[{"click": "text/Sign up", "timeout": 200}]',
    'stays.json': '[{"pause": 1}]',
  });
  const env = { TINTYPE_EGRESS_ALLOW: '127.0.0.1' };
  const login = (...more: string[]) =>
    runHere(['login', site.url('/'), '-o', 'state.json', ...more], { cwd, env });
  const done = await login('--steps', 'login.yaml', '--secrets', 'secrets.json');
  t.equal(done.code, 0, done.stderr);
  t.match(done.stderr, /^state\.json {2}\d+ B, cookies: 1, sites with storage: 1\n$/);
  const file = join(cwd, 'state.json');
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(storageState(readFileSync(file, 'utf8')), { cookies: [{ value: 's3cret' }] });
  const shot = ['scrape', site.url('/'), '--storage-state', 'state.json', '-o', '-'];
  t.match(String((await runHere(shot, { cwd, env })).stdout), 'Hello Ada');

  const failed = await login('--steps', 'wrong.json');
  t.equal(failed.code, 1);
  t.match(failed.stderr, /step 1 \(click text\/Sign up\): nothing matched within 0\.2 s/);
  const stays = await login('--steps', 'stays.json');
  t.equal(stays.code, 1);
  t.match(stays.stderr, /After the steps the page shows a login/);
  t.match(storageState(readFileSync(file, 'utf8')), { cookies: [{ value: 's3cret' }] });
  const unnamed = await login('--steps', 'none.json');
  t.equal(unnamed.code, 2);
});

t.test('actions in the window become a state that renders them logged in', { skip }, async (t) => {
  const site = await startSite(t);
  const dir = t.testdir({});
  const window = await openLoginWindow({
    url: site.url('/'),
    browser: browser!,
    sandbox: 'auto',
    cacheDir: dir,
    env: { ...process.env, DISPLAY },
  });
  t.teardown(() => window.end());
  const [tab] = window.tabs();
  if (!tab) throw new Error('no tab');
  await until(
    async () =>
      (await tab.send('Runtime.evaluate', { expression: 'document.forms.length' })).result.value ===
      1,
  );
  await typeInto(tab, '[name=user]', 'ada');
  await typeInto(tab, '[name=password]', 'lovelace');
  await tab.send('Runtime.evaluate', { expression: 'document.querySelector("button").click()' });
  await until(async () => (await titleOf(tab)) === 'kept');
  // A second site, in a tab of its own.
  const other = site.url('/kept', '127.0.0.2');
  await tab.send('Runtime.evaluate', {
    expression: `window.open('${other}')`,
    userGesture: true,
  });
  await until(() => window.tabs().length === 2);
  const second = window.tabs()[1]!;
  await until(async () => (await titleOf(second)) === 'kept');
  await second.send('Runtime.evaluate', { expression: `localStorage.from = 'elsewhere'` });
  await second.send('Page.close');
  const asked = site.log.length;
  await tab.send('Page.close');
  await window.closed;
  const { state } = await window.storageState();
  t.equal(site.log.length, asked, 'nothing is asked of the site to read what it keeps');
  const ours = new URL(site.url('/')).origin;
  t.match(state.cookies, [
    {
      name: 'session',
      value: 's3cret',
      domain: '127.0.0.1',
      path: '/',
      httpOnly: true,
      secure: false,
      sameSite: 'Lax',
    },
  ]);
  t.same(
    state.origins.toSorted((a, b) => a.origin.localeCompare(b.origin)),
    [
      { origin: ours, localStorage: [{ name: 'colour', value: 'teal \ud83d' }] },
      { origin: new URL(other).origin, localStorage: [{ name: 'from', value: 'elsewhere' }] },
    ],
  );
  t.type(storageState(JSON.stringify(state)), 'object', 'and it is one that a render takes');
});

t.test('reports that a browser that was quit took its state with it', { skip }, async (t) => {
  const site = await startSite(t);
  const options = { browser: browser!, sandbox: 'auto' as const, cacheDir: t.testdir({}) };
  const env = { ...process.env, DISPLAY };
  const window = await openLoginWindow({ url: site.url('/'), env, ...options });
  t.teardown(() => window.end());
  await window
    .tabs()[0]
    ?.send('Browser.close')
    .catch(() => {});
  await t.rejects(async () => {
    await window.closed;
    await window.storageState();
  }, /The browser was ended.*press Enter/);
});

/** Runs `tintype login` on a display, with an open stdin. */
async function login(args: readonly string[], options: CliOptions = {}) {
  return await runCli(['login', ...args], {
    keepsStdin: true,
    ...options,
    env: { DISPLAY, ...options.env },
  });
}

t.test('Enter writes the state for its owner alone, and renders take it', { skip }, async (t) => {
  const site = await startSite(t);
  const dir = t.testdir({ 'state.json': '{}' });
  const { code, stderr } = await login([site.url('/self'), '-o', 'state.json'], {
    cwd: dir,
    during(child) {
      void until(() => site.requests('/kept').length > 0).then(() => child.stdin?.write('\n'));
    },
  });
  t.equal(code, 0, stderr);
  t.match(stderr, /Log in in the window.*press Enter/s);
  t.match(stderr, /state\.json .*cookies: 1, sites with storage: 1/);
  const file = join(dir, 'state.json');
  t.equal(statSync(file).mode & 0o777, 0o600);
  const greeted = await runHere([
    'scrape',
    site.url('/'),
    '--format',
    'md',
    '--storage-state',
    file,
  ]);
  t.match(greeted.stdout.toString(), /Hello Ada/, greeted.stderr);
  t.match(greeted.stdout.toString(), /teal/);
  const stranger = await runHere(['scrape', site.url('/'), '--format', 'md']);
  t.notMatch(stranger.stdout.toString(), /Hello Ada/);
  const shot = await runHere([
    'screenshot',
    site.url('/'),
    '--metadata-title',
    '--json',
    '-o',
    join(dir, 'in.png'),
    '--storage-state',
    file,
  ]);
  t.match(JSON.parse(shot.stdout.toString()), { metadata: { title: 'in' } });
});

t.test('a window stores a session, which renders use', { skip }, async (t) => {
  const site = await startSite(t, 'setTimeout(close, 500)');
  const env = { TINTYPE_DATA_DIR: t.testdir({}), TINTYPE_EGRESS_ALLOW: '127.0.0.1' };
  const { code, stderr } = await login([site.url('/self'), '--session', 'ada'], { env });
  t.equal(code, 0, stderr);
  t.match(stderr, /^ada {2}tintype screenshot http\S+ --session ada$/m);
  const read = await runHere(['scrape', site.url('/'), '--session', 'ada', '-o', '-'], { env });
  t.match(read.stdout.toString(), /Hello Ada/, read.stderr);
  t.match(read.stdout.toString(), /teal/);
  const listed = await runHere(['sessions', 'list', '--json'], { env });
  t.match(JSON.parse(listed.stdout.toString()), [{ name: 'ada', cookies: 1, origins: 1 }]);

  // A login that is cancelled leaves the session as it is.
  const stopped = await login([site.url('/'), '--session', 'ada'], {
    env,
    during(child) {
      const before = site.requests('/').length;
      void until(() => site.requests('/').length > before).then(() => child.kill('SIGINT'));
    },
  });
  t.equal(stopped.code, 130, stopped.stderr);
  const after = await runHere(['sessions', 'list', '--json'], { env });
  t.same(JSON.parse(after.stdout.toString()).length, 1);
  t.match((await runHere(['sessions', 'export', 'ada'], { env })).stdout.toString(), /s3cret/);
});

t.test('a window that is closed says the same, also on stdout', { skip }, async (t) => {
  // A page with one entry in its history may close itself, as a person would.
  const site = await startSite(t, 'setTimeout(close, 500)');
  const { code, stdout, stderr } = await login([site.url('/self'), '-o', '-']);
  t.equal(code, 0, stderr);
  const state = JSON.parse(stdout.toString()) as StorageState;
  t.match(state.cookies, [{ name: 'session' }]);
  t.match(state.origins, [{ localStorage: [{ name: 'colour' }] }]);
});

t.test('truncates a state that is too large, and reports it', { skip }, async (t) => {
  const site = await startSite(
    t,
    `localStorage.much = 'x'.repeat(${maxStateLength}); localStorage.more = 'y'.repeat(2e6); document.title = 'full'; setTimeout(close, 500)`,
  );
  const dir = t.testdir({});
  const { code, stderr } = await login([site.url('/self'), '-o', 'state.json'], { cwd: dir });
  t.equal(code, 1);
  t.match(
    stderr,
    /was written, but it is more than storage_state takes: it is longer than 1048576/,
  );
  t.ok(statSync(join(dir, 'state.json')).size < 2 * maxStateLength + 2e6);
});

t.test('Ctrl-C writes nothing', { skip }, async (t) => {
  const site = await startSite(t);
  const dir = t.testdir({ 'state.json': 'as it was' });
  const { code } = await login([site.url('/'), '-o', 'state.json'], {
    cwd: dir,
    during(child) {
      void until(() => site.requests('/').length > 0).then(() => child.kill('SIGINT'));
    },
  });
  t.equal(code, 130);
  t.equal(readFileSync(join(dir, 'state.json'), 'utf8'), 'as it was');
});

t.test('what cannot be is refused with what to do', async (t) => {
  const dir = t.testdir({ 'page.html': '<p>' });
  const shell = join(dir, 'headless_shell');
  writeFileSync(shell, '#!/bin/sh\n', { mode: 0o755 });
  const env = { DISPLAY: '', WAYLAND_DISPLAY: '' };
  const cases: [string[], number, RegExp, Record<string, string>?][] = [
    [[], 2, /Name the page to log in to: tintype login <url> -o state.json/],
    [['example.com'], 2, /tintype login https:\/\/example.com\/ -o state.json/],
    [['page.html', '-o', 'x.json'], 2, /page.html is no web page/],
    [['a.com', 'b.com', '-o', 'x.json'], 2, /got "b.com" as well/],
    [['example.com', '-o', 'x.json', '--full-page'], 2, /Unknown flag --full-page/],
    [
      ['example.com', '-o', 'x.json', '--chrome-path', shell],
      1,
      /headless shell, which has no windows/,
      { DISPLAY: ':0' },
    ],
  ];
  if (process.platform === 'linux') {
    cases.push([['example.com', '-o', 'x.json'], 1, /no display .*neither DISPLAY.*ssh -X.*Xvfb/]);
  }
  for (const [args, exit, message, more] of cases) {
    const { code, stderr } = await runHere(['login', ...args], {
      cwd: dir,
      env: { ...env, ...more },
    });
    t.equal(code, exit, args.join(' '));
    t.match(stderr, message);
  }
  t.match((await runHere(['login', '--help'])).stdout.toString(), /Enter.*--storage-state/s);
});
