import { EventEmitter } from 'node:events';
import t from 'tap';
import type { WebSocket } from 'ws';
import { Binary, type CdpMessage } from '../protocol/cdp-binary.ts';
import type { LostMessage } from '../protocol/message-assembler.ts';
import { openSocketPipe } from './socket-pipe.ts';

const limits = { event: 200, answer: 300, image: 400, sent: 150, unsent: 250, calls: 3 };

function opened() {
  const sent: string[] = [];
  let ended = false;
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    send(text: string) {
      sent.push(text);
      socket.bufferedAmount += text.length;
    },
    terminate() {
      ended = true;
    },
  });
  const pipe = openSocketPipe(socket as unknown as WebSocket, limits);
  const come: CdpMessage[] = [];
  const lost: LostMessage[] = [];
  pipe.onmessage = (message) => void come.push(message);
  pipe.onlost = (message) => void lost.push(message);
  const say = async (message: object | string) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    socket.emit('message', Buffer.from(text), false);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { pipe, sent, come, lost, say, hasEnded: () => ended };
}

t.test('an event that is too long is lost, with the session that sent it', async (t) => {
  const { lost, come, say, hasEnded } = opened();
  const params = { text: 'x'.repeat(200) };
  await say({ method: 'Runtime.consoleAPICalled', params, sessionId: 'ABC' });
  t.match(lost, [{ head: { method: 'Runtime.consoleAPICalled' }, sessionId: 'ABC', limit: 200 }]);
  await say({ method: 'Page.x', params: { ...params, sessionId: 'FAKE' } });
  t.equal(lost[1]?.sessionId, undefined, 'what a page says names no session');
  t.same(come, []);
  t.notOk(hasEnded());
});

t.test('an answer may be longer than an event, and an image longer than both', async (t) => {
  const { pipe, lost, come, say } = opened();
  pipe.send({ id: 2, method: 'a' });
  pipe.send({ id: 3, method: 'b' }, 'image');
  await say({ id: 2, result: { data: 'x'.repeat(250) } });
  await say({ id: 3, result: { data: 'AAAA'.repeat(80) } });
  t.equal(come[0]?.result?.['data'], 'x'.repeat(250));
  const image = come[1]?.result?.['data'];
  t.ok(image instanceof Binary && image.bytes.length === 240);
  await say({ id: 3, result: { data: 'x'.repeat(350) } });
  t.match(lost, [{ head: { id: 3 }, limit: 300 }], 'once answered it is no image');
  pipe.send({ id: 4, method: 'c' }, 50);
  await say({ id: 4, result: { data: 'x'.repeat(150) } });
  t.match(lost[1], { head: { id: 4 }, limit: 100 }, 'or shorter, as escapes take room');
  await say({ id: 4, result: { data: 'x'.repeat(150) } });
  t.equal(come.length, 3, 'once answered it is one of many');
});

t.test('what is sent is bounded: one message, and all that wait', async (t) => {
  const { pipe, sent, hasEnded } = opened();
  t.throws(() => pipe.send({ id: 2, method: 'x'.repeat(150) }), /message of \d+ bytes/);
  pipe.send({ id: 3, method: 'x'.repeat(100) });
  t.notOk(hasEnded());
  pipe.send({ id: 4, method: 'x'.repeat(120) });
  t.equal(sent.length, 1);
  t.ok(hasEnded());
});

t.test('calls that wait for an answer are bounded', async (t) => {
  const { pipe, say, hasEnded } = opened();
  for (const id of [2, 3, 4]) pipe.send({ id, method: 'a' });
  await say({ id: 3, result: {} });
  pipe.send({ id: 5, method: 'a' });
  t.notOk(hasEnded(), 'three wait');
  await say({ method: 'Target.detachedFromTarget', params: { sessionId: 'B' } });
  pipe.send({ id: 6, method: 'a', sessionId: 'A' });
  t.ok(hasEnded());
});

t.test('what a session that ended was asked waits for no answer', async (t) => {
  const { pipe, say, hasEnded } = opened();
  for (let id = 2; id < 7; id += 1) {
    pipe.send({ id, method: 'a', sessionId: 'A' });
    await say({ method: 'Target.detachedFromTarget', params: { sessionId: 'A' } });
  }
  t.notOk(hasEnded());
});

t.test('what is no message ends the connection', async (t) => {
  for (const garbage of ['', 'x', '[]', '{"id":"1"}', '{"method":"a b"}', '{"id":1,']) {
    const { say, hasEnded } = opened();
    await say(garbage);
    t.ok(hasEnded(), garbage);
  }
});
