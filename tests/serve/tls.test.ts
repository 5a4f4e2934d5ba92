import { request } from 'node:https';
import { connect, type SecureVersion } from 'node:tls';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { makeFolder, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { runCli } from '../cli/run-cli.ts';
import { runService } from './run-service.ts';

const make = () =>
  generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
const [own, other] = await Promise.all([make(), make()]);
const folder = makeFolder(t, {
  'cert.pem': own.cert,
  'key.pem': own.private,
  'other.pem': other.private,
});
const args = (key: string) => [
  '--tls-cert',
  join(folder, 'cert.pem'),
  '--tls-key',
  join(folder, key),
];

t.test('https with a certificate of its own, TLS 1.2 or newer', async (t) => {
  const { address, stderr } = await runService(t, { args: args('key.pem') });
  t.match(address, /^https:\/\/127\.0\.0\.1:\d+$/);
  t.match(stderr, /Try it: +curl --insecure /);
  const status = await new Promise((resolve, reject) => {
    const ask = request(`${address}/ready`, { ca: own.cert, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    ask.on('error', reject).end();
  });
  t.equal(status, 200);

  const protocol = (version: SecureVersion) =>
    new Promise<string | null>((resolve) => {
      const socket = connect({
        port: Number(new URL(address).port),
        host: '127.0.0.1',
        ca: own.cert,
        minVersion: version,
        maxVersion: version,
        // The client of this test must be willing before the server can refuse.
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      socket.on('secureConnect', () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.on('error', () => resolve('refused'));
    });
  t.equal(await protocol('TLSv1.3'), 'TLSv1.3');
  t.equal(await protocol('TLSv1.2'), 'TLSv1.2');
  t.equal(await protocol('TLSv1.1'), 'refused');
  t.equal(await protocol('TLSv1'), 'refused');
});

testInDepth(t, 'a key that is not that of the certificate', async (t) => {
  const { code, stderr } = await runCli(['serve', ...args('other.pem')]);
  t.equal(code, 2);
  t.match(stderr, /tls_key: .+other\.pem is not the key of the certificate in .+cert\.pem/);
});
