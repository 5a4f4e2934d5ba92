import { connect } from 'node:net';
import { once } from 'node:events';
import t from 'tap';
import { createEgress } from '../egress.ts';
import type { Addresses } from '../policy/connection-policy.ts';
import { listenTcp } from '../fixtures/listen.ts';
import { socksClient } from '../fixtures/raw-client.ts';

/** A resolver that says `first` at once, and `late` when it is asked for. */
const saying = (first: string, late: string) => async () =>
  Object.assign([first], { late: Promise.resolve([late]) }) satisfies Addresses;

t.test('late addresses are dialled when the first cannot be reached', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.end('hello'), '127.0.0.3');
  const target = { host: 'a.example', port };
  const egress = createEgress({
    allow: ['127.0.0.0/8'],
    resolve: saying('127.0.0.2', '127.0.0.3'),
  });
  const socket = await egress.dial(target);
  t.equal(socket.remoteAddress, '127.0.0.3');
  socket.destroy();
  const session = await egress.open();
  t.teardown(() => egress.close());
  const client = await socksClient(session, 'a.example', port);
  t.equal(client.reply, 0);
  await client.until(/hello/);
  client.socket.destroy();
});

t.test('they are checked before they are used', async (t) => {
  let connections = 0;
  const { port } = await listenTcp(t, () => (connections += 1), '127.0.0.3');
  const resolve = saying('127.0.0.2', '127.0.0.3');
  const egress = createEgress({ allow: ['127.0.0.2'], resolve });
  await t.rejects(egress.dial({ host: 'a.example', port }), { name: 'EgressDenied' });
  const probe = connect(port, '127.0.0.3');
  await once(probe, 'connect');
  probe.destroy();
  t.ok(connections <= 1, 'nothing but the probe');
});

t.test('they are not waited for where the first answers, nor past the end', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.end('hello'));
  const late = new Promise<never>(() => {});
  const resolve = async () => Object.assign(['127.0.0.1'], { late }) satisfies Addresses;
  const egress = createEgress({ allow: ['127.0.0.1'], resolve, limits: { connectTimeoutMs: 50 } });
  (await egress.dial({ host: 'a.example', port })).destroy();
  const closed = await listenTcp(t, () => {});
  await new Promise((done) => closed.server.close(done));
  await t.rejects(egress.dial({ host: 'a.example', port: closed.port }), {
    name: 'EgressFailure',
    kind: 'connect',
  });
  const aborter = new AbortController();
  const patient = createEgress({ allow: ['127.0.0.1'], resolve });
  const dialling = patient.dial(
    { host: 'a.example', port: closed.port },
    { signal: aborter.signal },
  );
  setTimeout(() => aborter.abort(), 20);
  await t.rejects(dialling, { name: 'EgressFailure', kind: 'connect' });
});
