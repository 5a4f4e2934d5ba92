import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { root, runCli } from '../cli/run-cli.ts';
import { cleanEnvironment, makeDataDir } from './run-service.ts';

/**
 * A browser that never answers. It notes its process, and that it still runs 10 s after the start
 * has failed: it is given 30.
 */
function slowBrowser(t: Test) {
  const dir = mkdtempSync(join(tmpdir(), 'tintype-slow-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  // The browser of root runs as an unprivileged user.
  chmodSync(dir, 0o1777);
  const file = (name: string) => join(dir, name);
  const browser = { path: file('chrome'), started: file('started'), late: file('late') };
  const failed = file('failed');
  const script = [
    '#!/bin/sh',
    `echo $$ > ${browser.started}`,
    `while [ ! -e ${failed} ]; do sleep 0.1; done`,
    'sleep 10',
    `echo > ${browser.late}`,
    'sleep 60',
  ];
  writeFileSync(browser.path, `${script.join('\n')}\n`, { mode: 0o755 });
  return { ...browser, failed };
}

/**
 * Fails when the browser is on its way and the service is loaded, so that nothing is left to wait
 * for on a busy machine.
 */
const brokenPlugin = ({ started, failed }: { started: string; failed: string }) => `
  import { existsSync, writeFileSync } from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  await import(${JSON.stringify(pathToFileURL(join(root, 'packages/tintype/src/service/compose-service.ts')))});
  while (!existsSync(${JSON.stringify(started)})) await delay(20);
  writeFileSync(${JSON.stringify(failed)}, '');
  throw new Error('this plugin is broken');
`;

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    // If its parent does not reap it, it stays as a zombie.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(statusOf(pid));
  } catch {
    return false;
  }
};

const skip = process.platform === 'win32' && 'a browser made of a shell script';

t.test('reports a failed start before its browser has come up', { skip }, async (t) => {
  const browser = slowBrowser(t);
  const plugin = join(makeDataDir(t), 'plugin.mjs');
  writeFileSync(plugin, brokenPlugin(browser));
  const args = ['serve', '--port', '0', '--data-dir', makeDataDir(t), '--plugins', plugin];
  const { code, stderr } = await runCli([...args, '--chrome-path', browser.path], {
    env: cleanEnvironment(),
  });
  t.notOk(existsSync(browser.late), 'it did not wait for the browser');
  t.equal(code, 1);
  t.match(stderr, /plugins: .*plugin\.mjs cannot be loaded: this plugin is broken/);
  const pid = Number(readFileSync(browser.started, 'utf8'));
  await until(() => !isRunning(pid));
  t.pass('the browser has gone');
});
