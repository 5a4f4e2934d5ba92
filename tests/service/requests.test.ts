import { RenderError } from '@tintype/contract';
import t from 'tap';
import { v7 as uuid } from 'uuid';
import { createService, type Caller } from './lab.ts';

const service = await createService(t);
const { store, address } = service;

interface Told {
  id: string;
  status: string;
  api: string;
  url?: string;
  task?: number;
}

async function add(caller: Caller, api: 'pdf' | 'scrape', error?: RenderError): Promise<string> {
  const id = uuid();
  const parameters = { url: `https://example.com/${api}` };
  const request = { id, accountId: caller.id, api, parameters, baseUrl: address };
  if (error) await store.requests.recordFinished(request, { error: error.toBody() });
  else await store.requests.enqueue(request, undefined);
  return id;
}

async function ask(caller: Caller, path: string, name = 'requests'): Promise<Told[]> {
  const answer = await caller.get(path);
  const body = (await answer.json()) as Record<string, Told[]>;
  t.equal(answer.status, 200, `${path}: ${JSON.stringify(body).slice(0, 300)}`);
  return body[name] ?? [];
}

const ids = (requests: readonly Told[]) => requests.map(({ id }) => id);

t.test('an account lists its requests, and those of nobody else', async (t) => {
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
    const { requests } = (await answer.json()) as { requests: Told[] };
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
      api: 'pdf',
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

t.test('what the lists do not take', async (t) => {
  const caller = await service.account();
  for (const [query, message] of [
    ['status=done', 'status must be one of queued, processing, succeeded, failed.'],
    ['api=gif', /^api must be one of screenshot, /],
    ['task=x', 'task must be the id of a task.'],
    ['cursor=x', 'cursor must be the one that the page before gave.'],
    ['limit=1001', /^limit must be/],
    ['colour=red', /colour/],
  ] as const) {
    const answer = await caller.get(`/v1/requests?${query}`);
    t.equal(answer.status, 400, query);
    t.match(await answer.json(), { message });
  }
});
