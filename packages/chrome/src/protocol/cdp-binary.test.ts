import t from 'tap';
import { Binary, type CdpMessage, envelopeBytes, messageBytes } from './cdp-binary.ts';
import { decodeHead, decodeMessage, sessionAtEnd } from './decode-message.ts';
import { encodeMessage } from './encode-message.ts';

t.test('what is written reads the same', async (t) => {
  const text = 'x'.repeat(70_000);
  const messages: CdpMessage[] = [
    { id: 1, method: 'Browser.getVersion', params: {} },
    { id: 2 ** 31 - 1, sessionId: 'A'.repeat(32), method: 'm', params: { text } },
    { params: { list: [], nested: [[{ a: [1, 'b', null, true, false] }]], empty: '' } },
    { params: { words: ['é', 'Ω', '日本', '\u{1F4F7}', '\ud800 alone', '\0'] } },
    { params: Object.fromEntries(['__proto__', 'constructor', '日'].map((name) => [name, 1])) },
    {
      params: {
        numbers: [0, 23, 24, 255, 256, 65_535, 65_536, 2 ** 31 - 1, -1, -24, -25, -256, -(2 ** 31)],
        doubles: [0.5, -0.1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e300, 5e-324],
      },
    },
    { params: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, 'v'.repeat(n)])) },
  ];
  for (const message of messages) {
    const bytes = encodeMessage(message);
    t.equal(messageBytes(bytes.subarray(0, envelopeBytes)), bytes.length);
    t.equal(JSON.stringify(decodeMessage(bytes)), JSON.stringify(message));
  }
  t.equal(
    Object.is((decodeMessage(encodeMessage({ params: { z: -0 } })).params ?? {})['z'], -0),
    true,
  );
});

t.test('what JSON leaves out or writes as null is so here', async (t) => {
  const params = { gone: undefined, holes: [undefined, 1] };
  t.same(decodeMessage(encodeMessage({ params })), { params: { holes: [null, 1] } });
});

t.test('ASCII is written as text, other text as UTF-16, as Chromium does', async (t) => {
  const hex = (value: unknown) => encodeMessage({ result: { v: value } }).toString('hex');
  t.match(hex('abc'), /617663616263ff/, 'v, then three characters of text');
  t.match(hex('é'), /617642e900ff/, 'v, then two bytes');
});

t.test('bytes come as bytes, and are base64 as JSON', async (t) => {
  // {"data": 22(h'ffd8ff')} in its envelope
  const message = Buffer.from('d8185a0000000cbf6464617461d643ffd8ffff', 'hex');
  const { data } = decodeMessage(message) as unknown as { data: Binary };
  t.ok(data instanceof Binary);
  t.same(data.bytes, Buffer.from('ffd8ff', 'hex'));
  t.equal(JSON.stringify({ data }), '{"data":"/9j/"}');
});

t.test('what is no message of CDP is refused', async (t) => {
  t.throws(() => messageBytes(Buffer.from('{"id":1')), /not a message/);
  const broken = [
    '',
    'd8185a00000001',
    'd8185a00000005bf616163',
    'bf6161f7ff',
    'a0',
    'c1ff',
    'f97c00',
    '1f',
  ];
  for (const hex of broken) {
    t.throws(() => decodeMessage(Buffer.from(hex, 'hex')), hex);
  }
});

t.test('values that CDP cannot carry are not sent', async (t) => {
  t.throws(() => encodeMessage({ params: { call: () => 1 } }), TypeError);
});

t.test('an event holds fewer values than an answer', async (t) => {
  const list = Array.from({ length: 25_000 }, (_, at) => at);
  const names = Object.fromEntries(list.map((at) => [`n${at}`, 'x']));
  t.same(decodeMessage(encodeMessage({ id: 7, result: { list } })), { id: 7, result: { list } });
  t.throws(() => decodeMessage(encodeMessage({ method: 'a', params: { list } })), /too much/);
  t.throws(() => decodeMessage(encodeMessage({ method: 'a', params: names })), /too much/);
  const text = 'a'.repeat(100_000);
  t.same(decodeMessage(encodeMessage({ method: 'a', params: { text } })).params, { text });
});

const enclosed = (inner: Buffer | string) => {
  const bytes = typeof inner === 'string' ? Buffer.from(inner, 'hex') : inner;
  const head = Buffer.from('d8185a00000000', 'hex');
  head.writeUInt32BE(bytes.length, 3);
  return Buffer.concat([head, bytes]);
};

t.test('refuses what would become much larger than it is, or deeper than any stack', async (t) => {
  const list = (items: Buffer) =>
    enclosed(
      Buffer.concat([Buffer.from('bf6161', 'hex'), enclosed(items), Buffer.from('ff', 'hex')]),
    );
  const values = Buffer.concat([
    Buffer.from([0x9f]),
    Buffer.alloc(3_000_000, 0xf4),
    Buffer.from([0xff]),
  ]);
  t.throws(() => decodeMessage(list(values)), /too much/);
  const levels = 20_000;
  const heads = Array.from({ length: levels }, (_, outer) => {
    const head = Buffer.from('9fd8185a00000000', 'hex');
    // What is inside: an empty list, and nine bytes for each level between.
    head.writeUInt32BE(2 + 9 * (levels - 1 - outer), 4);
    return head;
  });
  const deep = Buffer.concat([...heads, Buffer.from('9fff', 'hex'), Buffer.alloc(levels, 0xff)]);
  t.throws(() => decodeMessage(list(deep)), /too deep/);
  const envelopes = Buffer.concat(
    Array.from({ length: 100_000 }, () => Buffer.from('d8185a0000ffff', 'hex')),
  );
  t.throws(() => decodeMessage(envelopes), /empty envelope/);
});

t.test('of what is too long, its beginning tells the id, the method and the target', async (t) => {
  const title = 'x'.repeat(10_000);
  const event = encodeMessage({
    method: 'Target.targetInfoChanged',
    params: { targetInfo: { targetId: 'T', type: 'page', title } },
  });
  t.same(decodeHead(event.subarray(0, 200)), {
    method: 'Target.targetInfoChanged',
    params: { targetInfo: { targetId: 'T', type: 'page' } },
  });
  const answer = encodeMessage({ id: 7, result: { result: { value: title } } });
  t.match(decodeHead(answer.subarray(0, 100)), { id: 7 });
  t.same(decodeHead(Buffer.from('9fff', 'hex')), {}, 'no message');
});

t.test('its end tells the session, and no page can say one there', async (t) => {
  const sessionId = 'A0'.repeat(16);
  t.equal(sessionAtEnd(encodeMessage({ id: 1, result: {}, sessionId })), sessionId);
  t.equal(sessionAtEnd(encodeMessage({ params: { name: `isessionIdx ${sessionId}` } })), undefined);
  t.equal(sessionAtEnd(Buffer.alloc(0)), undefined);
});

t.test('whatever comes is read or refused, and nothing else happens', async (t) => {
  // Numbers that look random and are the same in each run.
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  const whole = encodeMessage({
    id: 3,
    sessionId: 'B1'.repeat(16),
    method: 'Page.frameNavigated',
    params: {
      frame: { id: 'F', url: 'http://a/', name: 'é\ud800' },
      list: [1, -2, 0.5, null, true],
    },
  });
  let read = 0;
  for (let n = 0; n < 20_000; n += 1) {
    const bytes = Buffer.from(whole.subarray(0, n % 3 === 0 ? random(whole.length) : whole.length));
    for (let changes = random(6); changes > 0 && bytes.length > 0; changes -= 1) {
      bytes[random(bytes.length)] = random(4) === 0 ? 0xff : random(256);
    }
    const made =
      n % 5 === 0 ? Buffer.from(Array.from({ length: random(64) }, () => random(256))) : bytes;
    try {
      const message = decodeMessage(made);
      read += 1;
      if (message.id !== undefined && typeof message.id !== 'number') t.fail('an id');
    } catch (error) {
      if (!(error instanceof Error) || error instanceof RangeError) t.fail(String(error));
    }
    decodeHead(made);
    sessionAtEnd(made);
  }
  t.ok(read > 100, `${read} could be read`);
});
