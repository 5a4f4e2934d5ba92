import t from 'tap';
import { describeValue } from './wrong-value.ts';

t.test('nothing is shown of a secret, whatever it is written as', async (t) => {
  for (const value of [1234567890, 12n, 'abc', ['a'], { a: 1 }, true])
    t.match(describeValue(value, true), /^an? \w+ \(not shown, it may be secret\)$/);
  t.equal(describeValue(1234567890), '1234567890');
});
