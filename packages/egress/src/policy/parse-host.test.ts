import t from 'tap';
import { formatTarget, isLocalName, parseHost } from './parse-host.ts';

t.test('names become lower case, ASCII, without the final dot', async (t) => {
  const cases: [string, string][] = [
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['a_b.example', 'a_b.example'],
    ['1.2.3.4.example', '1.2.3.4.example'],
    ['localhost', 'localhost'],
  ];
  for (const [raw, host] of cases) t.same(parseHost(raw), { kind: 'name', host }, raw);
});

t.test('addresses', async (t) => {
  const cases: [string, string][] = [
    ['10.0.0.5', '10.0.0.5'],
    ['[::1]', '::1'],
    ['::1', '::1'],
    ['[2606:4700:0:0::1111]', '2606:4700::1111'],
    ['[::ffff:10.0.0.1]', '10.0.0.1'],
  ];
  for (const [raw, host] of cases) t.same(parseHost(raw), { kind: 'address', host }, raw);
});

t.test('every other way to write an address is refused', async (t) => {
  const cases = [
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '127.0.0.01',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3',
    '127.0.0.1.',
    '0x.example.0x1',
    'example.1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '[10.0.0.1]',
    '[::1',
    '::1]',
    '[fe80::1%eth0]',
    'fe80::1%1',
    '[::1]x',
    '[]',
    '[v1.x]',
  ];
  for (const raw of cases) t.throws(() => parseHost(raw), { name: 'InvalidHost' }, raw);
});

t.test('what is no host at all is refused', async (t) => {
  const cases = [
    '',
    '.',
    '..',
    'a..b',
    '.example',
    'example..',
    '-a.example',
    'a-.example',
    'a b',
    'a\tb',
    'a\r\nb',
    'a\0b',

    'user@host.example',
    'host.example:80',
    'a/b',
    'a%2eb',
    '*.example',
    'a'.repeat(64),
    `${'a.'.repeat(127)}example`,
    'a\u00adb\u0000.example',
    'a,b',
    "a'b",
    '\ud800.example',
  ];
  for (const raw of cases)
    t.throws(() => parseHost(raw), { name: 'InvalidHost' }, JSON.stringify(raw.slice(0, 30)));
});

t.test('names of the local network', async (t) => {
  for (const name of [
    'localhost',
    'a.localhost',
    'intranet',
    'printer.local',
    'x.internal',
    'nas.lan',
    'r.home.arpa',
  ])
    t.equal(isLocalName(name), true, name);
  for (const name of [
    'example.com',
    'local.example',
    'localhost.example',
    'arpa.example',
    'home.example',
  ])
    t.equal(isLocalName(name), false, name);
});

t.test('formatTarget puts brackets around IPv6', async (t) => {
  t.equal(formatTarget('::1', 80), '[::1]:80');
  t.equal(formatTarget('a.example', 80), 'a.example:80');
});
