import t from 'tap';
import { pageBeyond } from './pdf.ts';

t.test('returns the first page beyond the document', async (t) => {
  const cases: [ranges: string, printed: number, beyond: number | undefined][] = [
    ['1-5', 5, undefined],
    ['1-9', 4, undefined],
    ['3-', 2, undefined],
    ['1,7', 1, 7],
    ['2-3,9-10,8', 2, 8],
    ['5,1-3', 4, undefined],
    ['1-3,2-3', 3, undefined],
    ['1-9,3-8', 4, undefined],
    ['1-9,20', 4, 20],
  ];
  for (const [ranges, printed, beyond] of cases)
    t.equal(pageBeyond(ranges, printed), beyond, `${ranges} gave ${printed}`);
});
