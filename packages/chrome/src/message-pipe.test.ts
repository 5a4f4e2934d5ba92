import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { type CdpMessage, encodeMessage } from './cdp-binary.ts';
import { openMessagePipe } from './message-pipe.ts';

function opened() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const pipe = openMessagePipe(input, output);
  const got: CdpMessage[] = [];
  let closed = 0;
  pipe.onmessage = (message) => void got.push(message);
  pipe.onclose = () => void (closed += 1);
  return { input, output, pipe, got, closed: () => closed };
}

t.test('messages come whole, however they are cut', async (t) => {
  const messages = [1, 2, 3].map((id) => ({ id, result: { text: 'x'.repeat(id * 40) } }));
  const bytes = Buffer.concat(messages.map(encodeMessage));
  for (const size of [1, 2, 6, 7, 8, 50, bytes.length]) {
    const { output, got } = opened();
    for (let at = 0; at < bytes.length; at += size) output.write(bytes.subarray(at, at + size));
    while (got.length < messages.length) await turn();
    t.same(got, messages, `in pieces of ${size}`);
  }
});

t.test('each message has a turn of its own', async (t) => {
  const { output, pipe } = opened();
  const order: string[] = [];
  pipe.onmessage = ({ id }) => {
    order.push(`message ${id}`);
    void Promise.resolve().then(() => order.push(`after ${id}`));
  };
  output.write(Buffer.concat([{ id: 1 }, { id: 2 }].map(encodeMessage)));
  while (order.length < 4) await turn();
  t.same(order, ['message 1', 'after 1', 'message 2', 'after 2']);
});

t.test('what is sent can be read; after the end nothing is', async (t) => {
  const { input, output, pipe, got } = opened();
  const message = { id: 7, method: 'Page.enable', params: {} };
  pipe.send(message);
  pipe.send({ id: 8 });
  await turn();
  t.same(input.read(), Buffer.concat([message, { id: 8 }].map(encodeMessage)), 'in one write');
  pipe.close();
  pipe.send({ id: 9 });
  await turn();
  t.equal(input.read(), null);
  output.write(encodeMessage({ id: 8 }));
  await turn();
  await turn();
  t.same(got, []);
});

t.test('the end of the stream is told', async (t) => {
  const { output, closed } = opened();
  output.destroy();
  while (closed() === 0) await turn();
  t.equal(closed(), 1);
});

t.test('after what is no message, nothing more is believed', async (t) => {
  for (const bytes of [Buffer.from('{"id":1}\0'), Buffer.from('d8185a00000002bfa0', 'hex')]) {
    const { output, got, closed } = opened();
    output.write(bytes);
    output.write(encodeMessage({ id: 2 }));
    await turn();
    await turn();
    t.equal(closed(), 1);
    t.same(got, []);
  }
});
