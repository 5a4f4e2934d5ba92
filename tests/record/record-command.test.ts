import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CdpSession } from '@tintype/core';
import { findFullChrome } from '@tintype/chrome';
import { createFixtureServer, freePort, makeFolder, until } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { runCli } from '../cli/run-cli.ts';
import { expectRefusals, runHere } from '../cli/run-here.ts';
import { DISPLAY, noWindow as skip } from './open-window.ts';
import { personAt, type Person } from './person.ts';

const server = await createFixtureServer(t);
server.page(
  '/',
  `<!doctype html><title>Login</title><label>Password <input type="password"></label><button>Log in</button>
<script>document.querySelector('button').onclick = () => { document.title = 'Hello ' + document.querySelector('input').value }</script>`,
);

/** Records with the command; the person reaches its window by a debugging port of the browser. */
async function record(
  t: Test,
  args: readonly string[],
  use: (person: Person, tab: Pick<CdpSession, 'send'>) => Promise<void>,
  onChild: (child: { kill(signal: 'SIGINT'): void }) => void = () => {},
) {
  const port = await freePort();
  const folder = makeFolder(t);
  const chrome = join(folder, 'chrome');
  const { path } = (await findFullChrome())!;
  writeFileSync(chrome, `#!/bin/sh\nexec "${path}" --remote-debugging-port=${port} "$@"\n`);
  chmodSync(chrome, 0o755);
  let used: Promise<void> = Promise.resolve();
  const outcome = await runCli(['record', server.url('/'), '--chrome-path', chrome, ...args], {
    cwd: folder,
    env: { DISPLAY },
    keepsStdin: true,
    during(child) {
      used = (async () => {
        const tab = await tabAt(port);
        const person = personAt(tab);
        await person.sees(`document.title === 'Login'`);
        await use(person, tab);
        onChild(child);
      })();
      used.catch(() => child.kill());
    },
  });
  await used;
  return { ...outcome, folder };
}

/** Connects to the page of a browser with a debugging port. */
async function tabAt(port: number): Promise<Pick<CdpSession, 'send'>> {
  const target = await until(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    const targets = ((await response?.json()) ?? []) as {
      type: string;
      url: string;
      webSocketDebuggerUrl: string;
    }[];
    return targets.find(({ type, url }) => type === 'page' && url.startsWith('http'));
  });
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (result: never) => void>();
  let id = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { id?: number; result: never };
    if (message.id !== undefined) waiting.get(message.id)?.(message.result);
  });
  return {
    send(method, ...[params]) {
      id += 1;
      socket.send(JSON.stringify({ id, method, params: params ?? {} }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
}

async function logIn(person: Person): Promise<void> {
  await person.click(`document.querySelector('input')`);
  await person.type('correct horse');
  await person.click(`document.querySelector('button')`);
  await person.sees(`document.title === 'Hello correct horse'`);
  await person.pause(400);
}

t.test(
  'writes the steps when the window is closed, and a render does them',
  { skip },
  async (t) => {
    const { code, stdout, stderr, folder } = await record(
      t,
      ['-o', 'login.json'],
      async (person, tab) => {
        await logIn(person);
        void tab.send('Page.close');
      },
    );
    t.equal(code, 0, stderr);
    t.equal(stdout.length, 0);
    t.equal(statSync(join(folder, 'login.json')).mode & 0o777, 0o600, 'for its owner only');
    t.match(
      stderr,
      // A busy machine may leave out the accessible names.
      /^ {2}click .*assword.*\n {2}fill .*assword.* with "\{\{password\}\}"\n {2}click .*$/m,
    );
    t.match(
      stderr,
      /Write secrets\.json: \{"password": "\.\.\."\}\nReplay: tintype screenshot http\S+ --steps login\.json --secrets secrets\.json\n$/,
    );
    t.notMatch(stderr + readFileSync(join(folder, 'login.json'), 'utf8'), 'correct horse');
    writeFileSync(join(folder, 'secrets.json'), '{"password": "correct horse"}');
    const replay = [
      'screenshot',
      server.url('/'),
      '--steps',
      'login.json',
      '--secrets',
      'secrets.json',
      '--metadata-title',
      '--json',
      '-o',
      'a.png',
    ];
    const shot = await runHere(replay, { cwd: folder });
    t.match(
      JSON.parse(shot.stdout.toString()),
      { metadata: { title: 'Hello correct horse' } },
      shot.stderr,
    );
  },
);

t.test('Ctrl-C ends the recording, which is printed', { skip }, async (t) => {
  const { code, stdout, stderr } = await record(t, ['--quiet'], logIn, (child) =>
    child.kill('SIGINT'),
  );
  t.equal(code, 0, stderr);
  t.equal(stderr, '');
  t.match(JSON.parse(stdout.toString()), { steps: { length: 5 } });
});

t.test('--timeout ends it, and YAML is written by the name', { skip }, async (t) => {
  const { code, stderr, folder } = await record(t, ['-o', 'steps.yaml', '--timeout', '8'], logIn);
  t.equal(code, 0, stderr);
  t.match(parse(readFileSync(join(folder, 'steps.yaml'), 'utf8')), {
    steps: [{ type: 'setViewport' }, { type: 'navigate', url: server.url('/') }],
  });
});

t.test('an empty recording replaces no file', { skip }, async (t) => {
  const folder = makeFolder(t);
  const file = join(folder, 'steps.json');
  writeFileSync(file, 'mine');
  const { code, stderr } = await runCli(
    ['record', `http://127.0.0.1:${await freePort()}/`, '-o', file, '--timeout', '4'],
    { cwd: folder, env: { DISPLAY }, keepsStdin: true },
  );
  t.equal(code, 1);
  t.match(stderr, /note: The page of 127\.0\.0\.1:\d+ did not load/);
  t.match(stderr, /Nothing was recorded: \S+ was not written/);
  t.equal(readFileSync(file, 'utf8'), 'mine');
});

t.test('steps whose file cannot be written are printed', { skip }, async (t) => {
  const folder = makeFolder(t);
  const file = join(folder, 'folder', 'steps.json');
  const { code, stdout, stderr } = await record(t, ['-o', file], async (person, tab) => {
    await logIn(person);
    rmSync(join(folder, 'folder'), { recursive: true });
    writeFileSync(join(folder, 'folder'), '');
    void tab.send('Page.close');
  });
  t.equal(code, 1);
  t.match(stderr, /steps\.json was not written/);
  t.match(JSON.parse(stdout.toString()), { steps: { length: 5 } });
});

t.test('a target that cannot be written is refused before a window opens', async (t) => {
  const folder = makeFolder(t);
  mkdirSync(join(folder, 'here'));
  writeFileSync(join(folder, 'file'), '');
  const env = { DISPLAY: ':nowhere' };
  for (const [file, message] of Object.entries({
    here: /here is a folder: -o takes a file/,
    'file/steps.json': /file\/steps\.json cannot be written/,
  })) {
    const { code, stderr } = await runHere(['record', 'a.com', '-o', file], { cwd: folder, env });
    t.equal(code, 2);
    t.match(stderr, message);
  }
});

t.test('what cannot be is refused with what to do', async (t) => {
  await expectRefusals(t, {
    record: /Name the page to record: tintype record <url> -o steps\.json/,
    'record a.com b.com': /takes one URL; got "b\.com" as well/,
    'record a.com --timeout soon':
      /--timeout must be a number of seconds above 0, at most 86400; got "soon"/,
    'record a.com --timeout 0': /got "0"/,
    'record missing.html': /missing\.html/,
    'record a.com --session ada': /Unknown flag --session/,
  });
  const none = await runHere(['record', 'a.com'], { env: { DISPLAY: '', WAYLAND_DISPLAY: '' } });
  t.equal(none.code, process.platform === 'linux' ? 1 : none.code);
  t.match(
    none.stderr,
    process.platform === 'linux' ? /no display .*tintype record on a computer.*Xvfb/ : '',
  );
});
