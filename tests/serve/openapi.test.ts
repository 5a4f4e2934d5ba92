import { createFixtureServer, inDepth, until } from '@tintype/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t, { type Test } from 'tap';
import { runService } from './run-service.ts';

// What the running service answers, held against what it says about itself.

interface PublicDetails {
  headers?: Record<string, object>;
  content?: Record<string, object>;
}

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, PublicDetails> }>>;
}

const pages = await createFixtureServer(t);
const hello = pages.page('/hello', '<!doctype html><title>hello</title><p>Hello');
const service = await runService(t, { args: ['--egress-allow', '127.0.0.1'] });
const { address, accessKey } = service;
const text = await (await fetch(`${address}/openapi.json`)).text();
const description = JSON.parse(text) as Description;

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...description, $id: 'https://tintype.example/api' });

/** The path of the description that fits, and its template. */
function templateOf(path: string): string {
  const found = Object.keys(description.paths).find((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  if (found === undefined) throw new Error(`${path} is not described`);
  return found;
}

const pointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

async function ask(
  test: Pick<Test, 'ok' | 'same'>,
  method: string,
  path: string,
  wishes: { body?: object; key?: string; headers?: Record<string, string> } = {},
) {
  const { body, key = accessKey, headers = {} } = wishes;
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      'x-access-key': key,
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const template = templateOf(new URL(path, address).pathname);
  const operation = method.toLowerCase();
  const name = `${method} ${template} ${answer.status}`;
  const response = description.paths[template]?.[operation]?.responses[answer.status];
  test.ok(response, `${name} is described`);
  for (const header of answer.headers.keys()) {
    if (
      !/^(x-tintype|x-ratelimit|retry-after|location|server-timing|etag|content-range)/.test(header)
    )
      continue;
    const told = Object.keys(response?.headers ?? {}).map((one) => one.toLowerCase());
    test.ok(told.includes(header), `${name}: ${header} is described`);
  }
  const type = answer.headers.get('content-type')?.replace(/;.*/, '');
  const content = Object.keys(response?.content ?? {}).find(
    (one) => one.replace(/;.*/, '') === type || one === '*/*',
  );
  const isBare = method === 'HEAD' || answer.status === 304;
  test.ok(content !== undefined || type === undefined || isBare, `${name}: ${type} is described`);
  if (isBare || type !== 'application/json') {
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength, json: {} };
  }
  const json = (await answer.json()) as Record<string, unknown>;
  const place = ['paths', template, operation, 'responses', String(answer.status), 'content'];
  const schema = [...place, content ?? '', 'schema'].map(pointer).join('/');
  const validate = ajv.getSchema(`https://tintype.example/api#/${encodeURI(schema)}`);
  test.ok(validate, `${name} has a schema`);
  await validate?.(json);
  test.same(validate?.errors ?? [], [], `${name}: the body fits`);
  return { status: answer.status, bytes: 0, json };
}

t.test('the front page links to the console, the reference and the description', async (t) => {
  const front = await (await fetch(`${address}/`)).text();
  const links = [...front.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? '');
  t.same(links, ['console', 'reference', 'openapi.json']);
  for (const path of links) t.equal((await fetch(new URL(path, `${address}/`))).status, 200, path);
});

t.test('renders, and what goes wrong with them', async (t) => {
  const query = `url=${encodeURIComponent(hello)}&viewport_width=100`;
  const headers =
    'metadata_title=1&metadata_hash=1&metadata_status=1&metadata_image_size=1&cache=1';
  t.match(await ask(t, 'GET', `/v1/screenshot?${query}&${headers}&duration=3`), { status: 200 });
  const kept = `/v1/screenshot?${query}&${headers}`;
  t.match(await ask(t, 'HEAD', kept), { status: 200, bytes: 0 });
  t.match(await ask(t, 'GET', kept, { headers: { range: 'bytes=0-9' } }), {
    status: 206,
    bytes: 10,
  });
  t.match(await ask(t, 'GET', kept, { headers: { 'if-none-match': '*' } }), { status: 304 });
  t.match(await ask(t, 'HEAD', `/v1/scrape?${query}`), { status: 200 });
  t.match(await ask(t, 'HEAD', '/v1/scrape'), { status: 400 });
  for (const [kind, format] of [
    ['screenshot', 'png'],
    ['screenshot', 'gif'],
    ['pdf', undefined],
    ['scrape', 'html'],
    ['scrape', 'md'],
  ] as const) {
    const isCovering = kind === 'pdf' || format === 'png' || format === 'md';
    if (!isCovering && !inDepth(t, `${kind} ${format}`)) continue;
    const body = { url: hello, format, viewport_width: 200, viewport_height: 100 };
    const { status, bytes } = await ask(t, 'POST', `/v1/${kind}`, { body });
    t.equal(status, 200, `${kind} ${format}`);
    t.ok(bytes > 0);
  }
  t.match(await ask(t, 'GET', '/v1/screenshot?delay=31'), { status: 400 });
  t.match(await ask(t, 'GET', `/v1/pdf?${query}`, { key: 'wrong' }), { status: 401 });
  t.match(await ask(t, 'GET', `/v1/pdf?${query}&signature=${'0'.repeat(64)}`), { status: 403 });
  const body = { url: 'http://10.0.0.1/' };
  t.match(await ask(t, 'POST', '/v1/scrape', { body }), { status: 403 });
  const nowhere = { url: 'http://127.0.0.1:9/' };
  t.match(await ask(t, 'POST', '/v1/pdf', { body: nowhere }), { status: 422 });
  const hanging = { url: pages.hang('/hang'), timeout: 0.5 };
  t.match(await ask(t, 'POST', '/v1/pdf', { body: hanging }), { status: 504 });
});

t.test('the reference page lists what the service has, and sends no other request', async (t) => {
  const page = await fetch(`${address}/reference`);
  t.equal(page.status, 200);
  t.match(page.headers.get('content-security-policy'), /script-src/);
  const html = await page.text();
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  t.ok(named.some((path) => path.endsWith('.js')) && named.some((path) => path.endsWith('.css')));
  for (const path of named) {
    const { origin, href } = new URL(path, page.url);
    if (href.startsWith('data:')) continue;
    t.equal(origin, address, path);
    const answer = await fetch(href);
    t.equal(answer.status, 200, path);
    t.ok((await answer.arrayBuffer()).byteLength > 0, path);
  }
});

t.test('requests, tasks, account, probes', async (t) => {
  const { status, json } = await ask(t, 'POST', '/v1/pdf', { body: { url: hello, async: true } });
  t.equal(status, 202);
  const url = await until(async () => {
    const { json: state } = await ask(t, 'GET', `/v1/requests/${String(json['id'])}`);
    if (state['status'] === 'failed') throw new Error('The request failed.');
    return state['file'];
  });
  const { pathname: file } = new URL(String(url));
  t.match(await ask(t, 'GET', file), { status: 200 });
  t.match(await ask(t, 'HEAD', file), { status: 200, bytes: 0 });
  t.match(await ask(t, 'GET', file, { headers: { range: 'bytes=0-3' } }), {
    status: 206,
    bytes: 4,
  });
  t.match(await ask(t, 'GET', file, { headers: { 'if-none-match': '*' } }), { status: 304 });
  t.match(await ask(t, 'GET', '/v1/requests/unknown'), { status: 404 });
  t.match(await ask(t, 'GET', `/v1/files/${'0'.repeat(64)}.png`), { status: 404 });

  const task = {
    name: 'Home',
    api: 'pdf',
    query: 'url=https://example.com',
    frequency: 'every_day',
  };
  const created = await ask(t, 'POST', '/v1/tasks', { body: task });
  t.equal(created.status, 201);
  const path = `/v1/tasks/${String(created.json['id'])}`;
  t.match(await ask(t, 'GET', '/v1/tasks'), { status: 200 });
  t.match(await ask(t, 'GET', path), { status: 200 });
  t.match(await ask(t, 'PATCH', path, { body: { enabled: false } }), { status: 200 });
  t.match(await ask(t, 'PATCH', path, { body: { crontab: 'x' } }), { status: 400 });
  t.match(await ask(t, 'POST', '/v1/tasks', { body: {} }), { status: 400 });
  t.match(await ask(t, 'DELETE', path), { status: 204 });
  t.match(await ask(t, 'GET', path), { status: 404 });

  for (const one of ['/v1/usage', '/v1/devices', '/health', '/ready', '/metrics']) {
    t.match(await ask(t, 'GET', one), { status: 200 }, one);
  }
  t.match(await ask(t, 'GET', '/v1/usage', { key: 'wrong' }), { status: 401 });
});
