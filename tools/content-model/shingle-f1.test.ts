import t from 'tap';
import { compareShingles, shingleF1 } from '../../benchmarks/shingle-f1.ts';

t.test('scores runs of four words, with equal weight for each page', async (t) => {
  const same = compareShingles('One two, three four five.', 'one two three four five');
  t.strictSame(same, { shared: 1, extra: 0, missing: 0 });
  const half = compareShingles('one two three four', 'one two three four five');
  t.strictSame(half, { shared: 0.5, extra: 0, missing: 0.5 });
  const none = compareShingles('', 'one two');
  t.strictSame(none, { shared: 0, extra: 0, missing: 1 });
  t.equal(shingleF1([same]), 1);
  t.equal(shingleF1([same, half]), 3 / 3.5);
  t.equal(shingleF1([none]), 0);
});
