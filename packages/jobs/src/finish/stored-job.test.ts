import { parseRequest } from '@tintype/contract';
import t from 'tap';
import { storedJob } from './stored-job.ts';

const origin = { id: 'id', accountId: 'one', baseUrl: 'https://shots.example' };

t.test('the webhook lies apart from what is rendered', async (t) => {
  const { request } = parseRequest({
    kind: 'pdf',
    url: 'https://example.com/',
    webhook_url: 'https://hooks.example/x',
    webhook_signed: false,
  });
  const job = storedJob(origin, request);
  t.match(job, {
    ...origin,
    kind: 'pdf',
    webhook: { url: 'https://hooks.example/x', signed: false },
  });
  for (const name of ['kind', 'webhook_url', 'webhook_signed'])
    t.notOk(name in job.parameters, name);
});

t.test('a stored job parses to its request', async (t) => {
  const { request } = parseRequest({
    kind: 'screenshot',
    url: 'https://example.com/',
    full_page: true,
    cookies: ['a=b'],
    async: true,
  });
  const job = storedJob(origin, request);
  t.equal(job.webhook, undefined);
  const again: unknown = JSON.parse(JSON.stringify({ ...job.parameters, kind: job.kind }));
  t.same(parseRequest(again).request, request);
});
