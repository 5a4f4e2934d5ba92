import { createFixtureServer, inDepth, testInDepth, until } from '@tintype/testkit';
import { openStore } from '@tintype/store';
import t from 'tap';
import { makeDataDir, runService, type ServiceProcess } from '../serve/run-service.ts';
import { inDatabase, newDatabase, postgresFor } from './database.ts';
import { makeAccount } from './make-account.ts';

const server = await postgresFor(t);

/** They say when, or how long, or under which name. */
const ofTheMoment = new Set([
  'date',
  'etag',
  'server-timing',
  'x-tintype-request-id',
  'x-ratelimit-reset',
  'retry-after',
]);

if (server !== undefined) {
  const pages = await createFixtureServer(t);
  const page = pages.page(
    '/page',
    '<!doctype html><title>A page</title><body style="background:#b3582a"><h1>Hello</h1><p>of a page that stays',
  );
  const missing = pages.page('/missing', '<!doctype html><title>Gone</title>gone', {}, 404);
  const common = ['--egress-allow', '127.0.0.1', '--webhook-allow-http'];

  const start = async (roles: readonly string[]) => {
    const place = await newDatabase(server);
    const dataDir = makeDataDir(t);
    const key = await makeAccount(place, dataDir, {
      name: 'acme',
      quotaPerMonth: 30,
      ratePerMinute: 10_000,
    });
    const services: ServiceProcess[] = [];
    for (const role of roles) {
      const args = ['--store', place, ...common, ...(role === '' ? [] : ['--role', role])];
      services.push(await runService(t, { args, dataDir }));
    }
    const [api] = services as [ServiceProcess];
    const get = (path: string, init: RequestInit = {}) =>
      fetch(`${api.address}${path}`, {
        ...init,
        headers: { 'x-access-key': key, ...init.headers },
      });
    const post = (path: string, body: object, init: RequestInit = {}) =>
      get(path, {
        ...init,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...init.headers },
        body: JSON.stringify(body),
      });
    return { place, dataDir, key, services, get, post };
  };
  type Service = Awaited<ReturnType<typeof start>>;
  const [whole, parted] = [await start(['']), await start(['api', 'worker,scheduler,webhooks'])];

  /** A response without its timestamps, and without the names of its service and account. */
  const told = async ({ services: [api], key }: Service, answer: Response) => {
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isText = /json|text/.test(answer.headers.get('content-type') ?? '');
    const neutral = (text: string) =>
      text
        .replaceAll(api?.address ?? '', 'SERVICE')
        .replaceAll(key, 'KEY')
        .replaceAll(/[0-9a-f]{64}/g, 'HASH')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replaceAll(/"(created|started|finished|expires)":\d+/g, '"$1":INSTANT')
        .replaceAll(/(duration_ms[\\":]+)\d+/g, '$1MS')
        .replaceAll(/max-age=6047\d\d/g, 'max-age=A_WEEK')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT');
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const headers = [...answer.headers].filter(
      ([name]) => !(ofTheMoment.has(name) || (isJson && name === 'content-length')),
    );
    return {
      status: answer.status,
      names: [...answer.headers.keys()].toSorted(),
      headers: headers.map(([name, value]) => [name, neutral(value)]),
      body: isText ? neutral(bytes.toString()) : bytes.subarray(0, 12).toString('hex'),
      // A PDF and an archive say when they were made.
      bytes: isText || /pdf|zip/.test(answer.headers.get('content-type') ?? '') ? 0 : bytes.length,
    };
  };
  const small = { viewport_width: 200, viewport_height: 100 };
  const query = (more: Record<string, string>) =>
    new URLSearchParams({ viewport_width: '200', viewport_height: '100', ...more }).toString();

  t.test('an api alone answers as one process does, header for header', async (t) => {
    const metadata = { metadata_title: 'true', metadata_fonts: 'true', metadata_status: 'true' };
    const asks: Record<string, (service: Service) => Promise<Response>> = {
      screenshot: ({ get }) =>
        get(`/v1/screenshot?${query({ url: page, format: 'png', ...metadata })}`),
      'part of the cache: first': ({ get }) =>
        get(`/v1/screenshot?${query({ url: page, format: 'png', cache: 'true' })}`),
      'part of the cache: again': ({ get }) =>
        get(`/v1/screenshot?${query({ url: page, format: 'png', cache: 'true' })}`, {
          headers: { range: 'bytes=0-99' },
        }),
      pdf: ({ get }) => get(`/v1/pdf?${query({ url: page, attachment_name: 'paper' })}`),
      scrape: ({ post }) => post('/v1/scrape', { url: page, format: 'md' }),
      'scrape of HTML with files': ({ get }) => {
        const form = new FormData();
        form.set('html', '<!doctype html><title>Own</title><img src="dot.svg"><h1>Own</h1>');
        const dot =
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
        form.set('dot.svg', new Blob([dot], { type: 'image/svg+xml' }), 'dot.svg');
        return get('/v1/screenshot', { method: 'POST', body: form });
      },
      screencast: ({ post }) =>
        post('/v1/screencast', { url: page, duration: 0.4, fps: 5, ...small }),
      archive: ({ post }) => post('/v1/archive', { url: page }),
      captures: ({ post }) =>
        post('/v1/captures', {
          url: page,
          outputs: [
            { kind: 'screenshot', format: 'png' },
            { kind: 'scrape', format: 'md' },
            { kind: 'screenshot', selector: '#none' },
          ],
          ...small,
        }),
      'with an Idempotency-Key': ({ post }) =>
        post('/v1/scrape', { url: page }, { headers: { 'idempotency-key': 'once' } }),
      'the same again': ({ post }) =>
        post('/v1/scrape', { url: page }, { headers: { 'idempotency-key': 'once' } }),
      'an agent': ({ post }) =>
        post(
          '/mcp',
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'read', arguments: { url: page } },
          },
          { headers: { accept: 'application/json, text/event-stream' } },
        ),
      'a selector that is not there': ({ post }) =>
        post('/v1/screenshot', { url: page, selector: '#none', ...small }),
      'a page that is refused': ({ post }) =>
        post('/v1/screenshot', { url: missing, fail_if_status: [404] }),
      'a private address': ({ post }) => post('/v1/screenshot', { url: 'http://10.0.0.1/' }),
      'a host that is none': ({ post }) => post('/v1/screenshot', { url: 'http://none.invalid/' }),
      'a wrong parameter': ({ post }) => post('/v1/screenshot', { url: page, delay: 'long' }),
      'a script that fails': ({ post }) =>
        post('/v1/screenshot', { url: page, scripts: 'throw new Error("no")' }),
      usage: ({ get }) => get('/v1/usage'),
    };
    /** One of each way that an answer takes from a worker through the api. */
    const covering = new Set([
      'part of the cache: first',
      'part of the cache: again',
      'captures',
      'with an Idempotency-Key',
      'the same again',
      'a selector that is not there',
      'a private address',
      'usage',
    ]);
    for (const [name, ask] of Object.entries(asks)) {
      if (!covering.has(name) && !inDepth(t, name)) continue;
      const [one, two] = await Promise.all(
        [whole, parted].map(async (service) => told(service, await ask(service))),
      );
      t.same(two, one, `${name}: ${one?.status}`);
    }
    for (const service of whole.services) t.equal(await service.stop(), 0);
  });

  t.test('the render of a client that leaves ends, and costs nothing', async (t) => {
    const { post, get, place, services } = parted;
    const used = async () => ((await (await get('/v1/usage')).json()) as Usage).hits;
    const before = await used();
    const client = new AbortController();
    const asked = post(
      '/v1/screenshot',
      { url: page, ...small, delay: 20 },
      { signal: client.signal },
    );
    asked.catch(() => {});
    await inDatabase(place, async (db) => {
      const states = async () => {
        const { rows } = await db.query<{ worker: string | null }>('SELECT worker FROM handoffs');
        return rows.map(({ worker }) => worker !== null);
      };
      await until(async () => (await states())[0] === true);
      client.abort();
      await until(async () => (await states()).length === 0);
    });
    await until(async () => (await metric(services[1], 'tintype_renders_running')) === 0);
    t.same(await used(), before, 'nothing was counted, and nothing is held');
  });

  t.test('what is queued, and what it brings, needs no worker in the api', async (t) => {
    const { get, post, services } = parted;
    const [api, worker] = services as [ServiceProcess, ServiceProcess];
    const queued = await post('/v1/screenshot', { url: page, ...small, async: true });
    t.equal(queued.status, 202);
    const { id } = (await queued.json()) as { id: string };
    const state = async () =>
      (await (await get(`/v1/requests/${id}`)).json()) as { status: string };
    await until(async () => (await state()).status === 'succeeded');
    t.equal(await metric(api, 'tintype_browsers'), 0, 'an api starts no browser');
    t.ok(Number(await metric(worker, 'tintype_browsers')) > 0);
  });

  t.test('a worker answers what it needs, and no clients', async (t) => {
    const [, worker] = parted.services as [ServiceProcess, ServiceProcess];
    const status = async (path: string) => (await fetch(`${worker.address}${path}`)).status;
    t.same(await Promise.all(['/health', '/ready', '/metrics'].map(status)), [200, 200, 200]);
    t.same(
      await Promise.all(['/v1/screenshot', '/v1/usage', '/console', '/reference'].map(status)),
      [404, 404, 404, 404],
    );
  });

  t.test('a worker that is killed loses nothing: another one renders it', async (t) => {
    const { place, dataDir, services } = parted;
    const [api] = services as [ServiceProcess];
    const store = await openStore({ place, dataDir });
    const keys: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      keys.push((await store.accounts.create({ name, plan: 'scale' })).keys.accessKey);
    }
    await store.close();
    const args = ['--store', place, ...common, '--role', 'worker'];
    const second = await runService(t, { args, dataDir });
    const answers = Promise.all(
      keys.map((key) =>
        fetch(`${api.address}/v1/screenshot?${query({ url: page, delay: '1.5' })}`, {
          headers: { 'x-access-key': key },
        }),
      ),
    );
    await inDatabase(place, async (db) => {
      const isBusy = async () => {
        const { rows } = await db.query<{ worker: string | null }>('SELECT worker FROM handoffs');
        const held = new Set(rows.flatMap(({ worker }) => worker ?? []));
        return held.size > 1;
      };
      await until(isBusy);
    });
    second.child.kill('SIGKILL');
    await second.ended;
    const statuses = (await answers).map(({ status }) => status);
    t.same(
      statuses,
      keys.map(() => 200),
    );
  });

  testInDepth(t, 'without a worker an api is ready, and says what it lacks', async (t) => {
    const alone = await start(['api']);
    const [api] = alone.services as [ServiceProcess];
    const ready = async () => (await fetch(`${api.address}/ready`)).json();
    t.same(await ready(), { status: 'ready', message: 'No worker renders now.' });
    const client = new AbortController();
    const asked = alone.get(`/v1/screenshot?${query({ url: page })}`, { signal: client.signal });
    asked.catch(() => {});
    const waiting = async () => (await metric(api, 'tintype_renders_waiting')) ?? 0;
    await until(async () => (await waiting()) !== 0);
    client.abort();
    await until(async () => (await waiting()) === 0);
    t.equal(await api.stop(), 0);
  });
}

interface Usage {
  hits: object;
}

async function metric(
  service: ServiceProcess | undefined,
  name: string,
): Promise<number | undefined> {
  const text = await (await fetch(`${service?.address}/metrics`)).text();
  const found = new RegExp(`^${name}(?:\\{[^}]*interactive[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
