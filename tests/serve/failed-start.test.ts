import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { runCli } from '../cli/run-cli.ts';
import { cleanEnvironment, makeDataDir } from './run-service.ts';

/** A browser that never answers. It notes its process, and after 25 s that it still runs: it is given 30. */
function slowBrowser(t: Test) {
  const dir = mkdtempSync(join(tmpdir(), 'tintype-slow-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  // The browser of root runs as nobody.
  chmodSync(dir, 0o1777);
  const [path, started, late] = ['chrome', 'started', 'late'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(path, `#!/bin/sh\necho $$ > ${started}\nsleep 25\necho > ${late}\nsleep 60\n`, {
    mode: 0o755,
  });
  return { path, started, late };
}

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    // Where nobody waits for what has ended, it stays as a zombie.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(statusOf(pid));
  } catch {
    return false;
  }
};

const skip = process.platform === 'win32' && 'a browser made of a shell script';

t.test(
  'a start that fails says so before its browser has come up, and ends',
  { skip },
  async (t) => {
    const browser = slowBrowser(t);
    // Reads as a plugin, and fails when the browser is on its way.
    const plugin = join(makeDataDir(t), 'plugin.mjs');
    writeFileSync(
      plugin,
      `import { existsSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    while (!existsSync(${JSON.stringify(browser.started)})) await delay(20);
    throw new Error('this plugin is broken');`,
    );
    const args = ['serve', '--port', '0', '--data-dir', makeDataDir(t), '--plugins', plugin];
    const { code, stderr } = await runCli([...args, '--chrome-path', browser.path], {
      env: cleanEnvironment(),
    });
    t.notOk(existsSync(browser.late), 'it did not wait for the browser');
    t.equal(code, 1);
    t.match(stderr, /plugins: .*plugin\.mjs cannot be loaded: this plugin is broken/);
    const pid = Number(readFileSync(browser.started, 'utf8'));
    while (isRunning(pid)) await delay(50);
    t.pass('the browser has gone');
  },
);
