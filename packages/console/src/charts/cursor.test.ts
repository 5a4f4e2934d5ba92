import t from 'tap';
import { moved, nearest } from './cursor.ts';

t.test('keys move the cursor within the values', (t) => {
  t.equal(moved('ArrowLeft', 5, 30), 4);
  t.equal(moved('ArrowRight', 30, 30), 30);
  t.equal(moved('PageDown', 2, 30), 0);
  t.equal(moved('Home', 9, 30), 0);
  t.equal(moved('End', 9, 30), 30);
  t.equal(moved('Tab', 9, 30), undefined);
  t.equal(moved('Home', 0, -1), undefined, 'no values');
  t.end();
});

t.test('nearest finds the value next to the pointer', (t) => {
  t.equal(nearest([0, 0.1, 0.9], 0.4), 1);
  t.equal(nearest([0, 0.1, 0.9], 2), 2);
  t.equal(nearest([], 0.4), undefined);
  t.end();
});
