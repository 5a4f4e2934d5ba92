import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { kinds, parameterList, type Kind, type ParameterInfo } from '@tintype/contract';
import { signQuery } from '@tintype/contract/signing';
import type { RequestClaim } from '@tintype/store';
import { inDepth } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { createService, queryOf } from './lab.ts';
import { badValues, goodSample, type Sample } from './sample-values.ts';

// Every parameter of every operation, as query string and as JSON: it is taken, arrives as the same
// wish both ways, and renders; and what is not allowed is refused by name. Made out of the
// declaration, so that a new parameter is walked as well. The default run walks it in one of the
// kinds that have it, and renders some: how each is rendered is shown in tests/parameters.

const page = '<!doctype html><title>tiny</title><h1>tiny</h1><p>page';
const proxy = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(page);
});
await once(proxy.listen(0, '127.0.0.1'), 'listening');
const upstream = `http://user:pass@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
t.teardown(() => void proxy.close());

const service = await createService(t, {
  upstreams: { us: [upstream] },
  limiter: { maxWaiting: 10_000 },
});
const { pages, address, store } = service;
const caller = await service.account();
await caller.post('/v1/sessions', {
  name: goodSample(parameterList('screenshot').find(({ name }) => name === 'session')!).value,
  storage_state: { cookies: [], origins: [] },
});
pages.page('/tiny', page);
const hook = pages.route('/hook', (_request, response) => void response.end());

/** Carried by the request itself, and no part of what is rendered. */
const carried = new Set(['url', 'html', 'base_url', 'access_key', 'signature', 'async']);
function sampleOf(info: ParameterInfo, kind: Kind): Sample {
  // A screencast takes it, as false.
  if (info.name === 'deterministic' && kind === 'screencast') return { value: false };
  if (info.name === 'proxy') return { value: upstream };
  if (info.name === 'webhook_url') return { value: hook };
  if (info.name === 'webhook_signed') return { value: false, with: { webhook_url: hook } };
  return goodSample(info);
}

/** The complete request for one parameter, under a URL of its own. */
function wishFor(
  kind: Kind,
  { name }: ParameterInfo,
  { value, with: more }: Sample,
  isDirect: boolean,
): { url: string; wish: Record<string, unknown> } {
  const isAbroad = name === 'proxy' || name === 'ip_location';
  const base = isAbroad ? 'http://page.example/' : pages.url('/tiny');
  const url = `${base}?${kind}-${name}-${isDirect ? 'direct' : 'later'}`;
  const small = { viewport_width: 160, viewport_height: 90 };
  return { url, wish: { url, ...small, ...more, [name]: value, async: !isDirect } };
}

/** Of two that look at once, either may claim the request of the other. */
const claimed = new Map<string, RequestClaim['request']>();

/** The rendered request of a response, or the stored one. */
async function arrived(answer: Response, url: string): Promise<object> {
  await answer.arrayBuffer();
  const request = service.asked.find((one) => one.url === url) ?? {};
  const id = answer.headers.get('x-tintype-request-id') ?? '';
  for (const { request: each } of await store.requests.claim({ leaseMs: 600_000, limit: 100 })) {
    claimed.set(each.id, each);
  }
  const kept = claimed.get(id);
  const { kind: _kind, ...rendered } = request as Record<string, unknown>;
  const { webhook, parameters = rendered } = kept ?? {};
  const told = webhook && { webhook_url: webhook.url, webhook_signed: webhook.signed };
  const all: Record<string, unknown> = { ...parameters, ...told };
  const { url: _url, async: _async, ...wish } = all;
  // Without a callback, how it would be signed is not kept.
  if (wish['webhook_url'] === undefined) delete wish['webhook_signed'];
  return wish;
}

/**
 * Kinds that render what they are asked for here. Video takes the time that it shows: it is
 * recorded in tests of its own.
 */
const rendering = kinds.filter((kind) => kind !== 'screencast');

/**
 * Whether it is this kind that renders a parameter: one of those that have it, and each of them in
 * turn.
 */
function isRenderedBy(kind: Kind, { name }: ParameterInfo): boolean {
  const having = rendering.filter((one) => parameterList(one).some((info) => info.name === name));
  return having[name.length % having.length] === kind;
}

/** Returns whether the default run tests a parameter in this kind. */
function isCovering(kind: Kind, info: ParameterInfo): boolean {
  return rendering.some((one) => isRenderedBy(one, info))
    ? isRenderedBy(kind, info)
    : kind === 'screencast';
}

/**
 * Number of those that are rendered in a kind, in the default run: the parsed request is checked.
 */
const RENDERED = 2;

/**
 * One way renders it, the other is accepted to be rendered later; of a parameter of many kinds, one
 * kind renders it.
 */
async function walk(t: Test, kind: Kind, info: ParameterInfo, isGetDirect: boolean): Promise<void> {
  const { name } = info;
  const path = `/v1/${kind}`;
  const sample = sampleOf(info, kind);
  const rendered = parameterList(kind).filter((one) => isRenderedBy(kind, one));
  const at = rendered.findIndex((one) => one.name === name);
  const isEverDirect =
    at >= 0 && (at % Math.ceil(rendered.length / RENDERED) === 0 || inDepth(t, `${name} rendered`));
  const byGet = wishFor(kind, info, sample, isGetDirect && isEverDirect);
  const byPost = wishFor(kind, info, sample, !isGetDirect && isEverDirect);
  const got = await caller.get(`${path}?${queryOf(byGet.wish)}`);
  const posted = await caller.post(path, byPost.wish);
  for (const [way, answer, { wish }] of [
    ['GET', got, byGet],
    ['POST', posted, byPost],
  ] as const) {
    if (answer.status >= 300) t.comment(await answer.clone().text());
    t.equal(answer.status, wish['async'] === true ? 202 : 200, `${way} ${name}`);
    t.equal(answer.headers.get('x-tintype-ignored'), null);
  }
  const [first, second] = [await arrived(got, byGet.url), await arrived(posted, byPost.url)];
  t.same(first, second, `${name} means the same both ways`);
  t.ok(name in first, `${name} arrived`);
}

async function refuse(t: Test, kind: Kind, info: ParameterInfo): Promise<void> {
  const { name } = info;
  const bad = badValues(info);
  const base = { url: pages.url('/tiny') };
  const rest: Record<string, unknown> = name === 'html' ? {} : base;
  const path = `/v1/${kind}`;
  const answers = [
    ...bad.json.map((value) => caller.post(path, { ...rest, [name]: value })),
    ...bad.text.map((value) => caller.get(`${path}?${queryOf({ ...rest, [name]: value })}`)),
  ];
  for (const answer of await Promise.all(answers)) {
    const body = (await answer.json()) as { details?: { parameter: string }[] };
    t.equal(answer.status, 400);
    t.ok(
      body.details?.some(({ parameter }) => parameter === name),
      `${name}: ${JSON.stringify(body).slice(0, 150)}`,
    );
  }
}

for (const kind of kinds) {
  t.test(`${kind}: every parameter is taken, by GET and by POST`, async (t) => {
    const wanted = parameterList(kind).filter(({ name }) => !carried.has(name));
    t.ok(wanted.length > 40);
    const walked = wanted.filter((info) => isCovering(kind, info) || inDepth(t, info.name));
    t.ok(walked.length > 0);
    // Two at a time: as many as are rendered at once.
    const walkers = walked.values();
    await Promise.all(
      [0, 1].map(async () => {
        for (const info of walkers) await walk(t, kind, info, wanted.indexOf(info) % 2 === 0);
      }),
    );
  });

  t.test(`${kind}: what is not allowed is refused by name`, async (t) => {
    const isRead = ({ name }: ParameterInfo) => name !== 'access_key' && name !== 'signature';
    const refused = parameterList(kind)
      .filter(isRead)
      .filter((info) => isCovering(kind, info) || inDepth(t, info.name));
    for (const info of refused) await refuse(t, kind, info);
  });

  t.test(`${kind}: what carries the request`, async (t) => {
    const path = `/v1/${kind}`;
    const wish = { url: pages.url('/tiny'), async: true };
    const query = queryOf({ ...wish, access_key: caller.accessKey });
    for (const answer of [
      fetch(`${address}${path}?${query}`),
      fetch(`${address}${path}?${signQuery(query, caller.secretKey)}`),
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...wish, access_key: caller.accessKey }),
      }),
    ]) {
      t.equal((await answer).status, 202);
    }
    const takesHtml = parameterList(kind).some(({ name }) => name === 'html');
    const html = await caller.post(path, {
      html: page,
      base_url: pages.url('/tiny'),
      ...(kind === 'screencast' && { duration: 0.1 }),
    });
    t.equal(html.status, takesHtml ? 200 : 400, 'html');
    const missing = await caller.post(path, {});
    t.match(await missing.json(), { statusCode: 400, code: 'missing_parameter' });
  });
}
