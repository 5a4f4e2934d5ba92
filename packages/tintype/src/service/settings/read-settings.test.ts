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

t.test('nothing written: the defaults', async (t) => {
  const { config, sources, warnings } = await read();
  t.match(config, { host: '127.0.0.1', port: 3000, plan: 'scale', no_sandbox: false });
  t.same(sources, {});
  t.same(warnings, []);
  t.notOk('base_url' in config);
});

t.test('a flag wins over the environment, that over the file, that over the default', async (t) => {
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

t.test('what each place can write', async (t) => {
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

t.test('secrets from files', async (t) => {
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

t.test('wrong values: where, what was expected, what came', async (t) => {
  const cases: [Partial<SettingPlaces>, RegExp][] = [
    [
      { flags: { port: ['70000'] } },
      /^--port: an integer from 0 to 65535 was expected, but "70000" came\.$/,
    ],
    [{ variables: { TINTYPE_PORT: '3e3' } }, /^TINTYPE_PORT: an integer .* but "3e3" came\.$/],
    [{ variables: { TINTYPE_PLAN: 'gold' } }, /^TINTYPE_PLAN: one of free, pro, scale was/],
    [{ variables: { TINTYPE_NO_SANDBOX: 'maybe' } }, /TINTYPE_NO_SANDBOX: true or false was/],
    [{ variables: { TINTYPE_EGRESS_ALLOW: 'http://x' } }, /TINTYPE_EGRESS_ALLOW: .*is a URL/],
    [
      { variables: { TINTYPE_TRUST_PROXY: 'loopback,10.0.0.0/33' } },
      /"10.0.0.0\/33" is not one\.$/,
    ],
    [{ variables: { TINTYPE_TRUST_PROXY: 'proxy.example' } }, /"proxy.example" is not one\.$/],
    [{ variables: { TINTYPE_EGRESS_PORTS: '80,x' } }, /"x" is not one\.$/],
    [{ variables: { TINTYPE_CORS_ORIGINS: 'app.example' } }, /"app.example" is not one\.$/],
    [{ variables: { TINTYPE_BASE_URL: 'shots.example' } }, /TINTYPE_BASE_URL: an http or https/],
    [{ variables: { TINTYPE_PLANS: '{' } }, /TINTYPE_PLANS: .*but it is not JSON\.$/],
    [{ variables: { TINTYPE_PLANS: '{"gold":{}}' } }, /plans has nothing called gold/],
    [{ variables: { TINTYPE_UPSTREAMS: '{"xx":"http://p:1"}' } }, /"xx" is not a country/],
    [{ variables: { TINTYPE_UPSTREAMS: '{"us":[]}' } }, /us must be a proxy, or a list/],
  ];
  for (const [places, message] of cases) await t.rejects(read(places), { message });
  const both = read({ flags: { port: ['x'] }, variables: { TINTYPE_MAX_WAITING: '-1' } });
  await t.rejects(both, { message: /--port: .* came\. TINTYPE_MAX_WAITING: / }, 'all at once');
  const file = await fileWith({ port: '3000' });
  await t.rejects(read({ configFile: file }), {
    message: `port in ${file}: an integer from 0 to 65535 was expected, but "3000" came.`,
  });
});

t.test('a secret is in no message', async (t) => {
  for (const variables of [
    { TINTYPE_ACCESS_KEY: 's3cret!' },
    { TINTYPE_MASTER_KEY: 's3cret' },
    { TINTYPE_UPSTREAMS: '{"us":"socks://u:s3cret@p:1"}' },
    { TINTYPE_UPSTREAMS: '{"us":"http://u:s3cret%@p:1"}' },
    { TINTYPE_UPSTREAMS: '{"us":"s3cret"' },
  ]) {
    const { message } = await read({ variables }).then(
      () => new Error('it was taken'),
      (error: Error) => error,
    );
    t.match(message, /was expected/);
    t.notMatch(message, /s3cret/);
  }
});

t.test('the file', async (t) => {
  const cases: [unknown, RegExp][] = [
    [{ prot: 1 }, /there is no setting "prot"\. Did you mean port\?$/],
    [{ qqqqqq: 1 }, /there is no setting "qqqqqq"\. tintype serve --help/],
    [[], /one JSON object with settings was expected/],
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

t.test('a mistyped variable is told', async (t) => {
  const variables = { TINTYPE_PROT: '1', TINTYPE_QQQQQQQQ: '1', TINTYPE_CONFIG: '' };
  t.same((await read({ variables })).warnings, [
    'There is no setting TINTYPE_PROT: it has no effect. Did you mean TINTYPE_PORT?',
    'There is no setting TINTYPE_QQQQQQQQ: it has no effect.',
  ]);
});

t.test('rules across settings', async (t) => {
  const { config } = await read();
  t.throws(() => checkConfig({ ...config, tls_cert: '/c' }), /tls_cert needs tls_key as well/);
  t.throws(() => checkConfig({ ...config, tls_key: '/c' }), /tls_key needs tls_cert as well/);
  t.throws(() => checkConfig({ ...config, secret_key: 'x' }), /secret_key needs access_key/);
  t.doesNotThrow(() => checkConfig(config));
});

t.test('every default would be accepted if somebody wrote it', async (t) => {
  for (const [name, setting] of Object.entries(settings)) {
    if (!('default' in setting)) continue;
    const written = Array.isArray(setting.default) ? '' : String(setting.default);
    const { config } = await read({ variables: { [variableName(name)]: written } });
    t.same(config[name as keyof typeof config], setting.default, name);
  }
});
