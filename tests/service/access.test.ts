import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signLink, signQuery } from '@tintype/contract/signing';
import t from 'tap';
import { createService, type Caller } from './lab.ts';

const service = await createService(t);
const { address, pages, store } = service;
const hello = pages.page('/hello', '<!doctype html><title>hello</title>');
// What is right is rendered once for each account. What is refused is refused although the cache
// has it.
const target = `url=${encodeURIComponent(hello)}&viewport_width=100&viewport_height=50&cache=true`;

const wrongKey = {
  statusCode: 401,
  error: 'Unauthorized',
  message: 'Invalid access key',
  code: 'unauthorized',
};

async function outcome(answer: Response | Promise<Response>): Promise<string> {
  const got = await answer;
  if (got.status < 300) {
    await got.arrayBuffer();
    return String(got.status);
  }
  const { code, message } = (await got.json()) as { code: string; message: string };
  return `${got.status} ${code}: ${message}`;
}

const json = { 'content-type': 'application/json' };
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });

t.test('where a key may lie', async (t) => {
  const { accessKey: key } = await service.account();
  const header = { 'x-access-key': key };
  const url = `${address}/v1/devices`;
  const body = { html: 'x', async: true };
  const carried: Record<string, Promise<Response>> = {
    'in the header': fetch(url, { headers: header }),
    'in the query of a GET': fetch(`${url}?access_key=${key}`),
    'in both': fetch(`${url}?access_key=${key}`, { headers: header }),
    'in the query, twice': fetch(`${url}?access_key=${key}&access_key=${key}`),
    'in the header, an empty one in the query': fetch(`${url}?access_key=`, { headers: header }),
    'in a body': post('/v1/pdf', { ...body, access_key: key }),
    'in the header of a POST': post('/v1/pdf', body, header),
    'in header and body': post('/v1/pdf', { ...body, access_key: key }, header),
  };
  for (const [name, answer] of Object.entries(carried)) {
    t.match(await outcome(answer), /^20[02]$/, name);
  }
});

t.test('no key, a wrong one, or two that differ: one answer', async (t) => {
  const [{ accessKey: key }, { accessKey: other }] = [
    await service.account(),
    await service.account(),
  ];
  const url = `${address}/v1/devices`;
  const html = 'x';
  const refused: Record<string, Promise<Response>> = {
    none: fetch(url),
    'a wrong one': fetch(url, { headers: { 'x-access-key': 'wrong' } }),
    'an empty one': fetch(url, { headers: { 'x-access-key': '' } }),
    'a long one': fetch(url, { headers: { 'x-access-key': 'x'.repeat(10_000) } }),
    'an odd one': fetch(`${url}?access_key=%00%F0%9F%98%80'--`),
    'two in the query': fetch(`${url}?access_key=${key}&access_key=${other}`),
    'header and query differ': fetch(`${url}?access_key=${other}`, {
      headers: { 'x-access-key': key },
    }),
    'header and query of a POST differ': post(
      `/v1/pdf?access_key=${other}`,
      { html },
      { 'x-access-key': key },
    ),
    'header and body differ': post('/v1/pdf', { html, access_key: other }, { 'x-access-key': key }),
    'the query of a POST': post(`/v1/pdf?access_key=${key}`, { html }),
    'no text': post('/v1/pdf', { html, access_key: 1 }),
    'a list': post('/v1/pdf', { html, access_key: [key] }),
    'a POST without one': post('/v1/pdf', { html }),
    'a POST without a body': fetch(`${address}/v1/pdf`, { method: 'POST' }),
    'a DELETE without one': fetch(`${address}/v1/tasks/1`, { method: 'DELETE' }),
  };
  for (const [name, asked] of Object.entries(refused)) {
    const answer = await asked;
    t.equal(answer.status, 401, name);
    t.same(await answer.json(), wrongKey, name);
    t.ok(answer.headers.get('x-tintype-request-id'), name);
  }
});

t.test('a key that was rotated or revoked is invalid at once', async (t) => {
  const account = await service.account();
  t.equal((await account.get('/v1/devices')).status, 200);
  const rotated = await store.accounts.rotate(account.id, 'access');
  t.equal((await account.get('/v1/devices')).status, 401);
  const headers = { 'x-access-key': rotated?.accessKey ?? '' };
  t.equal((await fetch(`${address}/v1/devices`, { headers })).status, 200);
  await store.accounts.revoke(account.id);
  t.equal((await fetch(`${address}/v1/devices`, { headers })).status, 401);
});

t.test('signatures', async (t) => {
  const signing = await service.account({ signatureRequired: true });
  const free = await service.account();
  const sign = (text: string, { secretKey }: Caller) =>
    createHmac('sha256', secretKey).update(text).digest('hex');
  const ask = (query: string, from: Caller, path = '/v1/screenshot') =>
    outcome(from.get(`${path}?${query}`));
  const withKey = `access_key=${signing.accessKey}&${target}`;
  const spaced = `${target}&attachment_name=a+b%20c`;

  for (const from of [signing, free]) {
    t.equal(await ask(`${target}&signature=${sign(target, from)}`, from), '200');
    t.equal(await ask(`signature=${sign(target, from)}&${target}`, from), '200', 'first');
  }
  t.equal(
    await outcome(fetch(`${address}/v1/screenshot?${withKey}&signature=${sign(withKey, signing)}`)),
    '200',
    'the key is signed where it is part of the query',
  );
  for (const text of [
    spaced,
    decodeURIComponent(spaced),
    decodeURIComponent(spaced.replaceAll('+', ' ')),
  ]) {
    t.equal(await ask(`${spaced}&signature=${sign(text, signing)}`, signing), '200', text);
  }

  t.match(await ask(target, signing), /^401 signature_required: /);
  t.match(await ask(`${target}&signature=`, signing), /^401 signature_required: /);
  t.match(await ask(target, free), '200');
  const wrong = sign(`${target}&full_page=true`, signing);
  for (const from of [signing, free]) {
    t.match(await ask(`${target}&signature=${wrong}`, from), /^403 invalid_signature: /);
    t.match(await ask(`${target}&signature=x`, from), /^403 invalid_signature: /);
    t.match(
      await ask(`${target}&%73ignature=${wrong}`, from),
      /^403 invalid_signature: /,
      'however its name is written',
    );
    const right = sign(target, from);
    t.match(
      await ask(`${target}&signature=${right}&signature=${right}`, from),
      /^403 invalid_signature: signature must be given once/,
    );
    t.match(
      await ask(`${target}&full_page=1&full_page=1&signature=${wrong}`, from),
      /^400 invalid_parameter: full_page must be given once/,
      'before the signature is looked at',
    );
  }
  t.equal(await ask('', signing, '/v1/usage'), '200', 'renders alone are signed');
  const posted = { html: 'x', async: true };
  t.equal(await outcome(signing.post('/v1/pdf', posted)), '202', 'and of these, the GETs');
  t.equal(await ask(`${target}&signature=null`, free), '200', 'null is none');
});

t.test('signatures of version 2 sign the path and the end of a link', async (t) => {
  const strict = await service.account({ signatureRequired: true, signatureVersion: 2 });
  const free = await service.account();
  const now = Math.floor(Date.now() / 1000);
  const ask = (query: string, from: Caller, path = '/v1/screenshot') =>
    outcome(from.get(`${path}?${query}`));
  const sign = (from: Caller, expires?: number, path = '/v1/screenshot') =>
    signLink({ path, query: target }, from.secretKey, expires);
  for (const from of [strict, free]) {
    t.equal(await ask(sign(from), from), '200');
    t.equal(await ask(sign(from, now + 600), from), '200');
    t.equal(await ask(sign(from, now - 1), from), '403 invalid_signature: This link has expired.');
    t.match(await ask(sign(from), from, '/v1/pdf'), /^403 invalid_signature: /);
    t.match(await ask(sign(from).replace('=100', '=101'), from), /^403 invalid_signature: /);
    t.match(
      await ask(`${sign(from, now + 600)}&expires=${now + 9}`, from),
      /^403 .* each is given once\.$/,
    );
    t.match(await ask(`${target}&expires=${now + 9}`, from), /^403 .* with signature_version=2/);
    t.match(await ask(`${target}&signature_version=2`, from), /^401 signature_required: /);
    t.match(await ask(`${target}&signature_version=3`, from), /^403 .*must be 1 or 2/);
  }
  const old = signQuery(target, strict.secretKey);
  t.equal(
    await ask(old, strict),
    '403 invalid_signature: This account accepts only signature_version=2.',
  );
});

t.test('a publishable key is valid only for signed GETs of its kinds', async (t) => {
  const account = await service.account();
  const made = await store.accounts.publish(account.id, ['screenshot']);
  const key = made?.publishableKey ?? '';
  const query = `access_key=${key}&${target}`;
  const get = (path: string) => outcome(fetch(`${address}${path}`));
  const link = (path: string) => `${path}?${signLink({ path, query }, account.secretKey)}`;
  const beyond = '401 unauthorized: This key is only valid for signed GETs of screenshot.';
  t.equal(await get(link('/v1/screenshot')), '200');
  t.equal(await get(`/v1/screenshot?${signQuery(query, account.secretKey)}`), '200', 'version 1');
  t.match(await get(`/v1/screenshot?${query}`), /^401 signature_required: /);
  t.match(await get(`${link('/v1/screenshot')}0`), /^403 invalid_signature: /);
  t.equal(await get(link('/v1/pdf')), beyond, 'another kind');
  for (const path of ['/v1/usage', '/v1/tasks', '/v1/devices', '/v1/requests/x']) {
    t.equal(await get(link(path)), beyond, path);
  }
  t.equal(await outcome(post('/v1/screenshot', { html: 'x', access_key: key })), beyond);
  t.equal(await outcome(post('/v1/tasks', {}, { 'x-access-key': key })), beyond);
  await store.accounts.publish(account.id, ['screenshot']);
  t.match(await get(link('/v1/screenshot')), /^401 unauthorized: Invalid access key/, 'replaced');
});

t.test('what a request says twice, or in the wrong place', async (t) => {
  const caller = await service.account();
  const ask = (query: string) => outcome(caller.get(`/v1/screenshot?${query}`));
  t.match(await ask(`${target}&url=x`), /^400 invalid_parameter: url must be given once; got it 2/);
  t.match(
    await ask(`${target}&access_key=${caller.accessKey}&access_key=${caller.accessKey}`),
    /^400 invalid_parameter: access_key must be given once; got it 2 times\.$/,
  );
  t.equal(await ask(`${target}&hide_selectors=p&hide_selectors[]=h1`), '200', 'lists may');
  t.match(await ask(`${target}&kind=pdf`), /^400 unknown_parameter: /);
  t.match(
    await outcome(caller.post('/v1/screenshot?full_page=1', { html: 'x' })),
    /^400 invalid_request: This method takes its parameters in the JSON body, not in the query string; got full_page\./,
  );
  t.equal(
    await outcome(caller.post('/v1/screenshot?utm_source=a&x_b=1', { html: 'x', async: true })),
    '202',
  );
  t.match(
    await outcome(caller.post('/v1/screenshot', { html: 'x', x_mine: 1 })),
    /^400 unknown_parameter: /,
    'in a body nobody appends anything',
  );
  t.match(
    await outcome(caller.post('/v1/screenshot', { html: 'x', kind: 'pdf' })),
    /^400 invalid_parameter: kind is screenshot under this address/,
  );
  t.match(
    await outcome(caller.post('/v1/screenshot', '{"html": "x", "__proto__": {"async": true}}')),
    /^400 unknown_parameter: /,
  );
  for (const body of ['[]', '"x"', '1', 'null']) {
    t.match(await outcome(caller.post('/v1/screenshot', body)), /^400 invalid_request: /, body);
  }
});

t.test('the rate: headers on every answer, and not one request more', async (t) => {
  const account = await service.account({ ratePerMinute: 20 });
  // A minute that has just started, so that it does not end during the test.
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 10_000) await new Promise((resolve) => setTimeout(resolve, leftMs));
  const first = await account.get('/v1/devices');
  t.equal(first.headers.get('x-ratelimit-limit'), '20');
  t.equal(first.headers.get('x-ratelimit-remaining'), '19');
  const reset = Number(first.headers.get('x-ratelimit-reset'));
  t.ok(reset >= 1 && reset <= 60);
  for (const answer of [
    await account.get('/v1/requests/none'),
    await account.get('/v1/screenshot?nonsense=1'),
    await account.post('/v1/screenshot', '{'),
  ]) {
    t.ok(answer.headers.get('x-ratelimit-remaining'), `${answer.status} says it, too`);
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => account.get('/v1/usage')));
  t.equal(answers.filter(({ status }) => status === 200).length, 16);
  const [refused] = answers.filter(({ status }) => status === 429);
  t.equal(refused?.headers.get('x-ratelimit-remaining'), '0');
  t.ok(Number(refused?.headers.get('retry-after')) >= 1);
  t.match(await outcome(account.post('/v1/pdf', { html: 'x' })), /^429 rate_limited: Only 20 req/);
  const stranger = await service.account({ ratePerMinute: 20 });
  t.equal((await stranger.get('/v1/devices')).status, 200, 'accounts have minutes of their own');
});

t.test('the quota: not one render more, however many ask at once', async (t) => {
  const account = await service.account({ quotaPerMonth: 5 });
  const answers = await Promise.all(
    // Equal ones would be one render.
    Array.from({ length: 30 }, (_, delay) =>
      account.get(`/v1/screenshot?${target}&delay=0.${delay + 10}`),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  t.equal(statuses.filter((status) => status === 200).length, 5);
  t.equal(statuses.filter((status) => status === 423).length, 25);
  t.equal(await account.used(), 5);
  t.match(
    await outcome(account.get(`/v1/screenshot?${target}`)),
    '423 quota_exceeded: The quota of 5 renders a month is used up.',
  );
});

t.test('plans', async (t) => {
  const pro = await service.account({ plan: 'pro' });
  for (const feature of ['gpu_rendering=true', 'ip_location=us']) {
    t.match(
      await outcome(pro.get(`/v1/screenshot?${target}&${feature}`)),
      /^403 plan_required: .* needs the scale plan; the plan of this account is pro\.$/,
    );
  }
  const scale = await service.account();
  const answer = await outcome(scale.get(`/v1/screenshot?${target}&ip_location=us`));
  t.match(answer, /^400 unsupported: ip_location: no proxy is configured for us, nor for any/);
});

t.test('a country goes through its proxy, and nothing tells its password', async (t) => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>abroad</title>');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  t.teardown(() => proxy.close());
  const abroad = await createService(t, {
    upstreams: {
      us: [`http://someone:hidden-word@127.0.0.1:${port}`],
      fr: ['http://someone:hidden-word@127.0.0.1:1'],
    },
  });
  const caller = await abroad.account();
  const wish = { url: 'http://shop.example/', metadata_title: true };
  const seen = await caller.ask('/v1/screenshot', { ...wish, ip_location: 'US' });
  t.equal(seen.status, 200);
  t.equal(seen.headers.get('x-tintype-metadata-title'), 'abroad');
  t.equal(asked[0], `http://shop.example/ Basic ${btoa('someone:hidden-word')}`);
  const dead = await caller.ask('/v1/screenshot', { ...wish, ip_location: 'fr' });
  const text = await dead.text();
  t.equal(dead.status, 422);
  t.notMatch(text + JSON.stringify([...dead.headers]), /hidden-word|someone/);
  const none = await outcome(caller.ask('/v1/screenshot', { ...wish, ip_location: 'de' }));
  t.match(none, /no proxy is configured for de, only us, fr, eu\.$/);
  const both = { ...wish, ip_location: 'us', proxy: 'http://a:b@127.0.0.1:1' };
  t.match(await outcome(caller.ask('/v1/screenshot', both)), /^400 invalid_parameter: ip_location/);
});
