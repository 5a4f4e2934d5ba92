import { until } from '@tintype/testkit/until';
import t from 'tap';
import { createExcludedNames } from './create-excluded-names.ts';

t.test('a name is left out for a while', async (t) => {
  const leftOut = createExcludedNames(20);
  t.same(leftOut.names(), []);
  leftOut.add('one');
  await until(() => leftOut.names().length === 0);
  leftOut.add('two');
  t.same(leftOut.names(), ['two']);
});

t.test('of more than a hundred names the oldest is forgotten', async (t) => {
  const leftOut = createExcludedNames(60_000);
  for (let count = 0; count < 100; count += 1) leftOut.add(`kind ${count}`);
  leftOut.add('kind 0');
  leftOut.add('another');
  const names = leftOut.names();
  t.equal(names.length, 100);
  t.notOk(names.includes('kind 1'));
  t.ok(names.includes('kind 0') && names.includes('another'));
});
