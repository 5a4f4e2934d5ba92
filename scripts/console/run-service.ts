import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const bin = join(import.meta.dirname, '../../packages/tintype/bin/tintype.js');

/** A session of the console: the value of the cookie. */
export type SessionCookie = string;

/** A service of its own, with a first account. */
export interface RunningService {
  address: string;
  accessKey: string;
  signIn(): Promise<SessionCookie>;
  signInAsOperator(): Promise<SessionCookie>;
  /** A token for `/v1/operator`. */
  operatorToken(): Promise<string>;
  stop(): Promise<void>;
}

/** Runs `tintype serve` on a folder, and waits until it listens. */
export async function runService(folder: string): Promise<RunningService> {
  const own = ['--data-dir', join(folder, 'data')];
  const { PATH = '', HOME = '' } = process.env;
  const environment = { PATH, HOME };
  const child = spawn(
    process.execPath,
    [
      bin,
      'serve',
      '--port=0',
      ...own,
      `--cache-dir=${join(folder, 'cache')}`,
      '--egress-allow=localhost,127.0.0.1',
      '--webhook-allow-http',
      '--concurrency=2',
    ],
    { env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'close');
  let written = '';
  child.stderr.on('data', (chunk) => (written += String(chunk)));
  while (!/^(?:API|Ready): /m.test(written)) {
    if (child.exitCode !== null) throw new Error(`tintype serve ended: ${written}`);
    await Promise.race([ended, once(child.stderr, 'data')]);
  }
  const address = /listens on (\S+),/.exec(written)?.[1] ?? '';
  const keys = readFileSync(/has new keys, in (.+)$/m.exec(written)?.[1] ?? '', 'utf8');
  const accessKey = /ACCESS_KEY='(\S+)'/.exec(keys)?.[1] ?? '';
  const say = async (action: string) => {
    const command = [bin, 'console', action, ...own];
    return (await run(process.execPath, command, { env: environment })).stdout;
  };
  const sessionOf = async (body: object) => {
    const answer = await fetch(`${address}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const [cookie] = answer.headers.getSetCookie();
    const value = /^tintype_session=([^;]+)/.exec(cookie ?? '')?.[1];
    if (value === undefined) throw new Error(`Signing in failed: ${answer.status}`);
    return value;
  };
  return {
    address,
    accessKey,
    signIn: () => sessionOf({ access_key: accessKey }),
    signInAsOperator: async () =>
      sessionOf({ link: /#link=(\S+)/.exec(await say('login'))?.[1] ?? '' }),
    operatorToken: async () => (await say('token')).split('\n')[0] ?? '',
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
