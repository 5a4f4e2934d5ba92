import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { startScript } from '../fixtures/start-script.ts';
import { bundledBrowserRunsOn } from '../find/bundled-browser.ts';
import { createBrowserGroup } from './browser-group.ts';
import { defaultCacheDir } from '../find/default-cache-dir.ts';
import { findBrowser, type FoundBrowser } from '../find/find-browser.ts';
import { type ChromeProcess, launchChrome, type LaunchChromeOptions } from './launch-chrome.ts';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const linuxOnly = { skip: !isLinux && 'needs Linux' };
const rootOnly = { skip: !isRoot && 'needs root' };
const env = process.env;
const homedir = env['HOME'] ?? '/';
const { platform } = process;
/** The real one: unpacking takes seconds, and once is enough. */
const cacheDir = defaultCacheDir({ env, platform, uid: process.getuid?.(), homedir });
const locations = { cacheDir, homedir, env };
const machine = await findBrowser(locations).catch(() => undefined);

async function bundled(): Promise<FoundBrowser> {
  const { unpackBundledBrowser } = await import('../find/bundled-browser.ts');
  const { path: executablePath } = await unpackBundledBrowser({ cacheDir });
  return findBrowser({ ...locations, executablePath });
}

async function launch(t: Test, more: Partial<LaunchChromeOptions> = {}): Promise<ChromeProcess> {
  const browser = more.browser ?? machine ?? (await bundled());
  const tmpDir = openFolder(t);
  const options = { browser, sandbox: 'auto' as const, cacheDir, env, tmpDir };
  const chrome = await launchChrome({ ...options, ...more });
  t.teardown(() => chrome.kill());
  return chrome;
}

/** A folder that the browser's user can write to, and that no other launch sweeps. */
function openFolder(t: Test): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tintype-test-'));
  chmodSync(dir, 0o1777);
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Commands over the pipe, as little as a test needs. */
function commander({ pipe }: ChromeProcess) {
  const waiting = new Map<number, (result: Record<string, never>) => void>();
  let last = 100;
  pipe.onmessage = (message) => {
    const { id, result } = JSON.parse(JSON.stringify(message)) as {
      id: number;
      result: Record<string, never>;
    };
    waiting.get(id)?.(result);
  };
  return (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, never>>((resolve) => {
      waiting.set(++last, resolve);
      pipe.send({ id: last, method, params: { ...params }, ...(sessionId ? { sessionId } : {}) });
    });
}

/** Opens a page in a context of its own and takes its screenshot. */
async function image(chrome: ChromeProcess): Promise<Buffer> {
  const send = commander(chrome);
  const { browserContextId } = await send('Target.createBrowserContext');
  const size = { width: 200, height: 100 };
  const url = 'data:text/html,<body style="background:teal"><h1>Text</h1>';
  const { targetId } = await send('Target.createTarget', { url, browserContextId, ...size });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const { data } = await send('Page.captureScreenshot', { format: 'png' }, sessionId);
  return Buffer.from(String(data), 'base64');
}

/** Processes that still run with this profile, or in this group. Zombies do not count. */
function running({ pid, profile }: { pid: number; profile: string }): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') return false;
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return Number(group) === pid || command.includes(profile);
    } catch {
      return false;
    }
  });
}

const profileFlag = /--user-data-dir=([^\0 ]+)/;
function profileOf(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return profileFlag.exec(command)?.[1] ?? '';
}

/** The ids of what watches over a browser. */
function watchdogsOf({ pid, profile }: { pid: number; profile: string }): number[] {
  return readdirSync('/proc')
    .filter((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        return (
          command.includes('tintype-watchdog') &&
          command.includes(String(pid)) &&
          command.includes(profile)
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** For root, the bundled browser starts from a copy for the unprivileged user. */
const kinds = isRoot && machine ? (['machine'] as const) : (['machine', 'bundled'] as const);
for (const kind of kinds) {
  const skip =
    kind === 'machine' ? !machine : !bundledBrowserRunsOn(process.platform, process.arch);
  t.test(`the ${kind} browser starts, draws and goes`, { skip }, async (t) => {
    const chrome = await launch(t, {
      ...(kind === 'bundled' ? { browser: await bundled() } : {}),
      env: { ...env, DATABASE_PASSWORD: 'hunter2', TZ: 'Asia/Tokyo' },
    });
    t.match(chrome.version.product, /Chrome\/\d+/);
    t.equal(chrome.sandbox, chrome.warnings.length === 0 ? 'on' : 'off');
    t.match((await image(chrome)).toString('latin1'), /^.PNG/);
    if (!isLinux) return;
    const traces = { pid: chrome.pid, profile: profileOf(chrome.pid) };
    t.ok(existsSync(traces.profile));
    t.not(running(traces).length, 0);
    const status = readFileSync(`/proc/${chrome.pid}/status`, 'utf8');
    const uid = isRoot ? 65534 : process.getuid?.();
    t.match(status, new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}`, 'm'), 'runs as nobody for root');
    const seen = readFileSync(`/proc/${chrome.pid}/environ`, 'latin1').split('\0');
    t.notOk(
      seen.some((entry) => entry.includes('hunter2')),
      'it sees none of our secrets',
    );
    t.ok(seen.includes('TZ=Asia/Tokyo'));
    t.ok(seen.includes(`HOME=${traces.profile}`));
    t.ok(seen.includes(`TMPDIR=${traces.profile}/tmp`));
    const [watchdog, another] = watchdogsOf(traces);
    t.equal(another, undefined, 'one program watches over it');
    const watching = readFileSync(`/proc/${watchdog}/status`, 'utf8');
    t.match(watching, new RegExp(`^Uid:\t${uid}\t`, 'm'), 'which may do no more than the browser');
    await chrome.kill();
    t.same(watchdogsOf(traces), [], 'and goes with it');
    t.same(running(traces), [], 'no process is left');
    t.notOk(existsSync(traces.profile), 'no profile is left');
    t.match(await chrome.exited, { signal: 'SIGKILL' });
  });
}

t.test('the main process is killed: the others and the profile go', linuxOnly, async (t) => {
  const chrome = await launch(t);
  await image(chrome);
  const traces = { pid: chrome.pid, profile: profileOf(chrome.pid) };
  process.kill(chrome.pid, 'SIGKILL');
  t.match(await chrome.exited, { signal: 'SIGKILL' });
  t.ok(await until(() => running(traces).length === 0), 'no process is left');
  t.ok(await until(() => !existsSync(traces.profile)), 'no profile is left');
});

t.test('a stopped browser is killed as well', linuxOnly, async (t) => {
  const chrome = await launch(t);
  const traces = { pid: chrome.pid, profile: profileOf(chrome.pid) };
  process.kill(-chrome.pid, 'SIGSTOP');
  await chrome.kill();
  t.same(running(traces), []);
  t.notOk(existsSync(traces.profile));
});

/** Another Node process that launches a browser and then does what `then` says. */
async function nodeWithBrowser(t: Test, then: string) {
  const browser = machine ?? (await bundled());
  const tmpDir = openFolder(t);
  const options = { browser, sandbox: 'auto', cacheDir, tmpDir };
  const script = `
    import { readFileSync } from 'node:fs';
    const { launchChrome } = await import(${JSON.stringify(import.meta.resolve('./launch-chrome.ts'))});
    const chrome = await launchChrome({ ...${JSON.stringify(options)}, env: process.env });
    const command = readFileSync('/proc/' + chrome.pid + '/cmdline', 'utf8');
    console.log(JSON.stringify({ pid: chrome.pid, profile: ${profileFlag}.exec(command)[1] }));
    ${then}`;
  const child = startScript(script);
  t.teardown(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  // It says both itself: where it ends at once, nothing of its browser is left to look at.
  return { child, ...(JSON.parse(line.toString()) as { pid: number; profile: string }) };
}

/** Hung processes of the browser: they notice no closed pipe, and exit on no signal. */
const hang = `process.kill(-chrome.pid, 'SIGSTOP');`;

t.test('Node is killed: its browser and the profile go', linuxOnly, async (t) => {
  for (const then of ['', hang]) {
    const traces = await nodeWithBrowser(t, then);
    t.not(running(traces).length, 0);
    traces.child.kill('SIGKILL');
    await once(traces.child, 'exit');
    t.ok(await until(() => running(traces).length === 0), 'no process is left');
    t.ok(await until(() => !existsSync(traces.profile)), 'no profile is left');
  }
});

t.test('without a watchdog the next start removes the profile', linuxOnly, async (t) => {
  const traces = await nodeWithBrowser(t, '');
  for (const pid of watchdogsOf(traces)) process.kill(pid, 'SIGKILL');
  traces.child.kill('SIGKILL');
  await once(traces.child, 'exit');
  t.ok(await until(() => running(traces).length === 0), 'the browser ends by itself');
  t.ok(existsSync(traces.profile), 'nobody was there to remove the profile');
  const next = await launch(t, { tmpDir: path.dirname(traces.profile) });
  await next.kill();
  t.notOk(existsSync(traces.profile), 'the next start sweeps it');
});

t.test('Node exits: its browser is killed on the way', linuxOnly, async (t) => {
  const traces = await nodeWithBrowser(t, `process.stdin.once('data', () => process.exit(3));`);
  traces.child.stdin.write('go');
  t.match(await once(traces.child, 'exit'), [3]);
  t.ok(await until(() => running(traces).length === 0), 'no process is left');
  t.notOk(existsSync(traces.profile), 'no profile is left');
});

t.test('a control group that cannot be used ends the start', linuxOnly, async (t) => {
  const group = createBrowserGroup(t.testdir({}));
  await t.rejects(launch(t, { group }), {
    code: 'browser_unavailable',
    message: /^the control group for browsers, .* it is no control group of version 2\.$/,
  });
});

t.test('an idle browser does not keep Node alive', linuxOnly, async (t) => {
  const traces = await nodeWithBrowser(t, 'chrome.unref();');
  t.match(await once(traces.child, 'exit'), [0]);
  t.ok(await until(() => running(traces).length === 0), 'no process is left');
});

t.test('a folder closed to the unprivileged user', rootOnly, async (t) => {
  const browser = machine ?? (await bundled());
  const tmpDir = mkdtempSync(path.join(tmpdir(), 'tintype-test-'));
  t.teardown(() => rmSync(tmpDir, { recursive: true }));
  const options = { browser, sandbox: 'auto' as const, cacheDir, env };
  await t.rejects(launchChrome({ ...options, tmpDir }), {
    code: 'browser_unavailable',
    message: `cannot write below ${tmpDir}: ${tmpDir} is closed to other users`,
  });
});

t.test('copies a browser that the unprivileged user cannot reach', rootOnly, async (t) => {
  const shell = await bundled();
  const closed = mkdtempSync(path.join(path.dirname(path.dirname(shell.path)), '.closed-'));
  t.teardown(() => rmSync(closed, { recursive: true }));
  const copy = path.join(closed, path.basename(shell.path));
  linkSync(shell.path, copy);
  const own = openFolder(t);
  const chrome = await launch(t, { browser: { ...shell, path: copy }, cacheDir: own });
  t.equal(chrome.sandbox, chrome.warnings.length === 0 ? 'on' : 'off');
  t.match((await image(chrome)).toString('latin1'), /^.PNG/);
  t.match(readFileSync(`/proc/${chrome.pid}/cmdline`, 'utf8'), `${own}/reachable-`);
  const status = readFileSync(`/proc/${chrome.pid}/status`, 'utf8');
  t.match(status, /^Uid:\t65534\t65534\t65534/m, 'it runs as nobody');
  const traces = { pid: chrome.pid, profile: profileOf(chrome.pid) };
  t.ok(existsSync(traces.profile));
  t.not(running(traces).length, 0);
  await chrome.kill();
  t.same(watchdogsOf(traces), []);
  t.same(running(traces), [], 'no process is left');
  t.notOk(existsSync(traces.profile), 'no profile is left');
  t.match(await chrome.exited, { signal: 'SIGKILL' });
});

t.test('what cannot be started is one clear error', linuxOnly, async (t) => {
  const tmpDir = openFolder(t);
  const dir = openFolder(t);
  const attempt = async (name: string, text: string, startTimeoutMs?: number) => {
    const file = path.join(dir, name);
    writeFileSync(file, text, { mode: 0o755 });
    const browser: FoundBrowser = { path: file, flavour: 'chrome', source: 'option' };
    const options = { browser, sandbox: 'auto' as const, cacheDir, env, tmpDir };
    return launchChrome({ ...options, ...(startTimeoutMs && { startTimeoutMs }) }).then(
      () => t.fail('it started'),
      ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
    );
  };
  t.match(
    await attempt('ends', '#!/bin/sh\necho last words >&2\nexit 7\n'),
    /exit code 7.*last words/,
  );
  t.match(await attempt('hangs', '#!/bin/sh\nsleep 60\n', 300), /did not answer within 0.3 s/);
  t.match(await attempt('garbage', '\x7fELF garbage'), /no program for this processor/);
  t.match(await attempt('loader', '#!/no/such/loader\n'), /built for another kind of system/);
  const left = readdirSync(tmpDir).filter((name) => name.startsWith(`tintype-${process.pid}-`));
  t.same(left, [], 'no profile is left');
});
