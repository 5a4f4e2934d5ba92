import t from 'tap';
import { readRange, isUnchanged } from './read-range.ts';

const file = { bytes: 1000, sha256: 'a'.repeat(64) };

t.test('returns ranges of a content', (t) => {
  const cases: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 999],
    ['bytes=200-299', 200, 299],
    ['bytes=900-5000', 900, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    [' Bytes=1-2 ', 1, 2],
  ];
  for (const [range, first, last] of cases) {
    t.same(readRange('GET', { range }, file), { first, last }, range);
  }
  t.end();
});

t.test('ignores unsupported ranges', (t) => {
  const wrong = [
    'bytes=1000-',
    'bytes=5-4',
    'bytes=-',
    'bytes=-0',
    'bytes=0-1,4-5',
    'bytes=a-b',
    'items=0-1',
    `bytes=${'9'.repeat(40)}-`,
    '',
  ];
  for (const range of wrong) t.equal(readRange('GET', { range }, file), undefined, range);
  t.equal(readRange('GET', {}, file), undefined);
  t.equal(readRange('HEAD', { range: 'bytes=0-1' }, file), undefined, 'a HEAD is about the whole');
  t.equal(
    readRange('GET', { range: 'bytes=-5' }, { ...file, bytes: 0 }),
    undefined,
    'nothing is there',
  );
  t.end();
});

t.test('ignores a range of an older content', (t) => {
  const range = 'bytes=0-1';
  t.equal(readRange('GET', { range, 'if-range': '"other"' }, file), undefined);
  t.same(readRange('GET', { range, 'if-range': `"${file.sha256}"` }, file), { first: 0, last: 1 });
  t.end();
});

t.test('recognises known tags', async (t) => {
  const sha256 = 'a'.repeat(64);
  const knows = (known?: string) => isUnchanged({ 'if-none-match': known }, sha256);
  for (const known of [`"${sha256}"`, `W/"${sha256}"`, `"b", W/"${sha256}"`, '*'])
    t.ok(knows(known), known);
  for (const known of [undefined, '', sha256, '"b"', `"x${sha256}"`])
    t.notOk(knows(known), String(known));
});
