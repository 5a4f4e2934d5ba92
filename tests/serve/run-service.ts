import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quickFolder } from '@tintype/testkit';
import type { Test } from 'tap';
import { program, root } from '../cli/run-cli.ts';

/** `tintype serve` as a process of its own. */
export interface ServiceProcess {
  child: ChildProcess;
  /** URL that it listens on. */
  address: string;
  /** Of the first account, as this start wrote them; empty when it did not. */
  accessKey: string;
  secretKey: string;
  dataDir: string;
  /** Output so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | NodeJS.Signals | null>;
}

export interface ServiceWishes {
  args?: readonly string[];
  env?: Record<string, string>;
  dataDir?: string;
  /** The module that is started; default the command. */
  entry?: string;
}

type Owner = Pick<Test, 'teardown'>;

/** A folder for data, which is removed at the end of the test. */
export function makeDataDir(t: Owner): string {
  const folder = mkdtempSync(join(quickFolder(), 'tintype-serve-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The environment of the service: nothing of the test's own, so that no setting slips in. */
export function cleanEnvironment(env: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...env };
}

/** Starts the service on a free port, and waits until it listens. Ended at the end of the test. */
export async function runService(t: Owner, wishes: ServiceWishes = {}): Promise<ServiceProcess> {
  const { args = [], env = {}, dataDir = makeDataDir(t) } = wishes;
  const command = [wishes.entry ?? program, 'serve', '--port', '0', '--data-dir', dataDir, ...args];
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: cleanEnvironment({ TINTYPE_CONCURRENCY: '2', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (written.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (written.stderr += String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const stop = async () => {
    child.kill('SIGTERM');
    return await ended;
  };
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop();
  });
  while (!/^(?:API|Ready): /m.test(written.stderr)) {
    const over = await Promise.race([ended.then(() => true), once(child.stderr, 'data')]);
    if (over === true) throw new Error(`tintype serve ended: ${written.stderr}${written.stdout}`);
  }
  const find = (pattern: RegExp, text = written.stderr) => pattern.exec(text)?.[1] ?? '';
  const keysFile = find(/has new keys, in (.+)$/m);
  const keys = keysFile === '' ? '' : readFileSync(keysFile, 'utf8');
  return {
    child,
    dataDir,
    ended,
    stop,
    address: find(/listens on (\S+),/),
    accessKey: find(/ACCESS_KEY='(\S+)'/, keys),
    secretKey: find(/SECRET_KEY='(\S+)'/, keys),
    get stdout() {
      return written.stdout;
    },
    get stderr() {
      return written.stderr;
    },
  };
}
