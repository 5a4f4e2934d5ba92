import { networkInterfaces } from 'node:os';
import t from 'tap';
import { createConnectionPolicy, type Resolve } from './connection-policy.ts';
import { classifyAddress } from './classify-address.ts';
import { parseAllow } from './parse-allow.ts';

const names: Record<string, readonly string[]> = {
  'public.example': ['93.184.216.34', '2606:4700::1111'],
  'private.example': ['10.0.0.5'],
  'mixed.example': ['93.184.216.34', '10.0.0.5'],
  'mapped.example': ['::ffff:10.0.0.5'],
  'meta.example': ['169.254.169.254'],
  'loop.example': ['127.0.0.1'],
  'empty.example': [],
  'printer.local': ['192.168.1.9'],
  nas: ['93.184.216.35'],
};
const asked: string[] = [];
const resolve: Resolve = async (host) => {
  asked.push(host);
  const found = names[host];
  if (!found) throw Object.assign(new Error(`query ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  return found;
};
const policy = createConnectionPolicy({ isOwnPort: (port) => port === 4040 });
const check = (host: string, port = 80, allow: readonly string[] = []) =>
  policy.check(host, port, parseAllow(allow), resolve);

t.test('a public name gives the addresses that were checked', async (t) => {
  t.same(await check('Public.Example.', 443), {
    host: 'public.example',
    port: 443,
    addresses: ['93.184.216.34', '2606:4700::1111'],
  });
});

t.test('refused, and how to allow it', async (t) => {
  const cases: [string, number, string][] = [
    ['10.0.0.5', 80, '10.0.0.5 is a private address; allow it with --allow 10.0.0.5'],
    ['[::1]', 80, '::1 is an address of this machine; allow it with --allow ::1'],
    [
      'private.example',
      80,
      'private.example leads to a private address; allow it with --allow private.example',
    ],
    [
      'mixed.example',
      80,
      'mixed.example leads to a private address; allow it with --allow mixed.example',
    ],
    [
      'mapped.example',
      80,
      'mapped.example leads to a private address; allow it with --allow mapped.example',
    ],
    [
      'printer.local',
      80,
      'printer.local is a name of the local network; allow it with --allow printer.local',
    ],
    [
      'public.example',
      6379,
      'public.example:6379: port 6379 belongs to a cache service; allow it with --allow public.example:6379',
    ],
    ['2130706433', 80, '"2130706433" is a number, not a host name'],
    ['public.example', 0, 'public.example:0 has no valid port'],
  ];
  for (const [host, port, message] of cases)
    await t.rejects(
      check(host, port),
      { name: 'EgressDenied', kind: 'denied', port, message },
      host,
    );
});

t.test('metadata stays refused, whatever is allowed', async (t) => {
  for (const [host, entry] of [
    ['169.254.169.254', '169.254.169.254'],
    ['169.254.169.254', '0.0.0.0/0'],
    ['meta.example', 'meta.example'],
    ['[fd00:ec2::254]', '::/0'],
    ['[64:ff9b::a9fe:a9fe]', '::/0'],
    ['168.63.129.16', '168.63.129.16:80'],
  ] as const)
    await t.rejects(
      check(host, 80, [entry]),
      { name: 'EgressDenied', message: /never allowed/ },
      host,
    );
});

t.test("the service's own ports stay refused on every address of this machine", async (t) => {
  const own = Object.values(networkInterfaces()).flatMap(
    (list) => list?.map(({ address }) => address) ?? [],
  );
  for (const host of [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '[::1]',
    '[::]',
    'loop.example',
    'localhost',
    ...own,
  ]) {
    if (host.startsWith('fe80')) continue;
    const found: Resolve = async (name) => (name === 'localhost' ? ['127.0.0.1'] : resolve(name));
    const allow = parseAllow(['0.0.0.0/0', '::/0', 'loop.example', 'localhost']);
    await t.rejects(
      policy.check(host, 4040, allow, found),
      { message: /this service itself/ },
      host,
    );
  }
  t.ok(await check('public.example', 4040), 'the same port elsewhere is no matter');
});

t.test("a public address of this machine is open on the web's ports only", async (t) => {
  const isPublic = (address: string) => classifyAddress(address).kind === 'public';
  const own = Object.values(networkInterfaces()).flatMap(
    (list) => list?.map(({ address }) => address.replace(/%.*/, '')).filter(isPublic) ?? [],
  );
  if (own.length === 0) t.comment('this machine has no public address: nothing to try');
  for (const address of own) {
    t.ok(await check(address, 443));
    await t.rejects(check(address, 8080), { message: /with port 8080 is this machine/ });
    t.ok(await check(address, 8080, [address]));
  }
});

t.test('an entry by name covers what the name leads to', async (t) => {
  t.same((await check('private.example', 6379, ['private.example'])).addresses, ['10.0.0.5']);
  t.same((await check('printer.local', 80, ['printer.local:80'])).addresses, ['192.168.1.9']);
  await t.rejects(check('private.example', 81, ['private.example:80']), { name: 'EgressDenied' });
  await t.rejects(
    check('10.0.0.5', 80, ['private.example']),
    { name: 'EgressDenied' },
    'but not the address itself',
  );
});

t.test('a CIDR covers addresses and the names that lead into it', async (t) => {
  t.ok(await check('10.0.0.5', 9200, ['10.0.0.0/8']));
  t.ok(await check('mixed.example', 80, ['10.0.0.0/8']));
  t.ok(await check('printer.local', 80, ['192.168.0.0/16']));
  await t.rejects(
    check('mixed.example', 6379, ['10.0.0.0/8']),
    { name: 'EgressDenied' },
    'its public address keeps the port rule',
  );
  await t.rejects(
    check('nas', 80, ['10.0.0.0/8']),
    { message: /local network/ },
    'a local name must lead into it',
  );
});

t.test('DNS is not asked about what is refused anyway', async (t) => {
  asked.length = 0;
  await t.rejects(check('x.internal'), { name: 'EgressDenied' });
  await t.rejects(check('secret-data.example', 25), { name: 'EgressDenied' });
  t.same(asked, []);
});

t.test('names without an address', async (t) => {
  const reason = 'the address of nowhere.example could not be found';
  await t.rejects(check('nowhere.example'), {
    name: 'EgressFailure',
    kind: 'dns',
    message: reason,
  });
  const silent = Object.assign(new Error('queryA ETIMEOUT'), { code: 'ETIMEOUT' });
  await t.rejects(
    policy.check('slow.example', 80, parseAllow([]), () => Promise.reject(silent)),
    {
      kind: 'dns',
      name: 'EgressFailure',
      message: 'the name servers did not answer about slow.example',
    },
  );
  await t.rejects(check('empty.example'), {
    name: 'EgressFailure',
    kind: 'dns',
    message: 'empty.example has no address',
  });
});

t.test("the operator's ports narrow public hosts only", async (t) => {
  const narrow = createConnectionPolicy({ isOwnPort: () => false, ports: new Set([443]) });
  const ask = (host: string, port: number, allow: readonly string[] = []) =>
    narrow.check(host, port, parseAllow(allow), resolve);
  await t.rejects(ask('public.example', 80), { message: /port 80 is not among the ports/ });
  t.ok(await ask('public.example', 443));
  t.ok(await ask('10.0.0.5', 80, ['10.0.0.5']));
});

t.test('a proxy is given addresses, and the names that an entry names', async (t) => {
  const ask = (host: string, port = 80, allow: readonly string[] = []) =>
    policy.checkForProxy(host, port, parseAllow(allow), resolve, false);
  t.match(await ask('public.example'), { host: 'public.example', addresses: ['93.184.216.34'] });
  t.match(await ask('8.8.8.8'), { host: '8.8.8.8', addresses: [] });
  t.match(await ask('private.example', 80, ['private.example']), { addresses: [] });
  t.match(await ask('nowhere.example', 80, ['nowhere.example']), { addresses: [] });
  t.match(await ask('private.example', 80, ['10.0.0.0/8']), { addresses: ['10.0.0.5'] });
  const refused = ['private.example', '10.0.0.5', 'localhost', 'x.localhost', 'intranet', '[::1]'];
  for (const host of [...refused, '0x7f.1', '169.254.169.254'])
    await t.rejects(ask(host), { name: 'EgressDenied' }, host);
  await t.rejects(ask('public.example', 6379), { name: 'EgressDenied' });
  await t.rejects(ask('nowhere.example'), { name: 'EgressFailure', kind: 'dns' });
  await t.rejects(ask('meta.example', 80, ['meta.example']), { name: 'EgressDenied' });
});

t.test('a proxy that is to have names is given those that are not private', async (t) => {
  const ask = (host: string, port = 80, allow: readonly string[] = []) =>
    policy.checkForProxy(host, port, parseAllow(allow), resolve, true);
  t.match(await ask('public.example'), { host: 'public.example', addresses: [] });
  t.match(await ask('nowhere.example'), { host: 'nowhere.example', addresses: [] });
  for (const host of ['private.example', 'meta.example', 'intranet', '10.0.0.5'])
    await t.rejects(ask(host), { name: 'EgressDenied' }, host);
  // An entry with an address has DNS asked about everything.
  for (const allow of [[], ['10.0.0.5']]) {
    await t.rejects(ask('nowhere.example', 6379, allow), { name: 'EgressDenied' });
    await t.rejects(ask('printer.local', 80, allow), { name: 'EgressDenied' });
  }
});

t.test('the advice on how to allow a target can be set', async (t) => {
  const told = createConnectionPolicy({
    isOwnPort: () => false,
    advice: (target) => `ask for ${target}`,
  });
  await t.rejects(told.check('10.0.0.5', 80, parseAllow([]), resolve), {
    message: '10.0.0.5 is a private address; ask for 10.0.0.5',
  });
  await t.rejects(told.check('public.example', 6379, parseAllow([]), resolve), {
    message: /; ask for public\.example:6379$/,
  });
});

t.test('one message about names of a foreign network, whether they exist or not', async (t) => {
  const told = createConnectionPolicy({
    isOwnPort: (port) => port === 4040,
    advice: (target) => `ask for ${target}`,
    hideAnswers: true,
  });
  const hosts = ['private.example', 'mixed.example', 'mapped.example', 'loop.example'];
  for (const host of [...hosts, 'meta.example', 'empty.example', 'nowhere.example']) {
    for (const port of [80, 4040]) {
      const asked = { name: 'EgressFailure', kind: 'dns', host, port };
      const message = `${host} has no public address; if it is one of your own network, ask for ${host}`;
      await t.rejects(told.check(host, port, parseAllow([]), resolve), { ...asked, message });
      await t.rejects(told.checkForProxy(host, port, parseAllow([]), resolve, false), {
        message,
      });
    }
  }
  t.match(await told.check('public.example', 80, parseAllow([]), resolve), { port: 80 });
  t.match(await told.check('private.example', 80, parseAllow(['10.0.0.5']), resolve), {
    addresses: ['10.0.0.5'],
  });
  // What the name itself says, everybody knows.
  await t.rejects(told.check('10.0.0.5', 80, parseAllow([]), resolve), { name: 'EgressDenied' });
  await t.rejects(told.check('printer.local', 80, parseAllow([]), resolve), {
    message: /is a name of the local network/,
  });
  // Also where DNS is asked about it, as an entry with an address has it.
  for (const host of ['printer.local', 'scanner.local', 'localhost']) {
    await t.rejects(told.check(host, 80, parseAllow(['10.0.0.5']), resolve), {
      name: 'EgressDenied',
      message: `${host} is a name of the local network; ask for ${host}`,
    });
  }
  // A proxy that is to have names is still given none that is private.
  await t.rejects(told.checkForProxy('private.example', 80, parseAllow([]), resolve, true), {
    name: 'EgressFailure',
    kind: 'dns',
  });
  t.match(await told.checkForProxy('nowhere.example', 80, parseAllow([]), resolve, true), {
    host: 'nowhere.example',
  });
});

t.test('late answers are reported with the same message', async (t) => {
  const told = createConnectionPolicy({ isOwnPort: () => false, hideAnswers: true });
  const late = Promise.resolve(['10.0.0.5']);
  const slowly: Resolve = async () => Object.assign(['93.184.216.34'], { late });
  const checked = await told.check('late.example', 80, parseAllow([]), slowly);
  await t.rejects(async () => void (await checked.late?.()), {
    name: 'EgressFailure',
    message: /^late\.example has no public address; /,
  });
});
