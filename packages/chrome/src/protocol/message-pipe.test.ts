import { PassThrough } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import type { CdpMessage } from './cdp-binary.ts';
import { encodeMessage } from './encode-message.ts';
import type { LostMessage } from './message-assembler.ts';
import { openMessagePipe } from './message-pipe.ts';

const limits = { event: 6000, answer: 10_000, image: 20_000, sent: 1000 };

function opened() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const pipe = openMessagePipe(input, output, limits);
  const got: CdpMessage[] = [];
  const lost: LostMessage[] = [];
  let closed = 0;
  pipe.onmessage = (message) => void got.push(message);
  pipe.onlost = (message) => void lost.push(message);
  pipe.onclose = () => void (closed += 1);
  return { input, output, pipe, got, lost, closed: () => closed };
}

t.test('messages come whole, however they are cut', async (t) => {
  const messages = [1, 2, 3].map((id) => ({ id, result: { text: 'x'.repeat(id * 40) } }));
  const bytes = Buffer.concat(messages.map(encodeMessage));
  for (const size of [1, 2, 6, 7, 8, 50, bytes.length]) {
    const { output, got } = opened();
    for (let at = 0; at < bytes.length; at += size) output.write(bytes.subarray(at, at + size));
    await until(() => got.length >= messages.length);
    t.same(got, messages, `in pieces of ${size}`);
  }
});

t.test('each message has a tick of its own', async (t) => {
  const { output, pipe } = opened();
  const order: string[] = [];
  pipe.onmessage = ({ id }) => {
    order.push(`message ${id}`);
    void Promise.resolve().then(() => order.push(`after ${id}`));
  };
  output.write(Buffer.concat([{ id: 1 }, { id: 2 }].map(encodeMessage)));
  await until(() => order.length >= 4);
  t.same(order, ['message 1', 'after 1', 'message 2', 'after 2']);
});

t.test('what is sent can be read; after the end nothing is', async (t) => {
  const { input, output, pipe, got } = opened();
  const message = { id: 7, method: 'Page.enable', params: {} };
  pipe.send(message);
  pipe.send({ id: 8 });
  await tick();
  t.same(input.read(), Buffer.concat([message, { id: 8 }].map(encodeMessage)), 'in one write');
  pipe.close();
  pipe.send({ id: 9 });
  await tick();
  t.equal(input.read(), null);
  output.write(encodeMessage({ id: 8 }));
  await tick();
  await tick();
  t.same(got, []);
});

t.test('the end of the stream is reported', async (t) => {
  const { output, closed } = opened();
  output.destroy();
  await until(() => closed() !== 0);
  t.equal(closed(), 1);
});

t.test('after what is no message, nothing more is believed', async (t) => {
  const { output, got, closed } = opened();
  output.write(Buffer.from('{"id":1}\0'));
  output.write(encodeMessage({ id: 2 }));
  await tick();
  await tick();
  t.equal(closed(), 1);
  t.same(got, []);
});

t.test('a message that cannot be read is lost alone', async (t) => {
  const { output, got, lost, closed } = opened();
  const sessionId = 'C2'.repeat(16);
  const bytes = encodeMessage({ id: 9, result: { v: [1] }, sessionId });
  bytes[bytes.indexOf('v') + 8] = 0xf7;
  output.write(Buffer.concat([bytes, encodeMessage({ id: 2 })]));
  await until(() => got.length !== 0);
  t.match(lost, [{ head: { id: 9 }, sessionId, bytes: bytes.length }]);
  t.notOk(lost[0] && 'limit' in lost[0]);
  t.same(got, [{ id: 2 }]);
  t.equal(closed(), 0);
});

t.test('what is too long is passed over, however it is cut', async (t) => {
  const sessionId = 'D3'.repeat(16);
  const text = 'x'.repeat(9000);
  const stream = Buffer.concat(
    [
      { method: 'Page.windowOpen', params: { windowName: text }, sessionId },
      { id: 4, result: { text }, sessionId },
      { id: 5, result: { text: text + text }, sessionId },
      { id: 6, result: { data: text + text }, sessionId },
      { method: 'Page.screencastFrame', params: { data: text + text }, sessionId },
      { method: 'Page.screencastFrame', params: { data: text + text + text }, sessionId },
    ].map(encodeMessage),
  );
  for (const size of [1, 7, 100, 4096, 5000, stream.length]) {
    const { output, pipe, got, lost, closed } = opened();
    pipe.send({ id: 6, method: 'Page.captureScreenshot' }, 'image');
    for (let at = 0; at < stream.length; at += size) output.write(stream.subarray(at, at + size));
    await until(() => lost.length >= 3);
    t.match(lost, [
      { head: { method: 'Page.windowOpen' }, sessionId, limit: 6000 },
      { head: { id: 5 }, sessionId, limit: 10_000 },
      { head: { method: 'Page.screencastFrame' }, sessionId, limit: 20_000 },
    ]);
    t.match(
      got,
      [{ id: 4 }, { id: 6 }, { method: 'Page.screencastFrame' }],
      `in pieces of ${size}`,
    );
    t.equal(closed(), 0);
  }
});

t.test('an answer may have a shorter limit of its own', async (t) => {
  const { output, pipe, got, lost } = opened();
  const answer = (id: number, length: number) =>
    output.write(encodeMessage({ id, result: { data: 'x'.repeat(length) }, sessionId: 'S' }));
  pipe.send({ id: 7, method: 'Page.captureSnapshot' }, 5000);
  pipe.send({ id: 8, method: 'Page.captureSnapshot' }, 5000);
  pipe.send({ id: 9, method: 'Page.captureSnapshot' }, 1_000_000);
  answer(1, 5900);
  answer(7, 5500);
  answer(8, 4900);
  answer(9, 11_000);
  answer(2, 5900);
  await until(() => got.length >= 3);
  t.match(lost, [
    { head: { id: 7 }, limit: 5000 },
    { head: { id: 9 }, limit: 10_000 },
  ]);
  t.match(got, [{ id: 1 }, { id: 8 }, { id: 2 }]);
});

t.test('what the browser would not read is not sent', async (t) => {
  const { input, pipe } = opened();
  const params = { expression: 'x'.repeat(2000) };
  t.throws(() => pipe.send({ id: 1, method: 'Runtime.evaluate', params }), /Runtime.evaluate/);
  await tick();
  t.equal(input.read(), null);
});
