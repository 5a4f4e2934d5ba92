import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixtureServer, inDepth, makeFolder, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { runCli } from '../cli/run-cli.ts';
import { runHere } from '../cli/run-here.ts';
import { runService } from './run-service.ts';

const folder = makeFolder(t, {
  'tintype.json': JSON.stringify({ port: 1001, max_waiting: 1, host: '127.0.0.2' }),
  'typo.json': JSON.stringify({ max_wating: 1 }),
  'broken.json': '{"port": 1,}',
  'access.key': 'access-key-from-a-file\n',
  'master.key': 'ab'.repeat(32),
});
const inFolder = (name: string) => join(folder, name);

t.test('--print-config: what would run, where each value comes from, no secrets', async (t) => {
  const { code, stdout, stderr } = await runCli(
    ['serve', '--print-config', '--config', inFolder('tintype.json'), '--port', '1003'],
    {
      env: {
        TINTYPE_PORT: '1002',
        TINTYPE_MAX_WAITING: '2',
        TINTYPE_ACCESS_KEY_FILE: inFolder('access.key'),
        TINTYPE_MASTER_KEY: 'cd'.repeat(32),
        TINTYPE_UPSTREAMS: '{"us":"http://user:s3cret@proxy.example:8080"}',
        TINTYPE_BROWSERS: 'ws://user:s3cret@10.0.0.7:3000/s3cret?token=s3cret,http://[::1]:9222',
        TINTYPE_REMOTE_BROWSERS_FOR_ACCOUNTS: 'yes',
        TINTYPE_PAGES_PER_BROWSER: '3',
        TINTYPE_DATA_DIR: '/srv/tintype',
        TINTYPE_FILES: 's3://shots/place',
        TINTYPE_S3_ACCESS_KEY_ID: 's3cret-id',
        TINTYPE_S3_SECRET_ACCESS_KEY: 's3cret-key',
        TINTYPE_MAX_WAITNG: '3',
      },
    },
  );
  t.equal(code, 0, stderr);
  t.match(JSON.parse(stdout.toString()), {
    port: { value: 1003, from: '--port' },
    max_waiting: { value: 2, from: 'TINTYPE_MAX_WAITING' },
    host: { value: '127.0.0.2', from: `host in ${inFolder('tintype.json')}` },
    plan: { value: 'scale', from: 'default' },
    data_dir: { value: '/srv/tintype', from: 'TINTYPE_DATA_DIR' },
    access_key: { value: '[hidden]', from: 'TINTYPE_ACCESS_KEY_FILE' },
    master_key: { value: '[hidden]', from: 'TINTYPE_MASTER_KEY' },
    files: { value: 's3://shots/place', from: 'TINTYPE_FILES' },
    s3_secret_access_key: { value: '[hidden]', from: 'TINTYPE_S3_SECRET_ACCESS_KEY' },
    upstreams: { value: { us: ['http://proxy.example:8080'] } },
    browsers: { value: ['ws://10.0.0.7:3000', 'http://[::1]:9222'], from: 'TINTYPE_BROWSERS' },
    concurrency: { value: 5, from: 'default' },
  });
  t.notMatch(stdout.toString(), /s3cret|cdcd|access-key-from-a-file/);
  t.match(
    stderr,
    /Unknown setting TINTYPE_MAX_WAITNG: it has no effect\. Did you mean TINTYPE_MAX_WAITING\?/,
  );
});

t.test('wrong settings: exit code 2, one line, nothing started', async (t) => {
  const cases: [string[], Record<string, string>, RegExp][] = [
    [['--port', 'x'], {}, /--port must be an integer from 0 to 65535; got "x"\./],
    [[], { TINTYPE_LOG_LEVEL: 'loud' }, /TINTYPE_LOG_LEVEL must be one of trace, .*; got "loud"\./],
    [
      ['--config', inFolder('typo.json')],
      {},
      /Unknown setting max_wating\. Did you mean max_waiting\?/,
    ],
    [['--config', inFolder('broken.json')], {}, /broken\.json: it is not JSON/],
    [['--config', inFolder('none.json')], {}, /none\.json: there is no such file\./],
    [['--prot', '1'], {}, /Unknown flag --prot\. Did you mean --port\?/],
    [['more'], {}, /takes no arguments; got "more"/],
    [[], { TINTYPE_SECRET_KEY: 'a-secret-key-of-mine' }, /secret_key requires access_key/],
    [['--max-bodies-bytes', '2048'], {}, /max_bodies_bytes must be at least max_body_bytes/],
    [['--files', 's3://shots'], {}, /files: s3:\/\/shots needs keys: s3_access_key_id and/],
    [['--files', 's3://shots/../x'], {}, /--files must be folder, s3:\/\/<bucket>/],
    [
      ['--s3-access-key-id', 'one'],
      {},
      /s3_access_key_id and s3_secret_access_key require each other/,
    ],
    [['--role', 'api'], {}, /a process that is api alone shares its store .* Give store=postgres:/],
    [['--browsers', 'ws://a'], {}, /accounts .* Give remote_browsers_for_accounts=true, or leave/],
    [['--browsers', 'a:1'], {}, /--browsers must be addresses of browsers .* \(not shown/],
    [['--egress-address', '0.0.0.0'], {}, /--egress-address must be one IP address of this/],
    [['--role', 'cook'], {}, /--role must be .*api.*webhooks/],
    [[], { TINTYPE_ROLE: 'api,worker', TINTYPE_STORE: 'sqlite:/srv' }, /api, worker alone/],
    [['--tls-cert', inFolder('access.key')], {}, /tls_cert needs tls_key as well/],
    [
      ['--tls-cert', inFolder('none.pem'), '--tls-key', inFolder('none.pem')],
      {},
      /cannot be read \(ENOENT\)/,
    ],
    [
      ['--tls-cert', inFolder('access.key'), '--tls-key', inFolder('access.key')],
      {},
      /is no certificate in PEM form/,
    ],
  ];
  for (const [args, env, says] of cases) {
    const { code, stdout, stderr } = await runHere(['serve', ...args], { env });
    t.match(stderr, says);
    t.equal(code, 2, stderr);
    t.equal(stderr.trim().split('\n').length, 1, 'one line');
    t.equal(stdout.length, 0);
  }
});

t.test('what the machine refuses: exit code 1', async (t) => {
  writeFileSync(inFolder('a-file'), '');
  const cases: [string[], RegExp][] = [
    [['--data-dir', inFolder('a-file')], /a-file/],
    [['--data-dir', inFolder('data'), '--chrome-path', '/no/browser'], /\/no\/browser/],
    [
      ['--data-dir', inFolder('data'), '--host', '203.0.113.1'],
      /203\.0\.113\.1:0 is not an address of this machine/,
    ],
  ];
  for (const [args, says] of cases) {
    if (!args.includes('--chrome-path') && !inDepth(t, args.join(' '))) continue;
    const { code, stderr } = await runCli(['serve', '--port', '0', ...args]);
    t.match(stderr, says);
    t.equal(code, 1);
  }
});

testInDepth(t, 'reports a master key that is not the one of the data', async (t) => {
  const service = await runService(t);
  t.equal(await service.stop(), 0);
  const { code, stderr } = await runCli(['serve', '--port', '0', '--data-dir', service.dataDir], {
    env: { TINTYPE_MASTER_KEY_FILE: inFolder('master.key') },
  });
  t.equal(code, 1);
  t.match(stderr, /master key/);
});

t.test('no log line holds a secret of a whole session', async (t) => {
  const pages = await createFixtureServer(t);
  pages.page('/hello', '<!doctype html><title>hello</title>');
  const service = await runService(t, {
    args: ['--egress-allow', '127.0.0.1', '--log-level', 'trace'],
    env: { TINTYPE_METRICS_TOKEN: 'S3CRET-metrics-token' },
  });
  const { address, accessKey } = service;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, init).then((answer) => answer.arrayBuffer());
  const post = (path: string, body: unknown) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const target = encodeURIComponent(pages.url('/hello?token=S3CRET-query'));
  await ask(
    `/v1/screenshot?access_key=${accessKey}&url=${target}&signature=${'5ec7e7'.repeat(11)}`,
  );
  await ask(`/v1/screenshot?access_key=S3CRET-wrong-key&url=${target}`);
  await ask('/v1/usage', {
    headers: { authorization: 'Bearer S3CRET-bearer', cookie: 'S3CRET=1' },
  });
  await ask('/metrics', { headers: { authorization: 'Bearer S3CRET-metrics-token' } });
  const secrets = {
    url: pages.url('/hello?password=S3CRET-password'),
    cookies: ['session=S3CRET-cookie'],
    headers: ['x-api-key:S3CRET-header'],
    storage_state: {
      cookies: [{ name: 'sid', value: 'S3CRET-state', domain: '127.0.0.1', secure: 'no' }],
    },
    authorization: Buffer.from('me:S3CRET').toString('base64'),
    viewport_width: 100,
  };
  await post('/v1/screenshot', secrets);
  await post('/v1/screenshot', { ...secrets, proxy: 'http://me:S3CRET-proxy@127.0.0.1:1' });
  await post('/v1/screenshot', { ...secrets, url: 'http://10.0.0.1/?key=S3CRET-denied' });
  await post('/v1/screenshot', '{"access_key": "S3CRET-broken"');
  await post('/v1/scrape', { ...secrets, async: true });
  await ask('/S3CRET-path?x=S3CRET');
  await ask(`/v1/files/${'5ec7e7'.repeat(10)}5ec7.png`);
  t.equal(await service.stop(), 0);
  const { stdout } = service;
  t.ok(stdout.split('\n').length > 12, 'there is something to look at');
  for (const line of stdout.trim().split('\n')) t.doesNotThrow(() => JSON.parse(line));
  t.notMatch(stdout, /S3CRET|5ec7e7/i);
  t.notOk(stdout.includes(accessKey), 'nor the access key');
  t.notOk(stdout.includes(secrets.authorization), 'nor the authorization for the page');
  t.notOk(stdout.includes(service.secretKey), 'nor the secret key');
});
