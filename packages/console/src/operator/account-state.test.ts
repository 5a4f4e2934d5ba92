import type { OperatedAccount } from '@tintype/client';
import t from 'tap';
import { changesOf, type AccountForm } from './account-state.ts';

const account = {
  name: 'Ann',
  plan: 'small',
  status: 'active',
  rate_per_minute: 60,
  quota_per_month: 500,
  signature_required: false,
} as OperatedAccount;
const form: AccountForm = {
  name: 'Ann',
  plan: 'small',
  status: 'active',
  rate: '60',
  quota: '500',
  signed: false,
};
const small = { rate_per_minute: 60, quota_per_month: 100 };
const changes = (typed: Partial<AccountForm>, ofPlan: typeof small | undefined = small) =>
  changesOf(account, { ...form, ...typed }, ofPlan);

t.test('changesOf returns only changed fields', (t) => {
  t.same(changes({}), {}, 'an own limit that is what the plan says stays its own');
  t.same(changes({ name: 'Bob' }), { name: 'Bob' });
  t.same(changes({ signed: true }), { signature_required: true });
  t.same(changes({ status: 'unpaid' }), { status: 'unpaid' });
  t.end();
});

t.test("a limit that equals the plan's is not sent", (t) => {
  t.same(changes({ rate: '' }), { rate_per_minute: null });
  t.same(changes({ quota: ' 100 ' }), { quota_per_month: null });
  t.same(changes({ rate: '61' }), { rate_per_minute: 61 });
  t.same(changes({ quota: '0' }), { quota_per_month: 0 });
  t.same(changesOf(account, { ...form, quota: '0' }, undefined), { quota_per_month: 0 });
  t.end();
});

t.test('a change of plan shows both limits', (t) => {
  const large = { rate_per_minute: 120, quota_per_month: 1000 };
  t.same(changes({ plan: 'large', rate: '120' }, large), {
    plan: 'large',
    rate_per_minute: null,
    quota_per_month: 500,
  });
  t.same(changes({ plan: 'large' }, large), {
    plan: 'large',
    rate_per_minute: 60,
    quota_per_month: 500,
  });
  t.end();
});
