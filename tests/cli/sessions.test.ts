import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageState } from '@tintype/contract';
import { createFixtureServer } from '@tintype/testkit';
import t from 'tap';
import { createLoginSite } from '../sessions/login-site.ts';
import { expectRefusals, runHere } from './run-here.ts';

t.test('tintype login, a render and tintype sessions', async (t) => {
  const site = createLoginSite(await createFixtureServer(t));
  const cwd = t.testdir({
    'login.json': JSON.stringify(site.steps),
    'secrets.json': '{"password": "pa55word"}',
    'wrong.json': '{"password": "x"}',
  });
  const env = { TINTYPE_EGRESS_ALLOW: '127.0.0.1', TINTYPE_DATA_DIR: join(cwd, 'data') };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(args, { cwd, env });
    return { code, stdout: stdout.toString(), stderr };
  };
  const empty = await run('sessions', 'list');
  t.equal(empty.stdout, 'There are no sessions.\n');
  const steps = ['--steps', 'login.json', '--session', 'ada'];
  const failed = await run('login', site.loginUrl, ...steps, '--secrets', 'wrong.json');
  t.equal(failed.code, 1);
  t.match(failed.stderr, /step 4 \(wait for/);
  const done = await run('login', site.loginUrl, ...steps, '--secrets', 'secrets.json');
  t.equal(done.code, 0, done.stderr);
  t.match(done.stderr, /^ada {2}tintype screenshot http\S+ --session ada\n$/);

  const read = ['scrape', site.account, '--session', 'ada', '-o', '-'];
  t.match((await run(...read)).stdout, /Hello Ada/);
  site.expire();
  t.match((await run(...read)).stdout, /Hello Ada/, 'it logged in again');
  t.equal(site.logins(), 2);

  const listed = await run('sessions', 'list');
  t.match(listed.stdout, /^NAME +COOKIES +SITES +SIZE +UPDATED +EXPIRES\nada +1 +1 +\d+ B /);
  const json = JSON.parse((await run('sessions', 'list', '--json')).stdout) as unknown;
  t.match(json, [{ name: 'ada', cookies: 1 }]);
  t.match(storageState((await run('sessions', 'export', 'ada')).stdout), { cookies: [{}] });
  t.equal((await run('sessions', 'export', 'ada', '-o', 'state.json')).code, 0);
  t.match(storageState(readFileSync(join(cwd, 'state.json'), 'utf8')), { cookies: [{}] });
  t.equal(statSync(join(cwd, 'state.json')).mode & 0o777, 0o600);
  const bad = `${'0'.repeat(32)}.1.session`;
  writeFileSync(join(cwd, 'data', 'sessions', bad), 'torn');
  const partly = await run('sessions', 'list');
  t.equal(partly.code, 1);
  t.match(partly.stdout, /^NAME .*\nada +1 +1 /);
  t.match(partly.stderr, new RegExp(`^warning: The session in .*${bad} cannot be read: `));
  rmSync(join(cwd, 'data', 'sessions', bad));
  t.equal((await run('sessions', 'delete', 'ada')).stdout, 'ada is deleted.\n');
  const gone = await run('sessions', 'delete', 'ada');
  t.equal(gone.code, 1);
  t.match(gone.stderr, /There is no session ada, or it has expired\. Create it: tintype login/);
  t.match((await run(...read)).stderr, /There is no session ada/);
});

t.test('wrong command lines of sessions', async (t) => {
  await expectRefusals(t, {
    sessions: /^tintype: Say tintype sessions list, .*; got nothing\.$/,
    'sessions list one': /got "list one"/,
    'sessions export': /got "export"/,
    'sessions drop one': /got "drop one"/,
    'login https://example.com --session ada -o state.json': /cannot be given together/,
    'login https://example.com --steps none.json --session ../ada': /session must be a name of/,
    'screenshot https://example.com --session .ada': /session must be a name of at most 64/,
  });
});
