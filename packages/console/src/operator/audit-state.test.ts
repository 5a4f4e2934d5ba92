import t from 'tap';
import { auditSentence, ownerOf } from './audit-state.ts';

t.test('ownerOf returns the account of a change, and the id of the changed object', (t) => {
  t.same(ownerOf({ account: 'acme', subject: 'request-1' }), { owner: 'acme', item: 'request-1' });
  t.same(ownerOf({ account: 'acme' }), { owner: 'acme' });
  t.same(ownerOf({ subject: 'acme' }), { owner: 'acme' }, 'a change of an account itself');
  t.same(ownerOf({}), {}, 'a sign-in');
  t.end();
});

t.test('changes are sentences', (t) => {
  const said = (entry: Parameters<typeof auditSentence>[0]) =>
    auditSentence(entry, (id) => (id === '17' ? 'acme' : id));
  const account = { subject: '17' };
  const patch = { action: 'PATCH /v1/operator/accounts/:id', ...account };
  t.equal(
    said({ action: 'POST /v1/operator/accounts', ...account, changed: ['name', 'plan'] }),
    'Created account acme',
  );
  t.equal(
    said({
      ...patch,
      changed: ['rate_per_minute', 'plan'],
      values: { rate_per_minute: { from: 100, to: 2_000 }, plan: { from: 'free', to: 'pro' } },
    }),
    'Changed account acme: requests per minute from 100 to 2,000, plan from free to pro',
  );
  t.equal(
    said({ ...patch, changed: ['quota_per_month', 'signature_required'] }),
    'Changed account acme: renders per month, signed requests only',
    'an entry of an older version',
  );
  t.match(said({ ...patch, changed: ['plan'], values: {} }), /nothing/);
  t.equal(
    said({ action: 'PATCH /v1/tasks/:id', account: '17', subject: '3', changed: ['enabled'] }),
    'Changed task 3 of acme: enabled',
  );
  t.equal(said({ action: 'POST /v1/pdf', account: 'gone' }), 'Requested pdf of gone');
  t.equal(said({ action: 'operator signed in' }), 'Operator signed in');
  t.equal(
    said({ action: 'PUT /v1/new/:id', account: '17', subject: '9' }),
    'PUT /v1/new/:id 9 of acme',
  );
  t.end();
});
