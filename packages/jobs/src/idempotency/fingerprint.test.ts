import t from 'tap';
import { fingerprint } from './fingerprint.ts';

t.test('the order of parameters and files means nothing', async (t) => {
  const [one, two] = [new Uint8Array([1]), new Uint8Array([2])];
  t.equal(
    fingerprint('pdf', { a: 1, b: { c: 2, d: [3] } }, { one, two }),
    fingerprint('pdf', { b: { d: [3], c: 2 }, a: 1 }, { two, one }),
  );
});

t.test('everything else does', async (t) => {
  const file = new Uint8Array([1]);
  const all = [
    fingerprint('pdf', { a: 1 }),
    fingerprint('screenshot', { a: 1 }),
    fingerprint('pdf', { a: '1' }),
    fingerprint('pdf', { a: 1 }, { file }),
    fingerprint('pdf', { a: 1 }, { other: file }),
    fingerprint('pdf', { a: 1 }, { file: new Uint8Array([2]) }),
    fingerprint('pdf', { a: [1, 2] }),
    fingerprint('pdf', { a: [2, 1] }),
  ];
  t.equal(new Set(all).size, all.length);
  t.match(all[0], /^[0-9a-f]{64}$/);
});
