import { headerTable } from '@tintype/contract/headers';
import { strFromU8, unzipSync } from 'fflate';
import { testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService, type Caller } from './lab.ts';
import { createReceiver } from './receiver.ts';

/** Offset of the service's clock, in ms. */
let aheadMs = 0;
const service = await createService(t, { background: true, now: () => Date.now() + aheadMs });
const { pages } = service;
let loads = 0;
const page = pages.route('/counted', (_request, answer) => {
  loads += 1;
  answer
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Counted</title><h1>One load</h1><p>of a page</p>');
});
const small = { url: page, viewport_width: 200, viewport_height: 100 };
const outputs = [
  { kind: 'screenshot', format: 'webp', metadata_title: true },
  { kind: 'pdf', name: 'paper.pdf' },
  { kind: 'scrape', format: 'md' },
];

interface Output {
  name: string;
  kind: string;
  file?: string;
  expires?: number;
  media_type?: string;
  bytes?: number;
  metadata?: object;
  error?: { code: string };
}

interface Captures {
  id: string;
  status: string;
  outputs: Output[];
}

async function captured(caller: Caller, body: object, init: RequestInit = {}): Promise<Captures> {
  const answer = await caller.post('/v1/captures', body, init);
  const told = await answer.text();
  t.equal(answer.status, 200, told.slice(0, 500));
  return JSON.parse(told) as Captures;
}

t.test('several files of one load, with their addresses', async (t) => {
  const caller = await service.account();
  loads = 0;
  const told = await captured(caller, { ...small, outputs });
  t.equal(loads, 1, 'one load');
  t.equal(await caller.used(), 1, 'which counts as one render');
  t.match(told, {
    status: 'succeeded',
    api: 'captures',
    url: page,
    outputs: [
      {
        name: 'screenshot.webp',
        kind: 'screenshot',
        media_type: 'image/webp',
        metadata: { title: 'Counted' },
      },
      { name: 'paper.pdf', kind: 'pdf', media_type: 'application/pdf', metadata: undefined },
      { name: 'scrape.md', kind: 'scrape', media_type: 'text/markdown; charset=utf-8' },
    ],
  });
  const files = await Promise.all(
    told.outputs.map(async ({ file = '', bytes = 0 }) => {
      const content = Buffer.from(await (await fetch(file)).arrayBuffer());
      t.equal(content.byteLength, bytes);
      return content;
    }),
  );
  t.equal(files[0]?.toString('latin1', 8, 12), 'WEBP');
  t.equal(files[1]?.toString('latin1', 0, 5), '%PDF-');
  t.match(files[2]?.toString(), /# One load\n\nof a page/);
  const again = await caller.get(`/v1/requests/${told.id}`);
  t.same(await again.json(), told, 'and they can be asked for again');
  const list = await caller.get('/v1/requests?api=captures');
  t.match(await list.json(), { requests: [{ id: told.id, outputs: [{}, {}, {}] }] });
  t.equal(service.executions.at(-1)?.kind, 'captures');
});

t.test('all of them in one body: a zip, or multipart/mixed', async (t) => {
  const caller = await service.account();
  const wanted = {
    ...small,
    cache_ttl: 60,
    outputs: [...outputs, { kind: 'screenshot', selector: '#none' }],
  };
  const accept = (type: string) => ({ headers: { accept: type } });
  const zip = await caller.post('/v1/captures', wanted, accept('application/zip'));
  t.equal(zip.status, 200);
  t.equal(zip.headers.get('content-type'), 'application/zip');
  t.match(zip.headers.get('content-disposition'), /^attachment; filename="tintype-.*\.zip"/);
  const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  t.same(Object.keys(entries), ['manifest.json', 'screenshot.webp', 'paper.pdf', 'scrape.md']);
  t.match(strFromU8(entries['scrape.md'] ?? new Uint8Array()), /# One load/);
  const manifest = JSON.parse(strFromU8(entries['manifest.json'] ?? new Uint8Array())) as Captures;
  t.match(manifest.outputs, [
    { name: 'screenshot.webp', bytes: entries['screenshot.webp']?.byteLength },
    { name: 'paper.pdf', bytes: entries['paper.pdf']?.byteLength },
    { name: 'scrape.md' },
    { name: 'screenshot.jpeg', error: { code: 'selector_not_found' }, file: undefined },
  ]);

  const path = `/v1/requests/${manifest.id}`;
  const later = await caller.get(path, accept('application/zip'));
  t.same(Object.keys(unzipSync(new Uint8Array(await later.arrayBuffer()))), Object.keys(entries));

  const mixed = await caller.get(path, accept('multipart/mixed'));
  const type = mixed.headers.get('content-type') ?? '';
  const [, boundary = ''] = /^multipart\/mixed; boundary=(.+)$/.exec(type) ?? [];
  const body = Buffer.from(await mixed.arrayBuffer()).toString('latin1');
  t.ok(body.endsWith(`\r\n--${boundary}--\r\n`));
  const parts = body.split(`--${boundary}`).slice(1, -1);
  t.equal(parts.length, 4);
  t.match(
    parts[1],
    /^\r\nContent-Type: image\/webp\r\nContent-Disposition: attachment; filename="screenshot\.webp"\r\n\r\nRIFF/,
  );
  const [, image = ''] = parts[1]?.split('\r\n\r\n', 2) ?? [];
  t.equal(
    parts[1]?.slice(parts[1].indexOf('RIFF'), -2).length,
    entries['screenshot.webp']?.byteLength,
    `the whole file, ${image.length} characters to its first blank line`,
  );

  aheadMs = 90_000;
  const expired = await caller.get(path, accept('application/zip'));
  aheadMs = 0;
  t.equal(expired.status, 404, 'although its bytes are still there');
  t.match(await expired.json(), { message: 'The file screenshot.webp has expired.' });

  const { outputs: told } = manifest;
  await service.store.files.remove([/files\/(\w+)\./.exec(told[1]?.file ?? '')?.[1] ?? '']);
  await service.store.fileBytes.remove(/files\/(\w+)\./.exec(told[1]?.file ?? '')?.[1] ?? '');
  const gone = await caller.get(path, accept('application/zip'));
  t.equal(gone.status, 404);
  t.match(await gone.json(), { message: 'The file paper.pdf has expired.' });
});

testInDepth(t, 'async: queued, with one webhook that carries all of them', async (t) => {
  const { url: webhook_url, calls } = createReceiver(pages, '/hook');
  const caller = await service.account();
  const webhook = { async: true, webhook_url };
  const answer = await caller.post('/v1/captures', {
    ...small,
    ...webhook,
    outputs: [...outputs, { kind: 'screenshot', selector: '#none', name: 'none.png' }],
  });
  t.equal(answer.status, 202);
  const { id } = (await answer.json()) as Captures;
  await until(() => calls.length > 0);
  t.match(JSON.parse(calls[0]?.body ?? ''), {
    id,
    outputs: [
      { name: 'screenshot.webp', kind: 'screenshot', file: /^http.+\.webp$/, expires: Number },
      { name: 'paper.pdf', kind: 'pdf', file: /\.pdf$/ },
      { name: 'scrape.md', kind: 'scrape', file: /\.md$/ },
      { name: 'none.png', kind: 'screenshot', error: { statusCode: 422 } },
    ],
  });
  t.equal(calls.length, 1);
  t.match(await (await caller.get(`/v1/requests/${id}`)).json(), {
    status: 'succeeded',
    outputs: [{ file: /\.webp$/ }, {}, {}, { error: { code: 'selector_not_found' } }],
  });
  t.equal(await caller.used(), 1);
});

t.test('the same Idempotency-Key has the same files', async (t) => {
  const caller = await service.account();
  const init = { headers: { 'Idempotency-Key': 'one' } };
  loads = 0;
  const first = await captured(caller, { ...small, outputs }, init);
  const second = await caller.post('/v1/captures', { ...small, outputs }, init);
  t.equal(second.headers.get(headerTable.replayed.name), 'true');
  t.same(await second.json(), first);
  t.equal(loads, 1);
  t.equal(await caller.used(), 1);
});

t.test('what is wrong, and who may not', async (t) => {
  const caller = await service.account();
  const refused = async (body: object, status: number, told: object) => {
    const answer = await caller.post('/v1/captures', body);
    t.match([answer.status, await answer.json()], [status, told], JSON.stringify(body));
  };
  await refused({ ...small, outputs: [{ kind: 'pdf', format: 'png' }, { kind: 'film' }] }, 400, {
    details: [{ parameter: 'outputs[1].kind' }],
  });
  await refused({ ...small, outputs: [...outputs, { kind: 'screenshot', format: 'x' }] }, 400, {
    code: 'invalid_parameter',
    details: [{ parameter: 'outputs[3].format' }],
  });
  await refused({ ...small, outputs: Array.from({ length: 11 }, () => outputs[0]) }, 400, {
    message: /1 to 10/,
  });
  await refused([], 400, { code: 'invalid_request' });
  await refused(
    { ...small, timeout: 4, outputs: [{ kind: 'screenshot', selector: '#none' }] },
    422,
    {
      code: 'selector_not_found',
      details: [{ parameter: 'outputs[0]' }],
    },
  );
  await refused({ url: 'http://127.0.0.9/', outputs }, 403, { code: 'target_denied' });
  const texts = await captured(caller, {
    ...small,
    viewport_width: '300',
    outputs: [{ kind: 'screenshot', full_page: 'true' }],
  });
  t.equal(texts.outputs[0]?.name, 'screenshot.jpeg', 'texts stand for what they say');
  const published = await service.store.accounts.publish(caller.id, ['screenshot']);
  const answer = await fetch(`${service.address}/v1/captures`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-access-key': published?.publishableKey ?? '',
    },
    body: JSON.stringify({ ...small, outputs }),
  });
  t.equal(answer.status, 401);
  t.equal((await caller.get('/v1/captures')).status, 405);
});

t.test('a quota that all of them together exceed', async (t) => {
  const caller = await service.account({ quotaPerMonth: 1 });
  const film = { kind: 'screencast', duration: 0.2, fps: 5 };
  const answer = await caller.post('/v1/captures', { ...small, outputs: [film, film] });
  t.equal(answer.status, 423);
  await captured(caller, { ...small, outputs });
  t.equal(await caller.used(), 1);
});

t.test('capture steps: an output of each point, in one load', async (t) => {
  const caller = await service.account();
  const html = `<h1>Start</h1><button onclick="document.querySelector('h1').textContent = 'End'">Go</button>`;
  const url = pages.page('/points', `<!doctype html><title>Points</title>${html}`);
  const steps = [{ capture: 'start' }, { capture: 'image' }, { click: 'text/Go' }];
  const texts = ['start.md', 'end.md'].map((name) => ({ kind: 'scrape', format: 'md', name }));
  const told = await captured(caller, { ...small, url, steps, outputs: texts });
  t.match(told.outputs, [
    { name: 'start.md' },
    { name: 'end.md' },
    { name: 'image.jpeg', media_type: 'image/jpeg' },
  ]);
  const [start, end] = await Promise.all(
    told.outputs.map(async ({ file = '' }) => (await fetch(file)).text()),
  );
  t.match(start, /^# Start/m);
  t.match(end, /^# End/m);
});

t.test('a step that fails fails the outputs after it', async (t) => {
  const caller = await service.account();
  const steps = [{ capture: 'start' }, { click: '#none', timeout: 100 }, { capture: 'end' }];
  const { outputs: made } = await captured(caller, { ...small, steps });
  t.match(made, [
    { name: 'start.jpeg', media_type: 'image/jpeg' },
    { name: 'end.jpeg', error: { code: 'step_failed' } },
  ]);
});
