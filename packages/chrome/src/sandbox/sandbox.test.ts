import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import t from 'tap';
import { bundledBrowserRunsOn, unpackBundledBrowser } from '../find/bundled-browser.ts';
import { defaultCacheDir } from '../find/default-cache-dir.ts';
import { browserUser, closedToOthers, saysNoSandbox } from './sandbox.ts';

t.test('only root changes the user', async (t) => {
  t.same(browserUser(0), { uid: 65534, gid: 65534 });
  t.equal(browserUser(1000), undefined);
  t.equal(browserUser(undefined), undefined);
});

t.test('finds the folder that others cannot pass', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tintype-test-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  chmodSync(dir, 0o755);
  const inner = path.join(dir, 'a', 'b');
  mkdirSync(inner, { recursive: true });
  const file = path.join(inner, 'program');
  writeFileSync(file, '', { mode: 0o755 });
  for (const open of [path.join(dir, 'a'), inner, file]) chmodSync(open, 0o755);
  t.equal(closedToOthers(file), undefined);
  chmodSync(path.join(dir, 'a'), 0o700);
  t.equal(closedToOthers(file), path.join(dir, 'a'));
  const link = path.join(dir, 'link');
  symlinkSync(file, link);
  t.equal(closedToOthers(link), path.join(dir, 'a'), 'also behind a link');
});

t.test('knows the reason when it reads it', async (t) => {
  // As Chromium 153 and 156 wrote them, in a chroot and as root.
  t.ok(
    saysNoSandbox('[1:1:1121/09:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you'),
  );
  t.ok(saysNoSandbox('Running as root without --no-sandbox is not supported. See https://crbug'));
  t.notOk(saysNoSandbox('[1:1:ERROR:dbus/bus.cc(405)] Failed to connect to the bus'));
  t.notOk(saysNoSandbox('error while loading shared libraries: libnss3.so'));
});

/** Launches the bundled browser in the environment of `start`, and prints each mode's result. */
async function inWorld(start: readonly string[]): Promise<string> {
  const { env, platform } = process;
  const homedir = env['HOME'] ?? '/';
  const cacheDir = defaultCacheDir({ env, platform, uid: process.getuid?.(), homedir });
  const { path: file } = await unpackBundledBrowser({ cacheDir });
  const script = `
    const { launchChrome } = await import(${JSON.stringify(import.meta.resolve('../launch/launch-chrome.ts'))});
    const browser = { path: ${JSON.stringify(file)}, flavour: 'headless-shell', source: 'bundled' };
    for (const sandbox of ['auto', 'required', 'off']) {
      const options = { browser, sandbox, cacheDir: ${JSON.stringify(cacheDir)}, env: process.env };
      try {
        const chrome = await launchChrome(options);
        console.log(sandbox, chrome.sandbox, ...chrome.warnings);
        await chrome.kill();
      } catch (error) {
        console.log(sandbox, error.code, error.message);
      }
    }`;
  const [command = '', ...args] = start;
  const node = [process.execPath, '--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(command, [...args, ...node], { encoding: 'utf8' });
  return stdout + stderr;
}

const canMakeWorlds =
  process.getuid?.() === 0 &&
  bundledBrowserRunsOn(process.platform, process.arch) &&
  spawnSync('unshare', ['-m', '-U', '--map-root-user', 'true']).status === 0;
const skip = canMakeWorlds ? false : 'needs root, unshare and the bundled browser';

t.test('a system that does not let root change its user', { skip }, async (t) => {
  const text = await inWorld(['unshare', '-U', '--map-root-user']);
  t.match(text, /^auto off Chromium has no sandbox here: it was started by root.*\n/m);
  t.match(
    text,
    /^required browser_unavailable .*Start Tintype as an ordinary user.*TINTYPE_NO_SANDBOX=1/m,
  );
  t.match(text, /^off off Chromium runs as root/m);
});

t.test('a system that gives no user namespace', { skip }, async (t) => {
  // The kernel refuses them to a process that does not see the real root folder.
  const root = mkdtempSync(path.join(tmpdir(), 'tintype-root-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  const world = 'mount --rbind / "$0" && mount --make-rslave "$0" && exec chroot "$0" "$@"';
  const text = await inWorld([
    'unshare',
    '-m',
    '--propagation',
    'private',
    'sh',
    '-c',
    world,
    root,
  ]);
  t.match(text, /^auto off Chromium has no sandbox here: this system gives it no user namespace/m);
  t.match(text, /^required browser_unavailable .*--no-sandbox or TINTYPE_NO_SANDBOX=1/m);
  t.match(text, /^off off$/m);
});
