// Manages accounts of a remote service with a token of `tintype console token`.
import { createClient, createOperatorClient } from '@tintype/client';

const { TINTYPE_URL = '', TINTYPE_OPERATOR_TOKEN = '' } = process.env;
const operator = createOperatorClient({ baseUrl: TINTYPE_URL, token: TINTYPE_OPERATOR_TOKEN });

const { id, access_key: accessKey = '' } = await operator.accounts.create({
  name: 'acme',
  plan: 'pro',
  quota_per_month: 500, // instead of what the plan says
});
console.log(`access key of ${accessKey.length} characters, shown once`);

const client = createClient({ baseUrl: TINTYPE_URL, accessKey });
const { hits } = await client.usage();
console.log(`${hits.used} of ${hits.quota} renders used`);

// The old key stays valid for an hour.
const { access_key: next } = await operator.accounts.rotate(id, {
  which: 'access',
  overlap_s: 3600,
});
console.log(
  `another key: ${next !== accessKey}, the old one works: ${(await client.usage()).hits.quota}`,
);

await operator.accounts.revoke(id);
const [last] = await operator.audit({ limit: 1 });
console.log(last?.action);
