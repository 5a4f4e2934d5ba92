import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { createEgress } from './egress.ts';
import { listenTcp } from './fixtures/listen.ts';

const resolve = async (host: string) =>
  host === 'inside.example' ? ['127.0.0.1'] : ['93.184.216.34'];

t.test('check reads URLs and pairs', async (t) => {
  const egress = createEgress({ resolve });
  t.match(await egress.check(new URL('https://a.example/x')), { host: 'a.example', port: 443 });
  t.match(await egress.check(new URL('http://A.example')), { host: 'a.example', port: 80 });
  t.match(await egress.check(new URL('wss://a.example:8443')), {
    port: 8443,
    addresses: ['93.184.216.34'],
  });
  t.match(await egress.check({ host: 'a.example', port: 8080 }), { port: 8080 });
  await t.rejects(egress.check(new URL('http://0x7f.1/')), {
    name: 'EgressDenied',
    host: '127.0.0.1',
  });
  await t.rejects(egress.check(new URL('http://[::1]/')), { name: 'EgressDenied' });
  await t.rejects(egress.check(new URL('https://inside.example')), { name: 'EgressDenied' });
  t.ok(await egress.check(new URL('https://inside.example'), ['inside.example']));
});

t.test('dial connects to what was checked', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.end('hello'));
  const egress = createEgress({ resolve });
  const target = { host: 'inside.example', port };
  await t.rejects(egress.dial(target), { name: 'EgressDenied' });
  const socket = await egress.dial(target, { allow: [`inside.example:${port}`] });
  const [data] = await once(socket, 'data');
  t.equal(String(data), 'hello');
  socket.destroy();
});

t.test('a bad allow list is refused at the start', async (t) => {
  t.throws(() => createEgress({ allow: ['http://x'] }), { name: 'TypeError', message: /^allow: / });
});

t.test('close closes every session', async (t) => {
  const egress = createEgress();
  const sessions = [await egress.open(), await egress.open()];
  await egress.close();
  for (const { proxyServer } of sessions) {
    const client = connect(Number(new URL(proxyServer).port), '127.0.0.1');
    await t.rejects(once(client, 'connect'), { code: 'ECONNREFUSED' });
  }
});

t.test('an idle session does not keep Node alive', async (t) => {
  const index = JSON.stringify(join(import.meta.dirname, 'index.ts'));
  const program = `import(${index}).then(({ createEgress }) => createEgress().open())`;
  const child = spawn(process.execPath, ['--conditions=@tintype/source', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  t.same(await once(child, 'exit'), [0, null]);
});
