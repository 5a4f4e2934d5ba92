import { createClient } from '@tintype/client';
import { RenderError } from '@tintype/contract';
import t from 'tap';
import { v7 as uuid } from 'uuid';
import { createService, type Caller } from './lab.ts';

const service = await createService(t);
const { store, address } = service;

interface PublicDetails {
  id: string;
  status: string;
  api: string;
  url?: string;
  task?: number;
}

async function add(caller: Caller, kind: 'pdf' | 'scrape', error?: RenderError): Promise<string> {
  const id = uuid();
  const parameters = { url: `https://example.com/${kind}` };
  const request = { id, accountId: caller.id, kind, parameters, baseUrl: address };
  if (error) await store.requests.recordFinished(request, { error: error.toBody() });
  else await store.requests.enqueue(request, undefined);
  return id;
}

async function ask(caller: Caller, path: string, name = 'requests'): Promise<PublicDetails[]> {
  const answer = await caller.get(path);
  const body = (await answer.json()) as Record<string, PublicDetails[]>;
  t.equal(answer.status, 200, `${path}: ${JSON.stringify(body).slice(0, 300)}`);
  return body[name] ?? [];
}

const ids = (requests: readonly PublicDetails[]) => requests.map(({ id }) => id);

t.test('an account lists its own requests only', async (t) => {
  const [mine, other] = [await service.account(), await service.account()];
  const failed = await add(mine, 'pdf', new RenderError('dns_failed'));
  const scrape = await add(mine, 'scrape');
  const pdf = await add(mine, 'pdf');
  const theirs = await add(other, 'pdf');
  const all = await ask(mine, '/v1/requests');
  t.same(new Set(ids(all)), new Set([failed, scrape, pdf]));
  t.match(
    all.find(({ id }) => id === failed),
    { status: 'failed', api: 'pdf', url: 'https://example.com/pdf', error: { code: 'dns_failed' } },
  );
  t.same(ids(await ask(other, '/v1/requests')), [theirs]);
  t.same(ids(await ask(mine, '/v1/requests?status=failed')), [failed]);
  t.same(ids(await ask(mine, '/v1/requests?api=scrape')), [scrape]);
  t.same(ids(await ask(mine, '/v1/requests?api=pdf&status=queued')), [pdf]);
  t.same(await ask(mine, '/v1/requests?task=7'), []);
});

t.test('a list comes in pages, also while more comes', async (t) => {
  const caller = await service.account();
  const added = new Set<string>();
  for (let at = 0; at < 5; at += 1) added.add(await add(caller, 'pdf'));
  const found: string[] = [];
  const sizes: number[] = [];
  for (let path: string | undefined = '/v1/requests?api=pdf&limit=2'; path !== undefined;) {
    const answer: Response = await caller.get(path);
    const { requests } = (await answer.json()) as { requests: PublicDetails[] };
    sizes.push(requests.length);
    found.push(...ids(requests));
    await add(caller, 'pdf');
    const link: string | undefined = /^<([^>]+)>; rel="next"$/.exec(
      answer.headers.get('link') ?? '',
    )?.[1];
    if (link !== undefined) t.match(link, /\/v1\/requests\?api=pdf&limit=2&cursor=[\w-]+$/);
    path = link?.slice(address.length);
  }
  t.same(sizes, [2, 2, 1]);
  t.same(new Set(found), added, 'what came meanwhile is newer, and on no later page');
});

t.test('runs of a task', async (t) => {
  const [mine, other] = [await service.account(), await service.account()];
  const made = await mine.post('/v1/tasks', {
    name: 'a',
    api: 'pdf',
    query: 'url=https://example.com',
    frequency: 'every_minute',
  });
  const { id: taskId } = (await made.json()) as { id: number };
  await add(mine, 'pdf');
  const task = await store.tasks.get(mine.id, taskId);
  const runId = uuid();
  const outcome = await store.tasks.startRun({
    taskId,
    scheduledFor: task?.nextRunAt ?? 0,
    nextRunAt: (task?.nextRunAt ?? 0) + 60_000,
    request: {
      id: runId,
      accountId: mine.id,
      kind: 'pdf',
      parameters: { url: 'https://example.com/' },
      baseUrl: address,
    },
  });
  t.equal(outcome, 'started');
  const runs = await ask(mine, `/v1/tasks/${taskId}/runs`, 'runs');
  const slot = Math.floor((task?.nextRunAt ?? 0) / 1000);
  t.match(runs, [{ id: runId, status: 'queued', task: taskId, scheduled_for: slot }]);
  t.equal(runs.length, 1);
  t.same(ids(await ask(mine, `/v1/requests?task=${taskId}`)), [runId]);
  t.equal((await other.get(`/v1/tasks/${taskId}/runs`)).status, 404);
  t.same(await ask(other, `/v1/requests?task=${taskId}`), []);
});

t.test('requests are found by host, address, verdict, time and duration', async (t) => {
  const caller = await service.account();
  const at = Math.floor(Date.now() / 1000);
  const keep = async (url: string, ago: number, receipt: object) => {
    const id = uuid();
    const createdAt = Date.now() - ago * 1000;
    const request = {
      id,
      accountId: caller.id,
      kind: 'pdf',
      parameters: { url },
      baseUrl: address,
    };
    const metadata = { 'X-Tintype-Receipt': JSON.stringify(receipt) };
    const written = await store.fileBytes.write(Buffer.from(id));
    const file = {
      ...written,
      extension: 'pdf',
      mediaType: 'application/pdf',
      expiresAt: Date.now() + 60_000,
    };
    await store.requests.recordFinished(request, { file, metadata, createdAt });
    return id;
  };
  const wall = { wall: { kind: 'captcha', evidence: ['x'] } };
  const blocked = await keep('https://one.example/Deep/Path', 0, wall);
  const old = await keep('https://one.example/', 1_000, { status: 200 });
  const other = await keep('https://two.example:8080/', 0, {
    blank: { text: false, painted: false },
  });
  const failed = await add(caller, 'pdf', new RenderError('timeout'));
  const found = async (query: string) => new Set(ids(await ask(caller, `/v1/requests?${query}`)));
  t.same(await found('host=one.example'), new Set([blocked, old]));
  t.same(await found('host=two.example%3A8080'), new Set([other]));
  t.same(await found('address=deep%2Fpath'), new Set([blocked]));
  t.same(await found('verdict=blocked'), new Set([blocked]));
  t.same(await found('verdict=blank&host=one.example'), new Set());
  t.same(await found('error=timeout'), new Set([failed]));
  t.same(await found(`until=${at - 500}`), new Set([old]));
  t.same(await found(`since=${at - 500}&host=one.example`), new Set([blocked]));
  t.same(await found('slow=500'), new Set([old]), 'it was received long before it ended');
  t.same(await found('slow=500.5&since=1&until=99999999999'), new Set([old]));
});

t.test('a request is forgotten with what came of it', async (t) => {
  const [mine, other] = [await service.account(), await service.account()];
  const rendered = await mine.post('/v1/screenshot', {
    url: service.pages.page('/to-forget', '<title>x</title>'),
    webhook_url: 'http://127.0.0.1:9/hook',
  });
  t.equal(rendered.status, 200, await rendered.clone().text());
  const id = rendered.headers.get('x-tintype-request-id') ?? '';
  const { file } = (await (await mine.get(`/v1/requests/${id}`)).json()) as { file: string };
  const remove = (caller: Caller, which: string) =>
    caller.get(`/v1/requests/${which}`, { method: 'DELETE' });
  t.equal((await remove(other, id)).status, 404);
  t.equal((await fetch(file)).status, 200);
  t.equal((await remove(mine, id)).status, 204);
  t.equal((await fetch(file)).status, 404);
  t.equal((await mine.get(`/v1/requests/${id}`)).status, 404);
  t.same(await ask(mine, '/v1/deliveries', 'deliveries'), []);
  t.equal((await remove(mine, id)).status, 404);
  t.equal(await mine.used(), 1, 'it was rendered');
  const queued = await add(mine, 'pdf');
  t.equal((await remove(mine, queued)).status, 204);
  t.same(await ask(mine, '/v1/requests'), []);
});

t.test('images of two requests are compared', async (t) => {
  const [mine, other] = [await service.account(), await service.account()];
  const client = createClient({ baseUrl: address, accessKey: mine.accessKey });
  const render = async (caller: Caller, colour: string, more: object = {}) => {
    const answer = await caller.post('/v1/screenshot', {
      html: `<body style="background:white"><div style="width:100px;height:50px;background:${colour}">`,
      viewport_width: 200,
      viewport_height: 100,
      format: 'png',
      webhook_url: 'http://127.0.0.1:9/hook',
      ...more,
    });
    return answer.headers.get('x-tintype-request-id') ?? '';
  };
  const [red, blue] = [await render(mine, 'red'), await render(mine, 'blue')];
  const found = await client.requests.compare(red, blue);
  t.match(found, {
    changed: 0.25,
    regions: [{ type: 'colour', area: { x: 8, y: 8, width: 100, height: 50 } }],
    same_size: true,
  });
  t.same([...found.body.subarray(1, 4)], [...Buffer.from('PNG')]);
  t.match(await client.requests.compare(red, red), { same: true, changed: 0, regions: [] });
  const wide = await render(mine, 'red', { viewport_width: 300 });
  t.match(await client.requests.compare(red, wide), { same_size: false });
  const foreign = await render(other, 'red');
  await t.rejects(client.requests.compare(red, foreign), { code: 'not_found' });
  await t.rejects(client.requests.compare(foreign, red), { code: 'not_found' });
  await t.rejects(client.requests.compare(await add(mine, 'pdf'), red), { code: 'not_found' });
  t.equal((await mine.get(`/v1/requests/${red}/comparison`)).status, 400);
  const pdf = await client.requests.start('pdf', { html: 'x' }).then(({ id }) => id);
  await t.rejects(client.requests.compare(pdf, red), { code: 'not_found' }, 'it has not ended');
});

t.test('reports renders by day', async (t) => {
  const caller = await service.account();
  const reservation = await store.usage.reserve(caller.id, 10, 3);
  await store.usage.settle(reservation ?? '');
  const today = new Date().toISOString().slice(0, 10);
  const days = async (query: string) =>
    ((await (await caller.get(`/v1/usage${query}`)).json()) as { days?: object[] }).days;
  t.equal(await days(''), undefined);
  t.match(await days('?days=2'), [{ used: 3 }]);
  t.ok(JSON.stringify(await days('?days=2')).includes(today.slice(0, 7)));
  for (const wrong of ['0', '401', 'x', '']) {
    t.equal((await caller.get(`/v1/usage?days=${wrong}`)).status, 400, wrong);
  }
});

t.test('what the lists do not take', async (t) => {
  const caller = await service.account();
  for (const [query, message] of [
    ['status=done', 'status must be one of queued, processing, succeeded, failed.'],
    ['api=gif', /^api must be one of screenshot, /],
    ['task=x', 'task must be the id of a task.'],
    ['since=yesterday', 'since must be a timestamp in Unix seconds.'],
    ['until=-1', 'until must be a timestamp in Unix seconds.'],
    ['slow=86401', 'slow must be a number of seconds from 0 to 86400.'],
    ['slow=1e3', /^slow must be/],
    ['host=', /^host must be text/],
    [`address=${'x'.repeat(2_049)}`, /^address must be text of 1 to 2048 characters/],
    ['verdict=fine', /^verdict must be one of blank, blocked, /],
    ['error=%3Cb%3E', /^error must be a code/],
    ['cursor=x', 'cursor must be the one that the page before gave.'],
    ['limit=1001', /^limit must be/],
    ['colour=red', /colour/],
  ] as const) {
    const answer = await caller.get(`/v1/requests?${query}`);
    t.equal(answer.status, 400, query);
    t.match(await answer.json(), { message });
  }
});
