import t from 'tap';
import { markdownOf } from '../../fixtures/markdown-of.ts';

t.test('a formula that is nested deeply is written once, not twice at each level', async (t) => {
  const nested = (depth: number) => `${'<mrow>'.repeat(depth)}<mi>x</mi>${'</mrow>'.repeat(depth)}`;
  t.equal(markdownOf(`<p>a <math>${nested(100)}</math></p>`), 'a $x$\n');
});
