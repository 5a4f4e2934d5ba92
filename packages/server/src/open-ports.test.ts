import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import t, { type Test } from 'tap';
import { createApp } from './create-app.ts';
import { limitSenders } from './admission/limit-senders.ts';
import { requestLimits } from './options/request-limits.ts';
import { createOpenPorts } from './open-ports.ts';
import type { ServerOptions } from './options/server-options.ts';

async function hasV6(): Promise<boolean> {
  const server = createServer().listen({ host: '::1', port: 0 });
  try {
    await once(server, 'listening');
    server.close();
    return true;
  } catch {
    return false;
  }
}

const skip = !(await hasV6()) && 'this machine has no ::1';

/** A server with the bounds of a service, at `localhost`. */
async function listen(t: Test, connections: number) {
  const limits = requestLimits({ connections });
  const app = createApp({} as ServerOptions, limits);
  const refused: string[] = [];
  const openPorts = createOpenPorts(app, false);
  const warn = (_: unknown, why: string) => void refused.push(why);
  limitSenders(app, { log: { warn } as unknown as Logger }, limits);
  app.get('/', () => 'hello');
  const address = await openPorts({ host: 'localhost', port: 0 });
  t.teardown(() => app.close());
  return { app, address, refused, port: (app.server.address() as AddressInfo).port };
}

async function open(t: Test, host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port });
  socket.on('error', () => {});
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** The response to bytes, or nothing if the connection is closed. */
async function answerTo(socket: Socket, bytes: string): Promise<string> {
  const answer = Promise.race([
    once(socket, 'data').then(([piece]) => String(piece)),
    once(socket, 'close').then(() => ''),
  ]);
  if (socket.writable) socket.write(bytes);
  return socket.closed ? '' : answer;
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

t.test('localhost is 127.0.0.1 and ::1', { skip }, async (t) => {
  const { address, port } = await listen(t, 8);
  t.equal(address, `http://127.0.0.1:${port}`);
  for (const host of ['127.0.0.1', '::1']) {
    const socket = await open(t, host, port);
    t.match(await answerTo(socket, get), /^HTTP\/1\.1 200 OK[^]*hello$/, host);
    t.match(await answerTo(socket, get), /^HTTP\/1\.1 200 OK[^]*hello$/, `${host} again`);
  }
});

t.test('an invalid request gets the same response at both', { skip }, async (t) => {
  const { port } = await listen(t, 8);
  for (const host of ['127.0.0.1', '::1']) {
    const answer = await answerTo(await open(t, host, port), 'nonsense\r\n\r\n');
    t.match(answer, /^HTTP\/1\.1 400 [^]*"This is not a valid HTTP request\."/, host);
  }
});

t.test('limits connections to both together', { skip }, async (t) => {
  const { port, refused } = await listen(t, 3);
  const sockets: Socket[] = [];
  for (const host of ['127.0.0.1', '::1', '::1', '::1', '127.0.0.1'])
    sockets.push(await open(t, host, port));
  const answers = await Promise.all(sockets.map((socket) => answerTo(socket, get)));
  t.same(
    answers.map((answer) => answer !== ''),
    [true, true, true, false, false],
  );
  t.same(refused, ['connections were closed as they came: more than 3 connections']);
  for (const socket of sockets) socket.destroy();
  let answer = '';
  for (let attempts = 0; answer === '' && attempts < 200; attempts += 1) {
    answer = await answerTo(await open(t, '::1', port), get);
    if (answer === '') await delay(10);
  }
  t.match(answer, / 200 /, 'those that are gone count no more');
});

t.test('closes both, with their connections', { skip }, async (t) => {
  const { app, port } = await listen(t, 8);
  const socket = await open(t, '::1', port);
  await answerTo(socket, get);
  const closed = once(socket, 'close');
  socket.resume();
  await app.close();
  await closed;
  for (const host of ['127.0.0.1', '::1'])
    await t.rejects(open(t, host, port), { code: 'ECONNREFUSED' }, host);
});

t.test('rejects a port that is in use at ::1', { skip }, async (t) => {
  const other = createServer().listen({ host: '::1', port: 0 });
  await once(other, 'listening');
  t.teardown(() => void other.close());
  const app = createApp({} as ServerOptions, requestLimits({}));
  const { port } = other.address() as AddressInfo;
  await t.rejects(createOpenPorts(app, false)({ host: 'localhost', port }), { code: 'EADDRINUSE' });
  await t.rejects(open(t, '127.0.0.1', port), { code: 'ECONNREFUSED' });
});

t.test('rejected connections never reach HTTP', { skip }, async (t) => {
  const { app, refused, port } = await listen(t, 2);
  let heard = 0;
  app.server.on('connection', () => (heard += 1));
  await open(t, '127.0.0.1', port);
  await open(t, '127.0.0.1', port);
  const third = await open(t, '127.0.0.1', port);
  if (!third.closed) await once(third, 'close');
  t.strictSame(refused, ['connections were closed as they came: more than 2 connections']);
  t.equal(heard, 2);
});
