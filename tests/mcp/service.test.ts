import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { sharp } from '@tintype/core/sharp';
import { createAnswerAgent } from '@tintype/mcp/service';
import { COLOURS, readPixels, solidPage, until } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { createService, type Caller } from '../service/lab.ts';
import { addSessionSite, sid, stateOf } from '../service/session-site.ts';

interface Answer {
  isError?: boolean;
  content: { type: string; text?: string; data?: string; uri?: string; mimeType?: string }[];
  structuredContent?: Record<string, unknown> & { file: string };
}

const service = await createService(t, {
  server: {
    corsOrigins: ['https://app.example'],
    // The parts are there when it is first called.
    answerAgent: (call) => answerAgent(call),
  },
});
const answerAgent = createAnswerAgent({
  store: service.store,
  jobs: service.jobs,
  version: '1.0.0',
});
const { pages, address } = service;
const owner = await service.account();

interface CallOptions {
  onprogress?: (step: { progress: number; total?: number | undefined }) => void;
}

async function connect(t: Test, headers: Record<string, string>) {
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    requestInit: { headers },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  t.teardown(() => client.close());
  const call = async (name: string, given: Record<string, unknown>, options?: CallOptions) =>
    (await client.callTool({ name, arguments: given }, options)) as unknown as Answer;
  return { client, call };
}

const keyed = ({ accessKey }: Caller) => ({ 'X-Access-Key': accessKey });

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

t.test('what an agent does with a service', async (t) => {
  const { client, call } = await connect(t, keyed(owner));
  const { tools } = await client.listTools();
  t.same(
    tools.map(({ name }) => name),
    ['screenshot', 'read', 'pdf', 'record', 'compare', 'tasks'],
  );

  const tall = pages.page(
    '/tall',
    '<title>Tall</title><body style="margin:0;height:2000px;background:#0f0">',
  );
  const shot = await call('screenshot', { url: tall, full_page: true, format: 'png' });
  t.match(shot.structuredContent, { url: tall, title: 'Tall', height: 2000, receipt: {} });
  const seen = await readPixels(Buffer.from(shot.content[0]?.data ?? '', 'base64'));
  t.ok(seen.width <= 1000 && seen.height <= 1000, `${seen.width} x ${seen.height}`);
  const { file = '' } = shot.structuredContent ?? {};
  t.match(file, new RegExp(`^${address}/v1/files/[0-9a-f]{64}\\.png$`));
  t.match(shot.content[1], { type: 'resource_link', uri: file, mimeType: 'image/png' });
  const image = await readPixels(Buffer.from(await (await fetch(file)).arrayBuffer()));
  t.same([image.width, image.height], [1280, 2000], 'the link opens without a key');
  t.equal(await owner.used(), 1, 'it counts');
  const { requests } = (await (await owner.get('/v1/requests')).json()) as { requests: object[] };
  t.match(requests, [{ api: 'screenshot', status: 'succeeded', file }]);

  const words = Array.from({ length: 300 }, (_, n) => `<p>Paragraph ${n} of the long text.`);
  const long = pages.page('/long', `<title>Long</title><main>${words.join('')}</main>`);
  let answer = await call('read', { url: long, max_chars: 4000, main_content: false });
  let text = answer.content[0]?.text ?? '';
  for (let cursor = answer.structuredContent?.['next_cursor']; cursor;) {
    // Another connection, as of another instance: nothing is kept between two calls.
    answer = await (await connect(t, keyed(owner))).call('read', { cursor, max_chars: 4000 });
    text += answer.content[0]?.text ?? '';
    cursor = answer.structuredContent?.['next_cursor'];
  }
  t.equal(text.match(/Paragraph \d+ of the long text\./g)?.length, 300);
  t.equal(await owner.used(), 2, 'reading on costs nothing');

  const parameters = { viewport_width: 100, viewport_height: 50 };
  const red = await call('screenshot', {
    html: solidPage(COLOURS.red),
    format: 'png',
    more: parameters,
  });
  const white = pages.page('/white', solidPage(COLOURS.white));
  const before = red.structuredContent?.file;
  const compared = await call('compare', { before, after: white, parameters });
  t.match(compared.structuredContent, { changed: 1, before, same_size: true });
  t.equal((await fetch(compared.structuredContent?.file ?? '')).status, 200);
  t.equal(await owner.used(), 4, 'a comparison counts its screenshots');

  const pdf = await call('pdf', { html: '<h1>On paper' });
  const paper = await fetch(pdf.structuredContent?.file ?? '');
  t.equal(paper.headers.get('content-type'), 'application/pdf');
});

t.test('an agent reads with a session of its account only', async (t) => {
  addSessionSite(pages);
  const [one, other] = [await service.account(), await service.account()];
  await one.post('/v1/sessions', { name: 'shop', storage_state: stateOf(pages) });
  const given = { url: pages.url('/account'), main_content: false, more: { session: 'shop' } };
  const answer = await (await connect(t, keyed(one))).call('read', given);
  t.match(answer.content[0]?.text, /Hello Ada/);
  t.match(answer.structuredContent, { receipt: { session: { name: 'shop', used: true } } });
  t.notMatch(JSON.stringify(answer), sid);
  const refused = await (await connect(t, keyed(other))).call('read', given);
  t.match([refused.isError, refused.content[0]?.text], [true, /no session/]);
});

t.test('tasks', async (t) => {
  const { call } = await connect(t, keyed(owner));
  const task = {
    name: 'Home',
    api: 'pdf',
    query: 'url=https://example.com',
    frequency: 'every_day',
  };
  const created = await call('tasks', { action: 'create', task });
  t.match(created.structuredContent, { task: { name: 'Home', api: 'pdf' } });
  t.equal(service.woken.scheduler, 1, 'the scheduler looks at once');
  const { id } = (created.structuredContent?.['task'] ?? {}) as { id?: number };
  await call('tasks', { action: 'update', id, task: { name: 'Front' } });
  const listed = await call('tasks', { action: 'list' });
  t.match(listed.structuredContent, { tasks: [{ id, name: 'Front' }] });
  const other = await connect(t, keyed(await service.account()));
  t.match(await other.call('tasks', { action: 'delete', id }), {
    isError: true,
    content: [{ text: /^not_found: / }],
  });
  await call('tasks', { action: 'delete', id });
  t.same((await call('tasks', { action: 'list' })).structuredContent, { tasks: [] });
  const wrong = await call('tasks', { action: 'burn' });
  t.match(wrong.content[0]?.text, /action must be one of list, create, update, delete; got "burn"/);
  const poor = await connect(t, keyed(await service.account({ plan: 'free' })));
  t.match((await poor.call('tasks', { action: 'list' })).content[0]?.text, /^plan_required: /);
});

t.test('what goes wrong is an answer', async (t) => {
  const { call } = await connect(t, keyed(owner));
  const textOf = async (name: string, given: Record<string, unknown>) => {
    const { isError, content } = await call(name, given);
    t.ok(isError, name);
    return content[0]?.text;
  };
  t.match(
    await textOf('screenshot', { url: 'http://10.0.0.1/' }),
    /^target_denied: .*The operator can allow/s,
  );
  t.match(
    await textOf('screenshot', { html: 'x', more: { async: true } }),
    /async must be left out/,
  );
  t.match(await textOf('screenshot', { html: 'x', more: { nothing: 1 } }), /^unknown_parameter: /);
  t.match(await textOf('read', { cursor: `${'a'.repeat(64)}:500` }), /cursor is not known/);
});

t.test('reads stored files locally if they are the requested ones and not too large', async (t) => {
  const account = await service.account();
  const { call } = await connect(t, keyed(account));
  const keep = async (mediaType: string, extension: string, body: Uint8Array) => {
    const expiresAt = Date.now() + 60_000;
    const written = await service.store.fileBytes.write(body);
    await service.store.files.add(account.id, { ...written, mediaType, extension, expiresAt });
    return written.name;
  };
  const read = async (name: string) =>
    (await call('read', { cursor: `${name}:0` })).content[0]?.text;
  const text = Buffer.from('what it says');
  t.equal(await read(await keep('text/markdown', 'md', text)), 'what it says');
  t.match(await read(await keep('application/pdf', 'pdf', text)), /cursor is not known/);
  const large = Buffer.alloc(32 * 2 ** 20 + 1, 'x');
  t.match(
    await read(await keep('text/markdown', 'md', large)),
    /^invalid_request: .*at most 33554432/,
  );
  const image = `${await keep('image/png', 'png', large)}.png`;
  const compared = await call('compare', { before: image, after: image });
  t.match(compared.content[0]?.text, /^invalid_request: .*at most 33554432/);
  // Takes long enough that others arrive meanwhile.
  const rows = { width: 5001, height: 5000, channels: 1 } as const;
  const plain = sharp(Buffer.alloc(rows.width * rows.height), { raw: rows });
  const before = `${await keep('image/png', 'png', await plain.png({ compressionLevel: 1 }).toBuffer())}.png`;
  const many = await Promise.all(
    Array.from({ length: 5 }, () => call('compare', { before, after: before })),
  );
  const said = many.map(({ content }) => content.at(-1)?.text ?? '');
  t.equal(said.filter((text) => text.startsWith('{"same"')).length, 2);
  t.equal(said.filter((text) => text.startsWith('queue_full')).length, 3);
});

t.test('an error names its request, which its trace is found by', async (t) => {
  const { call } = await connect(t, keyed(owner));
  const failed = await call('screenshot', {
    url: pages.url('/none'),
    more: { keep_trace: true, fail_on_status: '404' },
  });
  const id = /^bad_status: .* Request id: ([0-9a-f-]{36})\.$/s.exec(
    failed.content[0]?.text ?? '',
  )?.[1];
  t.ok(id, `${failed.content[0]?.text}`);
  t.equal((await owner.get(`/v1/requests/${id}/trace`)).status, 200);
});

t.test('reports the progress of a recording while it is made', async (t) => {
  const { call } = await connect(t, keyed(owner));
  const small = { viewport_width: 200, viewport_height: 100, duration: 1, fps: 5 };
  const steps: { progress: number; total?: number | undefined }[] = [];
  const onprogress = (step: (typeof steps)[number]) => void steps.push(step);
  const video = await call('record', { html: '<p>moving', ...small }, { onprogress });
  t.match(video.structuredContent?.file, /\.mp4$/);
  t.match(steps[0], { progress: 0, total: 5 });
  t.match(steps.at(-1), { progress: 5, total: 5 });
  const told = steps.map(({ progress }) => progress);
  t.same(
    told,
    [...new Set(told)].toSorted((a, b) => a - b),
    'it only grows',
  );
});

t.test('files of others are no files', async (t) => {
  const { call } = await connect(t, keyed(owner));
  const shot = await call('screenshot', { html: 'mine', format: 'png' });
  const read = await call('read', {
    html: `<p>${'secret '.repeat(200)}`,
    max_chars: 500,
    more: {},
  });
  const cursor = read.structuredContent?.['next_cursor'];
  t.match(cursor, /^[0-9a-f]{64}:\d+$/);
  const other = await connect(t, keyed(await service.account()));
  const name = shot.structuredContent?.file.split('/').at(-1);
  t.match(
    (await other.call('compare', { before: name, after: name })).content[0]?.text,
    /before must be a URL/,
  );
  t.match((await other.call('read', { cursor })).content[0]?.text, /cursor is not known/);
});

t.test('the key, and who may bring it', async (t) => {
  t.equal((await post(listTools)).status, 401);
  t.equal((await post(listTools, { authorization: 'Bearer wrong' })).status, 401);
  t.equal((await post(listTools, { 'X-Access-Key': 'wrong' })).status, 401);
  const bearer = { authorization: `Bearer ${owner.accessKey}` };
  t.equal((await post(listTools, bearer)).status, 200);
  const { client } = await connect(t, bearer);
  t.equal((await client.listTools()).tools.length, 6);
  const elsewhere = await fetch(`${address}/v1/usage`, { headers: bearer });
  t.equal(elsewhere.status, 401, 'elsewhere nothing has changed');

  const from = (origin: string) => post(listTools, { ...keyed(owner), origin });
  t.equal((await from('https://evil.example')).status, 403);
  t.equal((await from('https://app.example')).status, 200);
  t.equal((await from(address)).status, 200);
});

t.test('the own origin of a service below a path', async (t) => {
  const below = await createService(t, {
    server: {
      baseUrl: 'https://shots.example/below',
      answerAgent: createAnswerAgent({ ...service, version: '1.0.0' }),
    },
  });
  const caller = await below.account();
  const from = async (origin: string) => {
    const answer = await fetch(`${below.address}/mcp`, {
      method: 'POST',
      headers: {
        ...keyed(caller),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        origin,
      },
      body: JSON.stringify(listTools),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  t.equal(await from('https://shots.example'), 200);
  t.equal(await from('https://evil.example'), 403);
});

t.test('bounds', async (t) => {
  const batch = await post([listTools, listTools], keyed(owner));
  t.equal(batch.status, 400, 'one request of the minute is one call');
  t.match(await batch.json(), { code: 'invalid_request' });
  const stream = await fetch(`${address}/mcp`, { headers: keyed(owner) });
  t.equal(stream.status, 405, 'no stream is held open');
  t.equal(stream.headers.get('allow'), 'POST');

  const once = await service.account({ ratePerMinute: 2 });
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push((await post(listTools, keyed(once))).status);
  t.same(answers, [200, 200, 429]);
  const free = await service.account({ quotaPerMonth: 1 });
  const { call } = await connect(t, keyed(free));
  t.notOk((await call('screenshot', { html: 'one' })).isError);
  t.match((await call('screenshot', { html: 'two' })).content[0]?.text, /^quota_exceeded: /);
});

t.test('a client that goes away ends its render', async (t) => {
  const slow = pages.route('/slow', () => {});
  const controller = new AbortController();
  const call = {
    ...listTools,
    method: 'tools/call',
    params: { name: 'screenshot', arguments: { url: slow } },
  };
  const asked = fetch(`${address}/mcp`, {
    method: 'POST',
    signal: controller.signal,
    headers: {
      ...keyed(owner),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(call),
  }).catch(() => {});
  await until(() => pages.requests('/slow').length !== 0);
  const before = service.executions.length;
  controller.abort();
  await asked;
  await until(() => service.executions.length !== before);
  t.match(service.executions.at(-1), { outcome: 'cancelled' });
});
