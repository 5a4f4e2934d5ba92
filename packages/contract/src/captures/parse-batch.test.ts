import t from 'tap';
import { parseBatch } from './parse-batch.ts';

const url = 'https://example.com/';

t.test('a list of requests, or one request for many addresses', async (t) => {
  const webhook_url = 'https://hook.example/';
  const listed = parseBatch({
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
  const spread = parseBatch({ kind: 'scrape', format: 'md', urls: [url, 'https://example.org'] });
  t.equal(spread.webhook, undefined);
  t.match(spread.requests, [
    { kind: 'scrape', format: 'md', url },
    { kind: 'scrape', url: 'https://example.org/' },
  ]);
});

t.test('what is wrong is told with its place', async (t) => {
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
    [{ requests: [pdf], webhook_url: 'ftp://x' }, 'invalid_parameter', 'requests[0].webhook_url'],
  ] as const) {
    try {
      parseBatch(input as Record<string, unknown>);
      t.fail(`${parameter} was taken`);
    } catch (error) {
      t.match(error, { code, details: [{ parameter }] }, parameter);
    }
  }
});
