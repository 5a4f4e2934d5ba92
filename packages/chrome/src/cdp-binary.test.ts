import t from 'tap';
import { Binary, type CdpMessage, decodeMessage, encodeMessage } from './cdp-binary.ts';
import { envelopeBytes, messageBytes } from './cdp-binary.ts';

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
  const { data } = decodeMessage(message) as { data: Binary };
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

t.test('what has no place in a message is not sent', async (t) => {
  t.throws(() => encodeMessage({ params: { call: () => 1 } }), TypeError);
});
