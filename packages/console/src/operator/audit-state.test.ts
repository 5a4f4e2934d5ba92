import t from 'tap';
import { ownerOf } from './audit-state.ts';

t.test('ownerOf returns the account of a change, and the id of the changed object', (t) => {
  t.same(ownerOf({ account: 'acme', subject: 'request-1' }), { owner: 'acme', item: 'request-1' });
  t.same(ownerOf({ account: 'acme' }), { owner: 'acme' });
  t.same(ownerOf({ subject: 'acme' }), { owner: 'acme' }, 'a change of an account itself');
  t.same(ownerOf({}), {}, 'a sign-in');
  t.end();
});
