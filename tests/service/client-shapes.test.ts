import { createHmac } from 'node:crypto';
import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { inDepth, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { createService } from './lab.ts';

// How other people's clients of such services ask, byte for byte: only the base address is another
// one. Their queries are written by hand as their languages write them, and their answers read as
// they read them.

const service = await createService(t);
const { address, pages } = service;
const caller = await service.account();
const keyOnly = { access_key: caller.accessKey };
const url = pages.page('/page', '<!doctype html><title>page</title><p class="ad">ad</p><p>page');

type Value = string | number | boolean | null | undefined | string[];
type Values = Record<string, Value>;

const hmac = (query: string) => createHmac('sha256', caller.secretKey).update(query).digest('hex');
const signed = (query: string) => `${query}&signature=${hmac(query)}`;

/** `new URLSearchParams` of `String(value)`: arrays are joined with commas, spaces are `+`. */
function typescriptQuery(values: Values): string {
  const given = Object.entries({ ...values, ...keyOnly }).filter(
    ([, value]) => value !== undefined,
  );
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** `urlencode({k: str(v)})`: `True`, `['a', 'b']`, and `[]` for empty lists. */
function pythonQuery(values: Values): string {
  const quoted = (item: string) => (item.includes("'") ? `"${item}"` : `'${item}'`);
  const str = (value: Value): string => {
    if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return String(value);
  };
  const given = Object.entries({ ...values, ...keyOnly }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, str(value)]),
  ).toString();
}

/** `http_build_query`: `1` and `0`, and `k%5B0%5D=a`. */
function phpQuery(values: Values): string {
  const pairs = Object.entries({ ...values, ...keyOnly }).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value))
      return value.map((item, at): [string, string] => [`${name}[${at}]`, item]);
    return [
      [name, typeof value === 'boolean' ? String(Number(value)) : String(value)] as [
        string,
        string,
      ],
    ];
  });
  return new URLSearchParams(pairs).toString();
}

const clients = { typescript: typescriptQuery, python: pythonQuery, php: phpQuery };

/** Lists that a Python client sends for every request. */
const unfilled: Values = {
  block_ressources: [],
  hide_selectors: [],
  cookies: [],
  headers: [],
  wait_until: [],
};

const wishes: Values = {
  url,
  viewport_width: 300,
  viewport_height: 200,
  device_scale_factor: 1.5,
  dark_mode: true,
  reduced_motion: false,
  block_ressources: ['font', 'media'],
  hide_selectors: ['.ad', 'p[title="a, b"]'],
  cookies: ['session=a b', 'theme=dark'],
  headers: ['X-One: first, second', 'X-Two: two'],
  wait_until: ['load', 'domcontentloaded'],
  timezone: 'Europe/Paris',
  geolocation_latitude: -48.85,
  geolocation_longitude: 2.35,
  user_agent: "A client's own/1.0 (yes)",
  delay: 0,
  metadata_title: true,
  metadata_status: true,
};

for (const [client, queryOf] of Object.entries(clients)) {
  t.test(`${client}: GETs of every kind, signed as it signs`, async (t) => {
    for (const [kind, more, mediaType] of [
      ['screenshot', { format: 'png', full_page: true, metadata_image_size: true }, 'image/png'],
      ['pdf', { pdf_paper_format: 'a4', pdf_print_background: true }, 'application/pdf'],
      ['scrape', { format: 'md', js_enabled: true }, 'text/markdown; charset=utf-8'],
    ] as const) {
      const ways = [false, true].filter(
        (isSigned) => isSigned || kind === 'screenshot' || inDepth(t, `${kind}, not signed`),
      );
      for (const isSigned of ways) {
        const query = queryOf({ ...wishes, ...more });
        const answer = await fetch(`${address}/v1/${kind}?${isSigned ? signed(query) : query}`);
        t.equal(
          answer.status,
          200,
          `${kind}: ${answer.status === 200 ? '' : await answer.clone().text()}`,
        );
        t.equal(answer.headers.get('content-type'), mediaType);
        t.equal(answer.headers.get('x-tintype-metadata-title'), 'page');
        await answer.arrayBuffer();
      }
      const sent = pages.requests('/page').at(-1)?.headers;
      t.match(
        sent,
        { 'x-one': 'first, second', 'x-two': 'two', 'user-agent': wishes['user_agent'] },
        kind,
      );
      t.equal(sent?.cookie, 'session=a b; theme=dark', kind);
    }
    const job = service.asked.at(-1);
    t.match(job, {
      block_ressources: ['media', 'font'],
      wait_until: ['load', 'domcontentloaded'],
      dark_mode: true,
      reduced_motion: false,
      geolocation_latitude: -48.85,
    });
    t.same(job?.hide_selectors, ['.ad', 'p[title="a, b"]']);
  });

  t.test(`${client}: a signature that was changed, and one that is required`, async (t) => {
    const query = queryOf({ url, viewport_width: 100 });
    const changed = await fetch(
      `${address}/v1/screenshot?${signed(query).replace('=100', '=200')}`,
    );
    t.equal(changed.status, 403);
    t.match(await changed.json(), { statusCode: 403, error: 'Forbidden', message: String });
  });
}

t.test('python: empty lists count as none', async (t) => {
  const query = pythonQuery({ ...unfilled, url });
  t.match(query, 'cookies=%5B%5D');
  const answer = await fetch(`${address}/v1/screenshot?${signed(query)}`);
  t.equal(answer.status, 200);
  await answer.arrayBuffer();
  t.equal(service.asked.at(-1)?.cookies, undefined);
  t.same(service.asked.at(-1)?.wait_until, ['domcontentloaded']);
});

/**
 * As a client without a dictionary that ignores case reads it: `curl` in PHP,
 * `dict(response.headers)` in Python.
 */
function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const own = { 'X-Access-Key': caller.accessKey, ...headers };
  const sent = send(`${address}${path}`, {
    method,
    headers: body === undefined ? own : { 'Content-Type': 'application/json', ...own },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return new Promise<{ status: number; headers: Record<string, string>; body: string }>(
    (resolve, reject) => {
      sent.once('error', reject).once('response', (answer) => {
        const pairs = answer.rawHeaders.flatMap((name, at): [string, string][] =>
          at % 2 === 0 ? [[name, answer.rawHeaders[at + 1] ?? '']] : [],
        );
        text(answer).then(
          (got) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: Object.fromEntries(pairs),
              body: got,
            }),
          reject,
        );
      });
    },
  );
}

t.test('each asks for a render that is done later', async (t) => {
  for (const [client, queryOf] of Object.entries(clients)) {
    const answer = await fetch(`${address}/v1/pdf?${signed(queryOf({ url, async: true }))}`);
    t.equal(answer.status, 202, client);
    const { id, status_url: state } = (await answer.json()) as { id: string; status_url: string };
    const asked = await fetch(`${state}?access_key=${caller.accessKey}`);
    t.match(await asked.json(), { id, status: 'queued', api: 'pdf' });
  }
});

testInDepth(t, 'tasks: created, listed, read, changed and removed as clients do', async (t) => {
  const task = {
    name: 'Every day',
    api: 'screenshot',
    query: new URLSearchParams({ url, format: 'png' }).toString(),
    frequency: 'every_day',
    timezone: 'Europe/Paris',
    enabled: true,
  };
  const created = await ask('POST', '/v1/tasks', task);
  t.equal(created.status, 201);
  const { id } = JSON.parse(created.body) as { id: number };
  t.type(id, 'number');
  const key = `access_key=${caller.accessKey}`;
  const list = await ask('GET', `/v1/tasks?${key}`, undefined, {
    'X-Access-Key': caller.accessKey,
  });
  t.match(JSON.parse(list.body), { tasks: [{ id, name: 'Every day', runs: 0 }] });
  const one = await fetch(`${address}/v1/tasks/${id}?${key}`);
  const known = (await one.json()) as Record<string, unknown>;
  const patched = await ask('PATCH', `/v1/tasks/${id}`, { ...known, enabled: false });
  t.equal(patched.status, 200, 'what GET gave, PATCH takes');
  t.match(JSON.parse(patched.body), { id, enabled: false });
  // A client sends the key of a POST in its body, too.
  const inBody = await fetch(`${address}/v1/tasks`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...task, name: 'Another', ...keyOnly }),
  });
  t.equal(inBody.status, 201);
  const other = ((await inBody.json()) as { id: number }).id;
  const removed = await fetch(`${address}/v1/tasks/${other}?${key}`, { method: 'DELETE' });
  t.equal(removed.status, 204);
  t.equal(await removed.text(), '');
  // One says what a body is where it sends none.
  const gone = await ask('DELETE', `/v1/tasks/${id}`, undefined, {
    'Content-Type': 'application/json',
  });
  t.equal(gone.status, 204);
  t.equal((await ask('DELETE', `/v1/tasks/${id}`)).status, 404);
});

t.test('POST as no-code tools and HTTP libraries send it', async (t) => {
  const bodies: Record<string, unknown>[] = [
    { url, viewport_width: '300', full_page: 'true', wait_until: 'load', delay: '', html: '' },
    { url, html: null, cookies: [], headers: null, format: 'PNG' },
    { url, ...keyOnly, block_ressources: 'font', hide_selectors: '.ad,.banner' },
  ];
  for (const body of bodies) {
    const answer = await ask('POST', '/v1/screenshot', body);
    t.equal(answer.status, 200, answer.status === 200 ? '' : answer.body);
  }
});
