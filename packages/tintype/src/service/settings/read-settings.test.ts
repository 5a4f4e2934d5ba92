import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import t from 'tap';
import { checkConfig } from '../check-config.ts';
import { readSettings, type SettingPlaces } from './read-settings.ts';
import { settings } from './settings.ts';
import { variableName } from './setting.ts';

const read = (places: Partial<SettingPlaces> = {}) =>
  readSettings({ flags: {}, variables: {}, cwd: '/work', ...places });

async function fileWith(values: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-settings-'));
  t.teardown(async () => (await import('node:fs/promises')).rm(folder, { recursive: true }));
  const path = join(folder, 'tintype.json');
  await writeFile(path, typeof values === 'string' ? values : JSON.stringify(values));
  return path;
}

t.test('returns defaults without any source', async (t) => {
  const { config, sources, warnings } = await read();
  t.match(config, { host: '127.0.0.1', port: 3000, plan: 'scale', no_sandbox: false });
  t.same(sources, {});
  t.same(warnings, []);
  t.notOk('base_url' in config);
});

t.test('precedence: a flag, a variable, the file, the default', async (t) => {
  const configFile = await fileWith({ port: 1, max_waiting: 1, host: 'a', log_level: null });
  const variables = { TINTYPE_PORT: '2', TINTYPE_MAX_WAITING: '2', TINTYPE_LOG_LEVEL: 'warn' };
  const { config, sources } = await read({ flags: { port: ['9', '3'] }, variables, configFile });
  t.match(config, { port: 3, max_waiting: 2, host: 'a', log_level: 'warn' });
  t.same(sources, {
    port: '--port',
    max_waiting: 'TINTYPE_MAX_WAITING',
    host: `host in ${configFile}`,
    log_level: 'TINTYPE_LOG_LEVEL',
  });
  t.equal((await read({ variables: { TINTYPE_CONFIG: configFile } })).config.port, 1);
  t.equal((await read({ variables: { TINTYPE_PORT: '' } })).config.port, 3000, 'empty is none');
});

t.test('reads values of each source', async (t) => {
  const { config } = await read({
    flags: {
      no_sandbox: ['false'],
      egress_allow: ['a.example,b.example:80', '10.0.0.0/8'],
      tls_cert: ['cert.pem'],
      block_lists: [['a.txt', '/b'].join(delimiter)],
    },
    variables: {
      TINTYPE_WEBHOOK_ALLOW_HTTP: 'Yes',
      TINTYPE_EGRESS_PORTS: '80, 443',
      TINTYPE_TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::1',
      TINTYPE_BASE_URL: 'https://shots.example/api/',
      TINTYPE_PLANS: '{"free":{"quotaPerMonth":7}}',
      TINTYPE_UPSTREAMS: '{"us":"http://u:p@proxy.example:8080"}',
    },
  });
  t.match(config, {
    no_sandbox: true,
    egress_allow: ['a.example', 'b.example:80', '10.0.0.0/8'],
    tls_cert: '/work/cert.pem',
    block_lists: ['/work/a.txt', '/b'],
    webhook_allow_http: true,
    egress_ports: [80, 443],
    trust_proxy: ['loopback', '10.0.0.0/8', 'fd00::1'],
    base_url: 'https://shots.example/api',
    plans: { free: { quotaPerMonth: 7, ratePerMinute: 60 }, pro: { quotaPerMonth: 50_000 } },
    upstreams: { us: ['http://u:p@proxy.example:8080'] },
  });
  const configFile = await fileWith({
    port: 0,
    data_dir: 'data',
    block_lists: ['own.txt'],
    egress_allow: ['a.example'],
    plans: { pro: { ratePerMinute: 9 } },
    no_sandbox: true,
  });
  const { config: fromFile } = await read({ configFile });
  t.match(fromFile, {
    port: 0,
    data_dir: join(configFile, '..', 'data'),
    block_lists: [join(configFile, '..', 'own.txt')],
    egress_allow: ['a.example'],
    plans: { pro: { ratePerMinute: 9 } },
    no_sandbox: true,
  });
});

t.test('reads secrets from files', async (t) => {
  const path = await fileWith('a-key-of-20-letters.\n'.replace('.', ''));
  const variables = { TINTYPE_ACCESS_KEY_FILE: path };
  const { config, sources } = await read({ variables });
  t.equal(config.access_key, 'a-key-of-20-letters');
  t.equal(sources.access_key, 'TINTYPE_ACCESS_KEY_FILE');
  await t.rejects(read({ variables: { ...variables, TINTYPE_ACCESS_KEY: 'another-key-123456' } }), {
    message: 'TINTYPE_ACCESS_KEY and TINTYPE_ACCESS_KEY_FILE are both set: leave one of them out.',
  });
  await t.rejects(read({ variables: { TINTYPE_MASTER_KEY_FILE: '/no/such' } }), {
    message: 'TINTYPE_MASTER_KEY_FILE: /no/such: there is no such file.',
  });
});

t.test('errors name the source, the allowed values and the value', async (t) => {
  const cases: [Partial<SettingPlaces>, RegExp][] = [
    [{ flags: { port: ['70000'] } }, /^--port must be an integer from 0 to 65535; got 70000\.$/],
    [{ variables: { TINTYPE_PORT: '3e3' } }, /^TINTYPE_PORT must be an integer .*; got "3e3"\.$/],
    [
      { variables: { TINTYPE_PLAN: 'gold' } },
      /^TINTYPE_PLAN must be one of free, pro, scale; got "gold"/,
    ],
    [
      { variables: { TINTYPE_NO_SANDBOX: 'maybe' } },
      /TINTYPE_NO_SANDBOX must be true or false; got "maybe"/,
    ],
    [
      { variables: { TINTYPE_EGRESS_ALLOW: 'http://x' } },
      /TINTYPE_EGRESS_ALLOW must be .*; got "http:\/\/x" as item 1: .*is a URL/,
    ],
    [
      { variables: { TINTYPE_TRUST_PROXY: 'loopback,10.0.0.0/33' } },
      /got "10.0.0.0\/33" as item 2\.$/,
    ],
    [{ variables: { TINTYPE_TRUST_PROXY: 'proxy.example' } }, /got "proxy.example" as item 1\.$/],
    [
      { variables: { TINTYPE_EGRESS_PORTS: '80,x' } },
      /must be ports from 1 to 65535; got "x" as item 2\.$/,
    ],
    [{ variables: { TINTYPE_CORS_ORIGINS: 'app.example' } }, /got "app.example" as item 1\.$/],
    [
      { variables: { TINTYPE_BASE_URL: 'shots.example' } },
      /TINTYPE_BASE_URL must be an http or https/,
    ],
    [{ variables: { TINTYPE_PLANS: '{' } }, /TINTYPE_PLANS must be .*: it is not JSON\.$/],
    [
      { variables: { TINTYPE_PLANS: '{"gold":{}}' } },
      /Unknown key TINTYPE_PLANS\.gold\. TINTYPE_PLANS has free, pro, scale\.$/,
    ],
    [
      { variables: { TINTYPE_UPSTREAMS: '{"xx":"http://p:1"}' } },
      /Unknown key TINTYPE_UPSTREAMS\.xx\./,
    ],
    [
      { variables: { TINTYPE_UPSTREAMS: '{"us":[]}' } },
      /TINTYPE_UPSTREAMS\.us must be a proxy, or a list/,
    ],
  ];
  for (const [places, message] of cases) await t.rejects(read(places), { message });
  const both = read({ flags: { port: ['x'] }, variables: { TINTYPE_MAX_WAITING: '-1' } });
  await t.rejects(
    both,
    { message: /^--port must be .*; got "x"\. TINTYPE_MAX_WAITING must be / },
    'all at once',
  );
  const nested = await fileWith({ plans: { pro: { maxTask: 1 } }, egress_allow: 'a.example' });
  await t.rejects(read({ configFile: nested }), {
    message: `${nested}: Unknown key plans.pro.maxTask. Did you mean maxTasks? ${nested}: egress_allow must be hosts, host:port, addresses or CIDRs; got "a.example".`,
  });
  const file = await fileWith({ port: '3000' });
  await t.rejects(read({ configFile: file }), {
    message: `${file}: port must be an integer from 0 to 65535; got "3000".`,
  });
});

t.test('messages never contain a secret', async (t) => {
  for (const variables of [
    { TINTYPE_ACCESS_KEY: 's3cret!' },
    { TINTYPE_MASTER_KEY: 's3cret' },
    { TINTYPE_UPSTREAMS: '{"us":"socks://u:s3cret@p:1"}' },
    { TINTYPE_UPSTREAMS: '{"us":"http://u:s3cret%@p:1"}' },
    { TINTYPE_UPSTREAMS: '{"us":"s3cret"' },
    { TINTYPE_BROWSERS: 'http://fine,s3cret' },
    { TINTYPE_BROWSERS: 'ftp://u:s3cret@host' },
  ]) {
    const { message } = await read({ variables }).then(
      () => new Error('it was taken'),
      (error: Error) => error,
    );
    t.match(message, /must be/);
    t.notMatch(message, /s3cret/);
  }
});

t.test('the file', async (t) => {
  const cases: [unknown, RegExp][] = [
    [{ prot: 1 }, /Unknown setting prot\. Did you mean port\?$/],
    [{ qqqqqq: 1 }, /Unknown setting qqqqqq\. tintype serve --help/],
    [[], /must be one JSON object with settings; got an empty list/],
    ['{"master_key": "s3cret" x', /it is not JSON \(line 1 column \d+\)\.$/],
  ];
  for (const [values, message] of cases) {
    const configFile = await fileWith(values);
    await t.rejects(read({ configFile }), { message });
  }
  await t.rejects(read({ configFile: '/no/such.json' }), {
    message: '/no/such.json: there is no such file.',
  });
});

t.test('reports a mistyped variable', async (t) => {
  const variables = { TINTYPE_PROT: '1', TINTYPE_QQQQQQQQ: '1', TINTYPE_CONFIG: '' };
  t.same((await read({ variables })).warnings, [
    'Unknown setting TINTYPE_PROT: it has no effect. Did you mean TINTYPE_PORT?',
    'Unknown setting TINTYPE_QQQQQQQQ: it has no effect.',
  ]);
});

t.test('rules across settings', async (t) => {
  const { config } = await read();
  t.throws(() => checkConfig({ ...config, tls_cert: '/c' }), /tls_cert needs tls_key as well/);
  t.throws(() => checkConfig({ ...config, tls_key: '/c' }), /tls_key needs tls_cert as well/);
  t.throws(() => checkConfig({ ...config, secret_key: 'x' }), /secret_key requires access_key/);
  t.doesNotThrow(() => checkConfig(config));
  const browsers = ['ws://a?token=s3cret'];
  t.throws(
    () => checkConfig({ ...config, browsers }),
    /Give remote_browsers_for_accounts=true, or/,
  );
  const allowed = { ...config, browsers, remote_browsers_for_accounts: true };
  t.doesNotThrow(() => checkConfig(allowed));
  const many = Array.from({ length: 101 }, () => 'ws://a');
  t.throws(() => checkConfig({ ...allowed, browsers: many }), /at most 100 addresses; got 101\.$/);
});

t.test('max_database_bytes is only allowed for SQLite', async (t) => {
  const store = 'postgres://tintype:s3cret@db/tintype';
  const bounded = async (variables: Record<string, string>) =>
    (await read({ variables: { TINTYPE_MAX_DATABASE_BYTES: '20000000', ...variables } })).config;
  t.match(await bounded({}), { max_database_bytes: 20_000_000 });
  t.match(await bounded({ TINTYPE_STORE: 'sqlite:/data' }), { max_database_bytes: 20_000_000 });
  await t.rejects(bounded({ TINTYPE_STORE: store }), {
    message:
      /^TINTYPE_MAX_DATABASE_BYTES: it limits the file of SQLite\. .* leave this setting out\.$/,
  });
  const usual = String(settings.max_database_bytes.default);
  t.ok(await bounded({ TINTYPE_STORE: store, TINTYPE_MAX_DATABASE_BYTES: usual }), 'as printed');
});

t.test('every default is a valid value', async (t) => {
  for (const [name, setting] of Object.entries(settings)) {
    if (!('default' in setting)) continue;
    const written = Array.isArray(setting.default) ? '' : String(setting.default);
    const { config } = await read({ variables: { [variableName(name)]: written } });
    t.same(config[name as keyof typeof config], setting.default, name);
  }
});
