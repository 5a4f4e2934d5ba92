import { headerTable } from '@tintype/contract/headers';
import { readTrace } from '@tintype/contract/trace';
import { createTracing } from '@tintype/server';
import { strFromU8, unzipSync } from 'fflate';
import { testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService, type Caller } from './lab.ts';

/** Offset of the service's clock, in ms. */
let aheadMs = 0;
const now = () => Date.now() + aheadMs;
const parts = [createTracing('1.0.0', now).part];
const service = await createService(t, { background: true, now, server: { parts } });
const url = service.pages.page('/traced', '<title>Traced</title><h1>Traced</h1>');
const small = { url, viewport_width: 200, viewport_height: 100 };
const missing = service.pages.url('/none');
const failing = { ...small, url: missing, fail_on_status: '404' };

async function failed(caller: Caller, body: object): Promise<string> {
  const answer = await caller.post('/v1/screenshot', body);
  t.match(await answer.json(), { code: 'bad_status' });
  return answer.headers.get(headerTable.requestId.name) ?? '';
}

async function traceOf(caller: Caller, id: string): Promise<Response> {
  return caller.get(`/v1/requests/${id}/trace`);
}

async function statusOf(caller: Caller, id: string): Promise<number> {
  const answer = await traceOf(caller, id);
  await answer.arrayBuffer();
  return answer.status;
}

t.test('a traced failure can be read for a day, by its account', async (t) => {
  const [caller, other] = [await service.account(), await service.account()];
  const id = await failed(caller, { ...failing, keep_trace: true });
  const answer = await traceOf(caller, id);
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-type'), 'application/zip');
  t.match(answer.headers.get('content-disposition'), `trace-${id}.zip`);
  t.equal(answer.headers.get('cache-control'), 'private, no-store');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const summary = JSON.parse(strFromU8(files['trace.json'] ?? new Uint8Array())) as object;
  t.match(summary, { kind: 'screenshot', url: missing, error: { code: 'bad_status' } });
  t.equal(await statusOf(other, id), 404, 'nobody else gets it');
  t.equal((await fetch(`${service.address}/v1/requests/${id}/trace`)).status, 401);
  aheadMs = 86_000_000;
  t.equal(await statusOf(caller, id), 200);
  aheadMs = 86_401_000;
  t.equal(await statusOf(caller, id), 404);
  aheadMs = 0;
});

t.test('a success has one if it is requested, and no other request has any', async (t) => {
  const caller = await service.account();
  t.equal(await statusOf(caller, await failed(caller, failing)), 404);
  const answer = await caller.post('/v1/screenshot', { ...small, keep_trace: true });
  await answer.arrayBuffer();
  t.equal(answer.status, 200);
  const traced = await traceOf(caller, answer.headers.get(headerTable.requestId.name) ?? '');
  const trace = await readTrace(new Uint8Array(await traced.arrayBuffer()), {
    maxRows: 9,
    maxFrames: 9,
    maxChars: 99,
  });
  const [document] = trace.requests;
  t.match(document, { url, method: 'GET', type: 'document', initiator: { type: 'other' } });
  const endMs = Math.max(...trace.stages.map(({ startMs, durationMs }) => startMs + durationMs));
  t.ok(document && document.startMs >= 0 && document.startMs < endMs, 'one clock');
  t.ok(trace.frames.length > 0);
  t.equal(await statusOf(caller, 'none'), 404);
  t.equal(await statusOf(caller, '..%2F..%2Fetc'), 404);
});

t.test('so has an async request', async (t) => {
  const caller = await service.account();
  const answer = await caller.post('/v1/screenshot', { ...failing, keep_trace: true, async: true });
  const { id } = (await answer.json()) as { id: string };
  await until(async () => {
    const told = (await (await caller.get(`/v1/requests/${id}`)).json()) as { status: string };
    return told.status === 'failed';
  });
  t.equal(await statusOf(caller, id), 200);
});

t.test('one that comes while an equal one without a trace is rendered has its own', async (t) => {
  const caller = await service.account();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const late = service.pages.route('/late', async (_request, response) => {
    await released;
    response.writeHead(404).end('gone');
  });
  const query = `url=${encodeURIComponent(late)}&fail_on_status=404`;
  const plain = caller.get(`/v1/screenshot?${query}`);
  await until(() => service.pages.requests('/late').length > 0);
  const traced = caller.get(`/v1/screenshot?${query}&keep_trace=true`);
  const isAsked = () => service.asked.some((one) => one.url === late && one.keep_trace);
  await until(isAsked);
  release();
  const answers = await Promise.all([plain, traced]);
  const ids = answers.map(({ headers }) => headers.get(headerTable.requestId.name) ?? '');
  t.same(await Promise.all(ids.map((id) => statusOf(caller, id))), [404, 200]);
});

testInDepth(t, 'the newest twenty of an account stay, and count into what it stores', async (t) => {
  const caller = await service.account();
  const ids: string[] = [];
  for (let at = 0; at < 21; at += 1)
    ids.push(await failed(caller, { ...failing, keep_trace: true }));
  const statuses = await Promise.all(ids.map((id) => statusOf(caller, id)));
  t.same(statuses, [404, ...Array.from({ length: 20 }, () => 200)]);
  const { storedBytes } = await service.store.capacity.kept(caller.id);
  t.ok(storedBytes > 0);
});

t.test('a result names the trace that its request was a part of, and none else', async (t) => {
  const { accessKey } = await service.account();
  const traceId = 'ab'.repeat(16);
  const shoot = async (headers: Record<string, string>) => {
    const answer = await fetch(`${service.address}/v1/screenshot?url=${url}`, {
      headers: { 'x-access-key': accessKey, ...headers },
    });
    await answer.arrayBuffer();
    t.equal(answer.status, 200);
    const receipt = JSON.parse(answer.headers.get(headerTable.receipt.name) ?? '') as object;
    return { receipt, told: answer.headers.get(headerTable.traceId.name) };
  };
  const traced = await shoot({ traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` });
  t.equal(traced.told, traceId);
  t.match(traced.receipt, { status: 200, traceId });
  const plain = await shoot({});
  t.equal(plain.told, null);
  t.notMatch(plain.receipt, { traceId: String });
});

t.test('the trace of a request goes on where it is done later', async (t) => {
  const caller = await service.account();
  const before = service.executions.length;
  const traceId = 'ef'.repeat(16);
  const headers = { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` };
  const ask = async (path: string, body: object) => {
    const answer = await caller.post(path, body, { headers });
    t.equal(answer.status, 202);
    return ((await answer.json()) as { id: string }).id;
  };
  const receiptOf = ({ metadata }: { metadata?: Readonly<Record<string, string>> } = {}) =>
    JSON.parse(metadata?.[headerTable.receipt.name] ?? '{}') as object;

  const id = await ask('/v1/screenshot', { ...small, async: true });
  const shot = () => service.store.requests.getFor(caller.id, id);
  await until(async () => (await shot())?.status === 'succeeded');
  t.match(receiptOf(await shot()), { status: 200, traceId });
  const { traceparent } = service.executions.at(-1) ?? {};
  t.equal(traceparent, headers.traceparent, 'its spans are in that trace');

  const outputs = [{ kind: 'screenshot' }, { kind: 'scrape', format: 'md' }];
  const several = await ask('/v1/captures', { ...small, outputs, async: true });
  const captures = () => service.store.requests.getFor(caller.id, several);
  await until(async () => (await captures())?.status === 'succeeded');
  const both = (await captures())?.outputs ?? [];
  t.match(both.map(receiptOf), [{ traceId }, { traceId }]);

  await ask('/v1/batches', { requests: [{ kind: 'screenshot', ...small }] });
  await until(() => service.executions.length === 3 + before);
  t.equal(service.executions.at(-1)?.traceparent, headers.traceparent);

  const page = await caller.get(`/v1/requests/${id}`);
  t.notMatch(await page.text(), 'traceparent', 'the place in the trace is for the service');
});
