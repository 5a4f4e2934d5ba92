import t from 'tap';
import { matchesGlob } from './matches-glob.ts';

t.test('a pattern matches whole addresses', async (t) => {
  const url = 'https://example.com/a/b?c=1';
  for (const pattern of [url, '**/b?c=1', 'https://*/a/**', '**', '**/a/*']) {
    t.ok(matchesGlob(url, pattern), pattern);
  }
  for (const pattern of ['**/b', 'https://*/b?c=1', '/a/b', '*']) {
    t.notOk(matchesGlob(url, pattern), pattern);
  }
});

t.test('a pattern of many stars takes no longer than its length allows', async (t) => {
  t.notOk(matchesGlob('a'.repeat(2048), `${'**a'.repeat(85)}b`));
  t.notOk(matchesGlob('a'.repeat(100_000), '**'));
});
