import { join } from 'node:path';
import { createSqliteStore } from '@tintype/store';
import { closeWith } from '@tintype/testkit';
import t from 'tap';
import { runHere } from './run-here.ts';

const env = { TINTYPE_DATA_DIR: '', TINTYPE_CONFIG: '', TINTYPE_MASTER_KEY: '' };

async function said(dataDir: string, ...args: string[]) {
  const command = ['console', ...args, '--data-dir', dataDir];
  const { code, stdout, stderr } = await runHere(command, { env });
  return { code, stdout: stdout.toString(), stderr };
}

t.test('a way in for the operator, and its end', async (t) => {
  const dataDir = join(t.testdir({}), 'data');
  const store = closeWith(t, createSqliteStore({ dataDir, now: Date.now }));
  const { stdout: login } = await said(dataDir, 'login');
  const [, link = ''] = /^http:\/\/127\.0\.0\.1:3000\/console#link=([\w-]{43})\n/.exec(login) ?? [];
  t.match(login, /valid once, for ten minutes/);
  t.match(await store.sessions.take('link', link), { purpose: 'link' });
  const { stdout: token } = await said(dataDir, 'token', '--json');
  const secret = (JSON.parse(token) as { token: string }).token;
  t.ok(await store.sessions.find('token', secret));
  await said(dataDir, 'login');
  t.match(await said(dataDir, 'logout'), { stdout: /^2 sessions, links and tokens/ });
  t.equal(await store.sessions.find('token', secret), undefined);
});

t.test('where the service is, as its settings say', async (t) => {
  const dataDir = join(t.testdir({}), 'data');
  await createSqliteStore({ dataDir, now: Date.now }).close();
  const linkWith = async (settings: Record<string, string>) => {
    const { stdout } = await runHere(['console', 'login', '--data-dir', dataDir, '--json'], {
      env: { ...env, ...settings },
    });
    return (JSON.parse(stdout.toString()) as { link: string }).link.split('#')[0];
  };
  t.equal(
    await linkWith({ TINTYPE_BASE_URL: 'https://shots.example/' }),
    'https://shots.example/console',
  );
  t.equal(
    await linkWith({ TINTYPE_HOST: '0.0.0.0', TINTYPE_PORT: '8080' }),
    'http://127.0.0.1:8080/console',
  );
  t.equal(await linkWith({ TINTYPE_HOST: '::1' }), 'http://[::1]:3000/console');
});

t.test('a password becomes what the setting takes', async (t) => {
  const dataDir = join(t.testdir({}), 'data');
  await createSqliteStore({ dataDir, now: Date.now }).close();
  const first = (await said(dataDir, 'password', 'correct horse')).stdout.trim();
  const second = (await said(dataDir, 'password', 'correct horse')).stdout.trim();
  t.match(first, /^scrypt\.[\w-]{22}\.[\w-]{43}$/);
  t.not(first, second, 'nobody sees that two are the same');
  const printed = await runHere(['serve', '--print-config', '--operator-password', first], { env });
  t.match(JSON.parse(printed.stdout.toString()), { operator_password: { value: '[hidden]' } });
  const plain = await runHere(['serve', '--print-config', '--operator-password', 'correct horse'], {
    env,
  });
  t.equal(plain.code, 2);
  t.notMatch(plain.stderr, /correct horse/, 'it is not repeated');
});

t.test('wrong words', async (t) => {
  const dataDir = join(t.testdir({}), 'none');
  t.match(await said(dataDir, 'login'), { code: 2 });
  t.match(await said(dataDir, 'password', 'short'), {
    code: 2,
    stderr: /at least 10 characters/,
  });
  t.match(await said(dataDir, 'password'), { code: 2, stderr: /console password <password>/ });
  t.match(await said(dataDir, 'login', 'me'), { code: 2, stderr: /takes no name/ });
  t.match(await said(dataDir, 'lgoin'), { code: 2, stderr: /login/ });
});
