import { createClient } from '@tintype/client';
import { until } from '@tintype/testkit';
import t from 'tap';
import { createService, type Caller } from './lab.ts';

const service = await createService(t);

const box = (colour: string, more: object = {}) => ({
  kind: 'screenshot',
  html: `<body style="background:white"><div style="width:100px;height:50px;background:${colour}">`,
  viewport_width: 200,
  viewport_height: 100,
  ...more,
});
const text = (html: string) => ({ kind: 'scrape', html });
const clientOf = ({ accessKey }: Caller) =>
  createClient({ baseUrl: service.address, accessKey, retries: 0 });

async function kept(caller: Caller, path: string, body: object): Promise<string> {
  const answer = await caller.post(path, { ...body, webhook_url: 'http://127.0.0.1:9/hook' });
  return answer.headers.get('x-tintype-request-id') ?? '';
}

t.test('pages are rendered, counted, stored and compared', async (t) => {
  const mine = await service.account();
  const client = clientOf(mine);
  const found = await client.compare({ before: box('red'), after: box('blue') });
  t.match(found, {
    type: 'image',
    same: false,
    changed: 0.25,
    same_size: true,
    region_count: 1,
    regions: [{ type: 'colour', area: { x: 8, y: 8, width: 100, height: 50 } }],
    before: { media_type: 'image/png' },
  });
  t.equal(await mine.used(), 2);
  const overlay = await fetch(found.file ?? '');
  t.equal(overlay.headers.get('content-type'), 'image/png');
  t.ok((found.expires ?? 0) > Date.now() / 1000 + 604_000);
  for (const side of [found.before, found.after]) t.equal((await fetch(side.file)).status, 200);
  const again = await client.compare({
    before: { request: found.after.request },
    after: box('blue'),
  });
  t.match(again, { same: true, changed: 0, before: { request: found.after.request } });
  t.notOk('file' in again, 'nothing differs');
  const area = { x: 0, y: 0, width: 200, height: 60 };
  const sides = {
    before: { request: found.before.request },
    after: { request: found.after.request },
  };
  t.match(await client.compare({ ...sides, ignore: [area] }), { same: true });
  t.match(await client.compare({ ...sides, threshold: 1 }), { same: true });
  t.equal(await mine.used(), 3);
});

t.test('regions are named after elements, also of stored captures with them', async (t) => {
  const mine = await service.account();
  const client = clientOf(mine);
  const page = (price: string, more: object = {}) => ({
    html: `<body style="margin:20px"><h1>Lamp</h1><p id="price" style="font-size:20px">${price} euros</p>`,
    viewport_width: 300,
    viewport_height: 200,
    device_scale_factor: 2,
    ...more,
  });
  const shot = (price: string, more: object = {}) => ({
    kind: 'screenshot',
    ...page(price, more),
  });
  const found = await client.compare({ before: shot('49'), after: shot('45') });
  const named = {
    type: 'text',
    selector: '#price',
    text: { before: '49 euros', after: '45 euros' },
  };
  t.match(found.regions, [named]);
  t.equal(await mine.used(), 2, 'elements count nothing');
  const cut = { selector: '#price' };
  const part = await client.compare({ before: shot('49', cut), after: shot('45', cut) });
  t.notOk(
    part.regions?.some((region) => 'selector' in region),
    'places are not known',
  );
  const captured = async (price: string, more: object = {}) => {
    const outputs = [
      { kind: 'screenshot', name: 'a.png', format: 'png', ...more },
      { kind: 'scrape', format: 'elements' },
    ];
    const answer = await mine.post('/v1/captures', page(price, { outputs }));
    const { id } = (await answer.json()) as { id: string };
    return { request: id, output: 'a.png' };
  };
  const stored = { before: await captured('49'), after: await captured('45') };
  t.match((await client.compare(stored)).regions, [named]);
  const parts = { before: await captured('49', cut), after: await captured('45', cut) };
  t.notOk((await client.compare(parts)).regions?.some((region) => 'selector' in region));
});

t.test('elements that the pages ignore do not count, also of stored results', async (t) => {
  const mine = await service.account();
  const client = clientOf(mine);
  const ignore = { ignore_selectors: ['div'] };
  const found = await client.compare({ before: box('red', ignore), after: box('blue', ignore) });
  t.match(found, { same: true, region_count: 0 });
  const [before, after] = [found.before.request, found.after.request];
  const sides = { before: { request: before }, after: { request: after } };
  t.match(await client.compare(sides), { same: true });
  t.match(await client.compare({ ...sides, before: box('green') }), { same: true });
  const plain = { before: box('green'), after: box('blue') };
  t.match(await client.compare(plain), { same: false });
});

t.test('all 50 areas of a page are ignored, also of stored results', async (t) => {
  const mine = await service.account();
  const client = clientOf(mine);
  const cells = (colour: string) => ({
    kind: 'screenshot',
    html: `<body style="background:white">${`<i style="float:left;width:101px;height:103px;margin:7px;background:${colour}"></i>`.repeat(50)}`,
    viewport_width: 1233,
    full_page: true,
    ignore_selectors: ['i'],
  });
  const found = await client.compare({ before: cells('red'), after: cells('blue') });
  t.match(found, { same: true, region_count: 0 });
  const [before, after] = [found.before.request, found.after.request];
  const again = await client.compare({ before: { request: before }, after: { request: after } });
  t.match(again, { same: true });
  const { receipt } = await client.requests.get(before);
  t.equal(receipt?.ignored?.length, 50);
  t.match(receipt?.ignored?.[0], { width: 101, height: 103 });
});

t.test('fields of two pages are in the JSON, and not in the header', async (t) => {
  const mine = await service.account();
  const page = (title: string) => ({
    kind: 'scrape',
    format: 'json',
    html: `<title>${title}</title><p>a`,
  });
  const sides = { before: page('Lamp'), after: page('Desk lamp') };
  const { fields, diff } = await clientOf(mine).compare(sides);
  t.match(fields, [{ field: 'title', before: 'Lamp', after: 'Desk lamp' }]);
  t.match(diff, /Desk lamp/);
  const headers = { accept: 'text/x-diff', 'content-type': 'application/json' };
  const answer = await mine.post('/v1/compare', sides, { headers });
  const figures = JSON.parse(answer.headers.get('x-tintype-comparison') ?? '') as object;
  t.same(Object.keys(figures), ['same', 'changed', 'added', 'removed']);
});

t.test('texts are compared by lines', async (t) => {
  const mine = await service.account();
  const client = clientOf(mine);
  const sides = {
    before: text('<h1>News</h1><p>one 11:02'),
    after: text('<h1>News</h1><p>two 11:03'),
  };
  const found = await client.compare(sides);
  t.match(found, {
    type: 'text',
    same: false,
    added: 1,
    removed: 1,
    diff: /-one 11:02\n\+two 11:03/,
  });
  const stored = await fetch(found.file ?? '');
  t.match(stored.headers.get('content-type'), /^text\/x-diff/);
  t.equal(await stored.text(), found.diff);
  await t.rejects(client.compare({ ...sides, threshold: 0.2 }), {
    code: 'invalid_parameter',
    message: /threshold has no effect on texts/,
  });
  t.match(await client.compare({ ...sides, ignore_text: ['(one|two) \\d+:\\d+'] }), { same: true });
});

t.test('the differences themselves are the answer to Accept', async (t) => {
  const mine = await service.account();
  const accept = (type: string) => ({
    headers: { accept: type, 'content-type': 'application/json' },
  });
  const body = { before: box('red'), after: box('blue') };
  const image = await mine.post('/v1/compare', body, accept('image/png'));
  t.equal(image.headers.get('content-type'), 'image/png');
  t.match(JSON.parse(image.headers.get('x-tintype-comparison') ?? ''), { changed: 0.25 });
  t.same([...(await image.bytes()).subarray(1, 4)], [...Buffer.from('PNG')]);
  const texts = { before: text('<p>a'), after: text('<p>b') };
  const diff = await mine.post('/v1/compare', texts, accept('text/x-diff, image/png;q=0.5'));
  t.match(diff.headers.get('content-type'), /^text\/x-diff/);
  t.match(await diff.text(), /^\+b$/m);
  const other = await mine.post('/v1/compare', texts, accept('image/png'));
  t.match(other.headers.get('content-type'), /^application\/json/);
});

t.test('one output of captures is compared', async (t) => {
  const mine = await service.account();
  const client = clientOf(mine);
  const { kind: _kind, ...page } = box('red');
  const outputs = [
    { kind: 'screenshot', name: 'a.png', format: 'png' },
    { kind: 'scrape', name: 'b.md', format: 'md' },
  ];
  const answer = await mine.post('/v1/captures', { ...page, outputs });
  const { id } = (await answer.json()) as { id: string };
  const after = box('red');
  const compare = (output?: string) =>
    client.compare({ before: { request: id, ...(output && { output }) }, after });
  t.match(await compare('a.png'), { same: true });
  const used = await mine.used();
  await t.rejects(compare('b.md'), {
    code: 'invalid_request',
    message: /two images or two texts.* got text\/markdown.* and image\/png/i,
  });
  await t.rejects(compare('c'), { message: /before: output must name one of a\.png, b\.md/ });
  await t.rejects(compare(), { message: /must name one of/ });
  t.equal(await mine.used(), used, 'it was refused before anything was rendered');
});

t.test('what is refused', async (t) => {
  const [mine, other] = [await service.account(), await service.account()];
  const client = clientOf(mine);
  const theirs = { request: await kept(other, '/v1/screenshot', box('red')) };
  const after = box('red');
  await t.rejects(client.compare({ before: theirs, after }), {
    code: 'not_found',
    message: /^before: /,
  });
  await t.rejects(client.compare({ before: after, after: { kind: 'pdf', html: 'x' } }), {
    code: 'invalid_parameter',
    details: [{ parameter: 'after.kind' }],
  });
  const denied = { ...after, html: undefined, url: 'http://10.0.0.1/' };
  await t.rejects(client.compare({ before: after, after: denied }), {
    code: 'target_denied',
    message: /^after: /,
  });
  const broken = await mine.post('/v1/compare?threshold=1', { before: after, after });
  t.equal(broken.status, 400);
  t.equal((await fetch(`${service.address}/v1/compare`, { method: 'POST' })).status, 401);
  const slow = clientOf(await service.account({ ratePerMinute: 1 }));
  await t.rejects(
    slow.compare({ before: after, after }),
    { code: 'rate_limited' },
    'each page counts as one request',
  );
});

t.test('ignored parameters are named, and an idempotency key is rejected', async (t) => {
  const mine = await service.account();
  const sides = {
    before: { ...text('<p>a'), full_page: true },
    after: { ...text('<p>a'), omit_background: true },
  };
  const answer = await mine.post('/v1/compare', sides);
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('x-tintype-ignored'), 'full_page, omit_background');
  const used = await mine.used();
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'a' };
  const refused = await mine.post('/v1/compare', sides, { headers });
  t.equal(refused.status, 400);
  t.match(await refused.text(), /Idempotency-Key does not apply/);
  t.equal(await mine.used(), used);
  const { before, after } = (await answer.json()) as Record<'before' | 'after', object>;
  const idOf = (side: object) => ({ request: (side as { request: string }).request });
  const stored = { before: idOf(before), after: idOf(after) };
  t.equal((await mine.post('/v1/compare', stored, { headers })).status, 200, 'nothing is rendered');
});

t.test('nothing is rendered for a comparison beyond the limit', async (t) => {
  const mine = await service.account();
  const client = clientOf(mine);
  const url = service.pages.page('/slow', '<script>for (;;) {}</script>');
  const slow = { kind: 'screenshot', url, wait_until: 'load', timeout: 20 };
  const controller = new AbortController();
  const { signal } = controller;
  const running = [1, 2].map(() => client.compare({ before: slow, after: slow }, { signal }));
  for (const one of running) one.catch(() => {});
  await until(() => service.limiter.depth.running + service.limiter.depth.waiting === 4);
  await t.rejects(client.compare({ before: box('red'), after: box('blue') }), {
    code: 'queue_full',
  });
  t.equal(await mine.used(), 0);
  controller.abort();
  await service.limiter.idle();
});

t.test('a client that leaves ends both renders', async (t) => {
  const mine = await service.account();
  const controller = new AbortController();
  const url = service.pages.page('/never', '<script>for (;;) {}</script>');
  const before = { kind: 'screenshot', url, wait_until: 'load', timeout: 20 };
  const left = clientOf(mine).compare({ before, after: before }, { signal: controller.signal });
  left.catch(() => {});
  await until(() => service.limiter.depth.running + service.limiter.depth.waiting === 2);
  controller.abort(new Error('left'));
  await t.rejects(left, { message: 'left' });
  await service.limiter.idle();
  t.equal(await mine.used(), 0);
});
