import t from 'tap';
import { classifyAddress } from './classify-address.ts';

const publicOnes = [
  '93.184.216.34',
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
];

const privateOnes = [
  '10.0.0.5',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '0.1.2.3',

  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '192.88.99.1',

  '::',
  '::1',
  '::10.0.0.1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  '2001:10::1',
  '2001:20::1',
  '2001:2::1',
  // Addresses inside addresses.

  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::',
  '2002:7f00:1::1',
  '2001:0:4136:e378:8000:63bf:f5ff:fffe',
  '64:ff9b::8.8.8.8',
];

const metadataOnes = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.1.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  '::ffff:169.254.169.254',
  '64:ff9b::169.254.169.254',
  '2002:a9fe:a9fe::1',
  '::ffff:a83f:8110',
];

t.test('public addresses', async (t) => {
  for (const address of publicOnes) t.equal(classifyAddress(address).kind, 'public', address);
});

t.test('addresses that are not public, plain and inside others', async (t) => {
  for (const address of privateOnes) t.equal(classifyAddress(address).kind, 'private', address);
});

t.test('addresses where clouds answer with credentials', async (t) => {
  for (const address of metadataOnes) t.equal(classifyAddress(address).kind, 'metadata', address);
});

t.test('an IPv4-mapped address is the IPv4 address', async (t) => {
  t.match(classifyAddress('::ffff:a00:1'), {
    address: '10.0.0.1',
    description: 'a private address',
  });
  t.match(classifyAddress('::ffff:808:808'), { address: '8.8.8.8', kind: 'public' });
});

t.test('what is not an address throws', async (t) => {
  t.throws(() => classifyAddress('example.com'));
});
