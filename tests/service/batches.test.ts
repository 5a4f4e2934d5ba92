import { until } from '@tintype/testkit';
import t from 'tap';
import { createService, type Caller } from './lab.ts';
import { createReceiver } from './receiver.ts';

const service = await createService(t, { background: true });
const { pages } = service;
const one = pages.page('/one', '<title>One</title><h1>one');
const two = pages.page('/two', '<title>Two</title><h1>two');
const small = { viewport_width: 200, viewport_height: 100 };

interface Batch {
  id: string;
  status: string;
  total: number;
  succeeded: number;
  failed: number;
  status_url: string;
  requests: string;
}

const read = async (answer: Response) => (await answer.json()) as Batch;

function finished(caller: Caller, id: string): Promise<Batch> {
  return until(async () => {
    const batch: Batch = await read(await caller.get(`/v1/batches/${id}`));
    return batch.status === 'finished' && batch;
  });
}

t.test('many requests, one id, one webhook at the end', async (t) => {
  const { url: webhook_url, calls } = createReceiver(pages, '/batch');
  const caller = await service.account();
  const answer = await caller.post('/v1/batches', {
    requests: [
      { kind: 'screenshot', url: one, ...small },
      { kind: 'scrape', url: two, format: 'md' },
      { kind: 'screenshot', url: pages.url('/none'), ...small, fail_on_status: '404' },
    ],
    webhook_url,
  });
  t.equal(answer.status, 202);
  const batch = await read(answer);
  t.equal(answer.headers.get('location'), batch.status_url);
  t.match(batch, { status: 'running', total: 3, created: Number });
  const done = await finished(caller, batch.id);
  t.match(done, { total: 3, succeeded: 2, failed: 1, finished: Number });
  await until(() => calls.length > 0);
  t.match(JSON.parse(calls[0]?.body ?? ''), { id: batch.id, total: 3, succeeded: 2, failed: 1 });
  const list = await caller.get(batch.requests.slice(service.address.length));
  const { requests } = (await list.json()) as { requests: { batch: string; status: string }[] };
  t.equal(requests.length, 3);
  t.ok(requests.every((request) => request.batch === batch.id));
  t.same(requests.map(({ status }) => status).toSorted(), ['failed', 'succeeded', 'succeeded']);
  t.equal(await caller.used(), 3, 'a page that was reached counts, whatever it answered');
  t.equal(calls.length, 1);
});

t.test('one request for many addresses, done once for its key', async (t) => {
  const caller = await service.account();
  const wanted = { kind: 'scrape', format: 'md', urls: [one, two] };
  const init = { headers: { 'Idempotency-Key': 'a-batch' } };
  const first = await read(await caller.post('/v1/batches', wanted, init));
  const again = await caller.post('/v1/batches', wanted, init);
  t.same(await read(again), first);
  t.match(await finished(caller, first.id), { total: 2, succeeded: 2 });
  t.equal(await caller.used(), 2);
});

t.test('all or nothing', async (t) => {
  const caller = await service.account({ quotaPerMonth: 2 });
  const refused = async (body: object, status: number, told: object) => {
    const answer = await caller.post('/v1/batches', body);
    t.match([answer.status, await answer.json()], [status, told]);
  };
  const wanted = { kind: 'pdf', urls: [one, two, one] };
  await refused(wanted, 423, { code: 'quota_exceeded' });
  await refused({ ...wanted, urls: [one, 'x y'] }, 400, { details: [{ parameter: 'urls[1]' }] });
  await refused({ ...wanted, urls: Array.from({ length: 1_001 }, () => one) }, 400, {
    message: /1 to 1000/,
  });
  await refused([], 400, { code: 'invalid_request' });
  await refused({ requests: [{ kind: 'film', url: one }] }, 400, {
    details: [{ parameter: 'requests[0].kind' }],
  });
  t.match(await (await caller.get('/v1/requests')).json(), { requests: [] });
  t.match(await service.store.usage.used(caller.id), { used: 0, reserved: 0 });
});

t.test('rejects a batch without room before anything is queued', async (t) => {
  const caller = await service.account({ plan: 'free', ratePerMinute: 30 });
  const spread = (count: number, more = {}) =>
    caller.post('/v1/batches', {
      kind: 'pdf',
      urls: Array.from({ length: count }, () => pages.url('/none')),
      ...more,
    });
  const value = 'x'.repeat(200_000);
  const origins = [{ origin: 'https://a.example', localStorage: [{ name: 'a', value }] }];
  const large = await spread(100, { storage_state: JSON.stringify({ cookies: [], origins }) });
  t.match([large.status, await large.json()], [413, { code: 'payload_too_large' }]);
  const many = await spread(250);
  t.match([many.status, await many.json()], [429, { code: 'queue_full' }]);
  t.equal(many.headers.get('x-ratelimit-remaining'), '26', 'one before, and three');
  t.match(await (await caller.get('/v1/requests')).json(), { requests: [] });
  t.match(await service.store.usage.used(caller.id), { used: 0, reserved: 0 });
});

t.test('cancelled: what has not started is not rendered', async (t) => {
  const slow = pages.route('/slow', () => {});
  const caller = await service.account();
  const urls = Array.from({ length: 6 }, (_, at) => `${slow}?${at}`);
  const wanted = { kind: 'screenshot', ...small, timeout: 2, urls };
  const { id } = await read(await caller.post('/v1/batches', wanted));
  const stranger = await service.account();
  for (const method of ['GET', 'DELETE']) {
    t.equal((await stranger.get(`/v1/batches/${id}`, { method })).status, 404);
  }
  const answer = await caller.get(`/v1/batches/${id}`, { method: 'DELETE' });
  t.equal(answer.status, 200);
  const done = await finished(caller, id);
  t.equal(done.failed, 6);
  const list = await caller.get(`/v1/requests?batch=${id}&status=failed`);
  const { requests } = (await list.json()) as { requests: { error: { code: string } }[] };
  const cancelled = requests.filter(({ error }) => error.code === 'cancelled');
  t.ok(cancelled.length >= 2, 'what waited was never begun');
  t.equal(await caller.used(), 6 - cancelled.length);
});
