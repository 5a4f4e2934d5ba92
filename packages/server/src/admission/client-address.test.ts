import t from 'tap';
import { clientKey, trustOf } from './client-address.ts';

t.test('clientKey groups addresses of one client', async (t) => {
  t.equal(clientKey('203.0.113.7'), '203.0.113.7');
  t.equal(clientKey('::ffff:203.0.113.7'), '203.0.113.7');
  t.equal(clientKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  t.equal(clientKey('2001:0DB8:1:2::9'), '2001:db8:1:2::/64', 'however it is written');
  t.equal(clientKey('2001:db8::9'), '2001:db8:0:0::/64');
  t.equal(clientKey('fe80::1%eth0'), 'fe80:0:0:0::/64');
  t.equal(clientKey('127.0.0.2'), '127.0.0.2');
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    t.equal(clientKey(own), undefined, own);
  t.equal(clientKey('x'.repeat(1000))?.length, 64, 'a header can say anything');
});

t.test('trusts only declared proxies', async (t) => {
  const listed = trustOf('loopback, 10.1.0.0/16,203.0.113.9, fd00::/8');
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '203.0.113.9',
    'fd12::1',
  ]) {
    t.ok(listed(address, 0), address);
  }
  for (const address of ['10.2.0.1', '203.0.113.8', 'fe80::1', 'unknown', '', '127.0.0.1:80']) {
    t.notOk(listed(address, 0), address);
  }
  t.ok(trustOf('uniquelocal')('192.168.1.1', 0));
  t.ok(trustOf('linklocal')('fe80::1', 0));
  t.same(
    [0, 1, 2].map((hop) => trustOf(2)('203.0.113.1', hop)),
    [true, true, false],
  );
  t.ok(trustOf(true)('203.0.113.1', 5));
  t.notOk(trustOf(false)('127.0.0.1', 0));
});
