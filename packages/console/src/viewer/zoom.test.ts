import t from 'tap';
import { scrollAfter, zoomOfKey, zoomOfWheel } from './zoom.ts';

t.test('keys and wheels zoom within bounds', async (t) => {
  t.equal(zoomOfKey('+', 1), 1.25);
  t.equal(zoomOfKey('-', 1.25), 1);
  t.equal(zoomOfKey('0', 3), 'fit');
  t.equal(zoomOfKey('a', 1), undefined);
  t.equal(zoomOfKey('+', 8), 8);
  t.equal(zoomOfWheel(1e9, 0.05), 0.05);
  t.equal(zoomOfWheel(-1e9, 1), 1.25 ** 2);
});

t.test('the point under the pointer stays', async (t) => {
  // A point 100 px into the window, of a page scrolled by 50, is at 150; after doubling, at 300.
  t.equal(scrollAfter(50, 100, 2), 200);
});
