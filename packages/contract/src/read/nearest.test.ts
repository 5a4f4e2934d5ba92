import t from 'tap';
import { nearest } from './nearest.ts';

const names = ['full_page', 'full_page_scroll', 'format', 'url', 'delay'];

t.test('typing errors', async (t) => {
  const cases: Record<string, string | undefined> = {
    full_page: 'full_page',
    fullpage: 'full_page',
    FULL_PAGE: 'full_page',
    'full-page': 'full_page',
    fullPage: 'full_page',
    full_pgae: 'full_page',
    full_page_scrol: 'full_page_scroll',
    formt: 'format',
    ulr: 'url',
    uri: 'url',
    dealy: 'delay',
    u: undefined,
    abc: undefined,
    page: undefined,
    '': undefined,
    something_else: undefined,
    ['f'.repeat(1e6)]: undefined,
  };
  for (const [name, near] of Object.entries(cases)) {
    t.equal(nearest(name, names), near, name.slice(0, 40));
  }
  t.equal(nearest('full_page', []), undefined);
  t.equal(nearest('ab', ['ba', 'ab']), 'ab', 'the nearest, not the first');
  t.equal(nearest('aab', ['aac', 'aad']), 'aac', 'the first of equals');
});

/** The textbook form, whole matrix and no limit. */
function plainDistance(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)]);
  const cell = (i: number, j: number) => d[i]?.[j] ?? Infinity;
  for (let j = 0; j <= b.length; j++) (d[0] as number[])[j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, cell(i - 2, j - 2) + 1);
      }
      (d[i] as number[])[j] = best;
    }
  }
  return cell(a.length, b.length);
}

t.test('agrees with the textbook', async (t) => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const word = () => Array.from({ length: 1 + random(12) }, () => 'abc'[random(3)]).join('');
  for (let round = 0; round < 2000; round++) {
    const [name, candidate] = [word(), word()];
    const limit = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
    const expected = plainDistance(name, candidate) <= limit ? candidate : undefined;
    if (nearest(name, [candidate]) !== expected) t.fail(`${name} ${candidate}`);
  }
  t.pass('2000 pairs');
});
