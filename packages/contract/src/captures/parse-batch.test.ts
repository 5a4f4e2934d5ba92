import t from 'tap';
import type { RenderError } from '../errors/render-error.ts';
import { parseBatch } from './parse-batch.ts';

const url = 'https://example.com/';

t.test('a list of requests, or one request for many addresses', async (t) => {
  const webhook_url = 'https://hook.example/';
  const listed = await parseBatch({
    requests: [
      { kind: 'pdf', url },
      { kind: 'screenshot', url, full_page: true },
    ],
    webhook_url,
    webhook_signed: false,
  });
  t.same(listed.webhook, { url: webhook_url, signed: false });
  t.match(listed.requests, [
    { kind: 'pdf', url, async: true, webhook_url: undefined },
    { kind: 'screenshot', full_page: true, async: true },
  ]);
  const spread = await parseBatch({
    kind: 'scrape',
    format: 'md',
    urls: [url, 'https://example.org'],
  });
  t.equal(spread.webhook, undefined);
  t.match(spread.requests, [
    { kind: 'scrape', format: 'md', url },
    { kind: 'scrape', url: 'https://example.org/' },
  ]);
});

t.test('reports a problem with its place', async (t) => {
  const pdf = { kind: 'pdf', url };
  for (const [input, code, parameter] of [
    [{}, 'missing_parameter', 'requests'],
    [{ requests: [pdf], urls: [url] }, 'missing_parameter', 'requests'],
    [{ requests: [] }, 'invalid_parameter', 'requests'],
    [{ requests: [pdf, 'x'] }, 'invalid_parameter', 'requests'],
    [{ urls: Array.from({ length: 1_001 }, () => url), kind: 'pdf' }, 'invalid_parameter', 'urls'],
    [{ urls: [url, 7], kind: 'pdf' }, 'invalid_parameter', 'urls'],
    [{ requests: [pdf], full_page: true }, 'invalid_parameter', 'full_page'],
    [{ urls: [url], url, kind: 'pdf' }, 'invalid_parameter', 'url'],
    [{ urls: [url, 'no address'], kind: 'pdf' }, 'invalid_parameter', 'urls[1]'],
    [{ urls: [url] }, 'missing_parameter', 'urls[0].kind'],
    [{ requests: [pdf, { ...pdf, scale: 1 }] }, 'unknown_parameter', 'requests[1].scale'],
    [{ requests: [{ ...pdf, webhook_url: url }] }, 'invalid_parameter', 'requests[0].webhook_url'],
    [{ requests: [pdf], webhook_url: 'ftp://x' }, 'invalid_parameter', 'webhook_url'],
  ] as const) {
    try {
      await parseBatch(input);
      t.fail(`${parameter} was taken`);
    } catch (error) {
      t.match(error, { code, details: [{ parameter }] }, parameter);
    }
  }
});

const storageState = (size: number) => ({
  cookies: [],
  origins: [
    { origin: 'https://example.com', localStorage: [{ name: 'a', value: 'x'.repeat(size) }] },
  ],
});

t.test('what holds for all addresses is checked once, and is there once', async (t) => {
  const urls = Array.from({ length: 1_000 }, (_, at) => `${url}${at}`);
  let pauses = 0;
  const { requests } = await parseBatch(
    { kind: 'pdf', urls, headers: ['a:b'], storage_state: storageState(9_000) },
    { pause: async () => void (pauses += 1) },
  );
  t.equal(requests.length, 1_000);
  t.same(requests.at(-1)?.url, `${url}999`);
  t.match(requests.at(-1), { headers: ['a: b'], async: true });
  t.equal(requests[999]?.headers, requests[0]?.headers, 'the same object');
  t.equal(pauses, 20);
});

t.test('what is to be copied for all addresses has a bound', async (t) => {
  const wanted = { kind: 'pdf', storage_state: storageState(512 * 1_024) };
  const urls = Array.from({ length: 32 }, () => url);
  await t.rejects(parseBatch({ ...wanted, urls }), {
    code: 'payload_too_large',
    message: /16 MiB/,
  });
  t.equal((await parseBatch({ ...wanted, urls: urls.slice(1) })).requests.length, 31);
});

t.test('reports at most twenty problems', async (t) => {
  const urls = Array.from({ length: 30 }, () => 'x y');
  const { details } = await parseBatch({ kind: 'pdf', urls }).then(
    () => ({ details: [] }),
    (error: unknown) => error as RenderError,
  );
  t.equal(details?.length, 20);
});
