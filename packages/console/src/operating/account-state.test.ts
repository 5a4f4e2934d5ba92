import t from 'tap';
import { ownLimit } from './account-state.ts';

t.test('a limit that is not its own is that of the plan', (t) => {
  t.equal(ownLimit('', 60), null);
  t.equal(ownLimit(' 60 ', 60), null);
  t.equal(ownLimit('61', 60), 61);
  t.equal(ownLimit('0', 60), 0);
  t.equal(ownLimit('0', undefined), 0);
  t.end();
});
