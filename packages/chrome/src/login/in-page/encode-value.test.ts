import t from 'tap';
import { decodeValue } from './decode-value.ts';
import { encodeValue, type Encoding } from './encode-value.ts';

const budget = (given: Partial<Encoding> = {}): Encoding => ({
  length: 10_000,
  objects: 1000,
  isPlain: true,
  ids: new Map(),
  ...given,
});

/** Through JSON, as in a state. */
function roundTrip(value: unknown): unknown {
  const work = budget();
  const encoded = JSON.parse(JSON.stringify({ in: encodeValue(value, work) })) as { in: unknown };
  t.equal(work.isPlain, false, 'it is no plain JSON');
  return decodeValue(encoded.in);
}

t.test('values that JSON cannot express return as they were', async (t) => {
  const values: unknown[] = [
    undefined,
    NaN,
    -Infinity,
    -0,
    12n ** 30n,
    new Date('2026-01-02T03:04:05.678Z'),
    /a+b/giu,
    new Uint8Array([0, 127, 255]).buffer,
    new Float64Array([1.5, NaN]),
    new BigInt64Array([-1n]),
    new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
    new Map<unknown, unknown>([
      ['a', new Set([1, 'ü\ud83d'])],
      [{ b: null }, [undefined]],
    ]),
    { list: [1, 'two', { three: new Date(0) }], none: undefined, yes: true },
  ];
  for (const value of values) t.strictSame(roundTrip(value), value);
  const invalid = roundTrip(new Date(NaN)) as Date;
  t.ok(Number.isNaN(invalid.getTime()));
  const error = roundTrip(new RangeError('far')) as Error;
  t.match(error, { name: 'RangeError', message: 'far' });
});

t.test('an object that is contained twice, or in itself, is one object', async (t) => {
  const shared = { a: 1 };
  const value: { parts: unknown[]; self?: unknown } = { parts: [shared, shared] };
  value.self = value;
  const back = roundTrip(value) as typeof value;
  t.equal(back.self, back);
  t.equal(back.parts[0], back.parts[1]);
});

t.test('__proto__ is a name', async (t) => {
  const value = JSON.parse('{"__proto__": {"polluted": true}}') as object;
  const back = roundTrip([value, undefined]) as [object];
  t.strictSame(Object.keys(back[0]), ['__proto__']);
  t.notOk('polluted' in back[0]);
});

t.test('plain JSON is recognised', async (t) => {
  for (const value of [1, 'a', true, { a: [null, { b: 1.5 }] }, []]) {
    const work = budget();
    encodeValue(value, work);
    t.equal(work.isPlain, true);
  }
});

t.test('uses the form of Playwright', async (t) => {
  const value = { when: new Date(0), list: [null, 2n], bytes: new Uint8Array([1]) };
  t.strictSame(encodeValue(value, budget()), {
    o: [
      { k: 'when', v: { d: '1970-01-01T00:00:00.000Z' } },
      { k: 'list', v: { a: [{ v: 'null' }, { bi: '2' }], id: 2 } },
      { k: 'bytes', v: { ta: { b: 'AQ==', k: 'ui8' } } },
    ],
    id: 1,
  });
  t.equal(decodeValue({ u: 'https://a.example/' }), 'https://a.example/');
});

t.test('names types that cannot be stored', async (t) => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign']);
  t.throws(() => encodeValue({ key: privateKey }, budget()), { message: 'CryptoKey' });
  t.throws(() => encodeValue(new Blob(['a']), budget()), { message: 'Blob' });
});

t.test('ends at its limits', async (t) => {
  let deep: unknown = 1;
  for (let level = 0; level < 1000; level += 1) deep = { deep };
  const sparse: number[] = [];
  sparse[4_000_000_000] = 1;
  const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`k${at}`, 1]));
  for (const value of [
    deep,
    sparse,
    wide,
    'x'.repeat(20_000),
    new Uint8Array(20_000),
    Array.from({ length: 2000 }, () => []),
  ]) {
    t.throws(() => encodeValue(value, budget()), RangeError);
  }
});

t.test('a broken encoding is an error', async (t) => {
  for (const encoded of [{}, { ta: { b: 'AQ==', k: 'ui9' } }, { ab: { b: '!' } }, { bi: 'x' }]) {
    t.throws(() => decodeValue(encoded));
  }
});
