import t from 'tap';
import { joinAllow, parseAllow } from './parse-allow.ts';

t.test('a name, with and without a port', async (t) => {
  const list = parseAllow(['Intranet.Example', 'localhost:3000']);
  t.equal(list.coversName('intranet.example', 80), true);
  t.equal(list.coversName('intranet.example', 6379), true, 'every port unless one is named');
  t.equal(list.coversName('a.intranet.example', 80), false, 'whole names only');
  t.equal(list.coversName('example', 80), false);
  t.equal(list.coversName('localhost', 3000), true);
  t.equal(list.coversName('localhost', 3001), false);
  t.equal(list.hasAddresses, false);
});

t.test('addresses and CIDRs', async (t) => {
  const list = parseAllow([
    '10.0.0.0/8',
    '192.168.1.5:8080',
    'fd00::/16',
    '[fe80::1]:80',
    '::1',
    '127.0.0.1/32',
  ]);
  const covered: [string, number][] = [
    ['10.255.0.1', 1],
    ['::ffff:10.0.0.1', 80],
    ['192.168.1.5', 8080],
    ['fd00:1::2', 443],
    ['fe80::1', 80],
    ['::1', 9],
    ['127.0.0.1', 80],
  ];
  for (const [address, port] of covered)
    t.equal(list.coversAddress(address, port), true, `${address} ${port}`);
  const others: [string, number][] = [
    ['11.0.0.1', 80],
    ['192.168.1.5', 80],
    ['192.168.1.6', 8080],
    ['fd01::1', 80],
    ['fe80::1', 81],
    ['::2', 80],
    ['127.0.0.2', 80],
  ];
  for (const [address, port] of others)
    t.equal(list.coversAddress(address, port), false, `${address} ${port}`);
});

t.test('what cannot be read is refused, with the entry in the message', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /"" is empty/],
    ['  ', /is empty/],
    ['http://localhost:3000', /"http:\/\/localhost:3000" is a URL/],
    ['*.example.com', /wildcard/],
    ['localhost:0', /port "0"/],
    ['localhost:65536', /port "65536"/],
    ['localhost:', /port ""/],
    ['localhost:http', /port "http"/],
    ['10.0.0.0/33', /prefix longer/],
    ['10.0.0.0/', /not a CIDR/],
    ['10.0.0.0/8/8', /not a CIDR/],
    ['host/8', /not a CIDR/],
    ['/8', /not a CIDR/],
    ['0x7f.1', /number/],
    ['10.1/16', /number/],
    ['a b', /not a host name/],
    ['fe80::1%eth0', /allow: "fe80::1%eth0"/],
    ['[::1', /allow: /],
    ['user@host.example', /not a host name/],
  ];
  for (const [entry, message] of cases)
    t.throws(() => parseAllow([entry]), { name: 'TypeError', message }, entry);
});

t.test('joined lists cover what either covers', async (t) => {
  const list = joinAllow(parseAllow(['a.example']), parseAllow(['10.0.0.5']));
  t.equal(list.coversName('a.example', 80), true);
  t.equal(list.coversAddress('10.0.0.5', 80), true);
  t.equal(list.coversAddress('10.0.0.6', 80), false);
  t.equal(list.hasAddresses, true);
});
