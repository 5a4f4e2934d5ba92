import { RenderError } from '@tintype/contract';
import { defaultPlans, type Account, type Kept } from '@tintype/store';
import t from 'tap';
import { checkStorage } from './check-storage.ts';

const account = { id: 'one', plan: 'free' } as Account;
const { waiting, storedBytes } = defaultPlans.free;

const check = (kept: Partial<Kept>, trouble?: RenderError, hasWebhook = true) =>
  checkStorage(
    account,
    {
      capacity: {
        databaseBytes: async () => 0,
        kept: async () => ({ waiting: 0, webhooks: 0, storedBytes: 0, ...kept }),
        check: async () => {
          if (trouble) throw trouble;
        },
        checkDisk: async () => {},
      },
    },
    defaultPlans,
    { hasWebhook },
  );

t.test('what the plan leaves may be left behind, and no more', async (t) => {
  await t.resolves(check({ webhooks: waiting - 1, storedBytes: storedBytes - 1 }));
  await t.rejects(check({ webhooks: waiting }), { code: 'queue_full' });
  await t.resolves(check({ webhooks: waiting }, undefined, false), 'without a webhook of its own');
  await t.rejects(check({ storedBytes }), { code: 'account_storage_full' });
  await t.resolves(check({ waiting }), 'which is of async requests');
});

t.test('a full disk is everybody’s', async (t) => {
  const full = new RenderError('storage_full');
  await t.rejects(check({ storedBytes }, full), { code: 'storage_full' });
});
