// Manages accounts in a program instead of with `tintype keys`, also while `tintype serve` runs.
import { mkdir } from 'node:fs/promises';
import { createSqliteStore, defaultPlans, limitsOf } from '@tintype/store';

const store = createSqliteStore({ dataDir: 'out/data', now: Date.now });

const { account, keys } = await store.accounts.create({
  name: 'acme',
  plan: 'pro',
  quotaPerMonth: 3, // instead of what the plan says
});
console.log('access key of', keys.accessKey.length, 'characters, shown once');

// Quota is reserved while a render runs, and charged when it has succeeded.
const { quotaPerMonth } = limitsOf(account, defaultPlans);
const atOnce = await Promise.all(
  Array.from({ length: 20 }, () => store.usage.reserve(account.id, quotaPerMonth)),
);
const [first, ...others] = atOnce.filter((reservation) => reservation !== undefined);
if (first) await store.usage.settle(first);
for (const reservation of others) await store.usage.release(reservation);
const { used } = await store.usage.used(account.id);
console.log(others.length + 1, 'of 20 could start,', used, 'succeeded');

// The old key is invalid as soon as this resolves.
await store.accounts.rotate(account.id, 'access');
console.log('old key:', await store.accounts.findByAccessKey(keys.accessKey));

await mkdir('out/backups', { recursive: true });
await store.backup('out/backups/tintype.db');
await store.close();
