import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { dial } from './dial.ts';
import { listenTcp } from '../fixtures/listen.ts';

const skip = process.platform !== 'linux' && 'needs Linux';

/** A port that neither accepts nor refuses: its process is stopped, its queue full. */
async function blackHole(t: Test, host: string): Promise<number> {
  const program = `require('net').createServer().listen({port:0,host:'${host}',backlog:1},function(){console.log(this.address().port)})`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const port = Number(String(line));
  const fillers = Array.from({ length: 4 }, () => connect(port, host).on('error', () => {}));
  await once(fillers[0]!, 'connect');
  t.teardown(() => {
    for (const filler of fillers) filler.destroy();
    child.kill('SIGKILL');
  });
  return port;
}

// Addresses on which no other process listens: with 127.0.0.1 the port is at times another test's.
t.test('the first address that answers, when others refuse', async (t) => {
  const { port } = await listenTcp(t, (socket) => socket.end('hello'), '127.3.2.3');
  const addresses = ['127.3.2.1', '127.3.2.2', '127.3.2.3'];
  const socket = await dial({ host: 'a.example', port, addresses }, { timeoutMs: 5_000 });
  t.equal(socket.remoteAddress, '127.3.2.3');
  socket.destroy();
});

t.test('an address that is silent does not hold up the next', { skip }, async (t) => {
  const port = await blackHole(t, '127.0.0.4');
  const { server, port: other } = await listenTcp(t, () => {}, '127.0.0.5');
  await new Promise((resolve) => server.close(resolve));
  server.listen(port, '127.0.0.5');
  await once(server, 'listening');
  t.not(other, port);
  const addresses = ['127.0.0.4', '127.0.0.5'];
  const socket = await dial({ host: 'a.example', port, addresses }, { timeoutMs: 20_000 });
  t.equal(socket.remoteAddress, '127.0.0.5');
  socket.destroy();
});

t.test('nothing answers', async (t) => {
  const { server, port } = await listenTcp(t, () => {});
  await new Promise((resolve) => server.close(resolve));
  const checked = { host: 'a.example', port, addresses: ['127.0.0.1', '127.0.0.2'] };
  await t.rejects(dial(checked, { timeoutMs: 5_000 }), {
    name: 'EgressFailure',
    kind: 'connect',
    message: `a.example:${port} refused the connection`,
  });
});

t.test('silence ends with the time, or with the signal', { skip }, async (t) => {
  const port = await blackHole(t, '127.0.0.6');
  const checked = { host: 'a.example', port, addresses: ['127.0.0.6'] };
  await t.rejects(dial(checked, { timeoutMs: 200 }), {
    name: 'EgressFailure',
    kind: 'timeout',
    message: `a.example:${port} did not answer within 0.2 s`,
  });
  const aborter = new AbortController();
  const dialling = dial(checked, { timeoutMs: 60_000, signal: aborter.signal });
  aborter.abort();
  await t.rejects(dialling, { name: 'EgressFailure', kind: 'connect' });
});
