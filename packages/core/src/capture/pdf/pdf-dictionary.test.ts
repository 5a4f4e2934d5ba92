import t from 'tap';
import { readDictionary } from './pdf-dictionary.ts';

/** Each key with its value, as written. */
function entries(text: string): Record<string, string> | undefined {
  const values = readDictionary(text);
  return (
    values &&
    Object.fromEntries([...values].map(([key, { start, end }]) => [key, text.slice(start, end)]))
  );
}

t.test('reads only the keys of the dictionary itself', async (t) => {
  t.same(
    entries(
      '7 0 obj\n<</Type /Page\n/Parent 2 0 R/A [<</Count 9>>(x) /Kids]\n/B <</Count 8>>/C <ab CD>/D true>>\nendobj',
    ),
    {
      Type: '/Page',
      Parent: '2 0 R',
      A: '[<</Count 9>>(x) /Kids]',
      B: '<</Count 8>>',
      C: '<ab CD>',
      D: 'true',
    },
  );
});

t.test('ignores keys inside strings', async (t) => {
  const hostile = '(>> /Count 5 \\) (/Type /Page) \\\\)';
  t.same(entries(`<</Lang ${hostile}/Count 1>>`), { Lang: hostile, Count: '1' });
});

t.test('returns undefined without a complete dictionary', async (t) => {
  for (const text of ['', '<', '<<', '<</A', '<</A (', '<</A (\\', '<</A <', '<</A [1 2', '<</A >'])
    t.equal(readDictionary(text), undefined, text);
});

t.test('takes linear time for long strings and many brackets', async (t) => {
  const long = '\\('.repeat(2_000_000);
  t.same(readDictionary(`<</A (${long})/B 1>>`)?.size, 2);
  t.equal(readDictionary(`<</A ${'['.repeat(2_000_000)}`), undefined);
});
