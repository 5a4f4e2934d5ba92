import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
let pages = 0;

/** Returns the URL of a page that has its content from the request of that number. */
function blankUntil(number: number): { url: string; count(): number } {
  const path = `/blank-${(pages += 1)}`;
  const url = lab.server.route(path, (_request, response) => {
    response.setHeader('content-type', 'text/html');
    const isReady = lab.server.requests(path).length >= number;
    response.end(isReady ? '<!doctype html><h1>content</h1>' : '<!doctype html>');
  });
  return { url, count: () => lab.server.requests(path).length };
}

t.test('a render is retried until it has what fail_on requires', async (t) => {
  const page = blankUntil(3);
  const result = await lab.render({ url: page.url, fail_on: 'blank', retry_times: 2 });
  t.equal(page.count(), 3);
  t.match(result.receipt, { blank: undefined });
  t.same(result.warnings, [
    'The render needed 3 attempts; it failed before with page_blank, page_blank.',
  ]);
});

t.test('without retry_times, or with fewer, it fails', async (t) => {
  for (const retry_times of [undefined, 1]) {
    const page = blankUntil(3);
    const wish = { url: page.url, fail_on: 'blank', ...(retry_times && { retry_times }) };
    t.equal((await lab.failure(wish)).code, 'page_blank');
    t.equal(page.count(), 1 + (retry_times ?? 0));
  }
});

t.test('a render that succeeds is not repeated', async (t) => {
  const page = blankUntil(1);
  const { warnings } = await lab.render({ url: page.url, retry_times: 3 });
  t.equal(page.count(), 1);
  t.same(warnings, []);
});

t.test('retry_on names the errors', async (t) => {
  const other = blankUntil(2);
  const wish = { fail_on: 'blank', retry_times: 1 };
  const failure = await lab.failure({ ...wish, url: other.url, retry_on: 'connection_failed' });
  t.equal(failure.code, 'page_blank');
  t.equal(other.count(), 1);
  const named = blankUntil(2);
  await lab.render({ ...wish, url: named.url, retry_on: ['dns_failed', 'page_blank'] });
  t.equal(named.count(), 2);
  const unknown = await lab.failure({ ...wish, url: named.url, retry_on: 'bad_status' });
  t.match(unknown, { code: 'invalid_parameter', message: /^retry_on must .*page_blank/ });
});

t.test('a server that does not respond at first', async (t) => {
  let requests = 0;
  const url = lab.server.route('/restarting', (request, response) => {
    requests += 1;
    if (requests <= 2) request.socket.destroy();
    else response.end('ready');
  });
  const { warnings } = await lab.render({ url, retry_times: 3 });
  t.match(warnings, [/^The render needed \d attempts/]);
});

t.test('errors of the request and statuses are not retried', async (t) => {
  const page = blankUntil(1);
  const wish = { url: page.url, retry_times: 3, fail_on_status: '200' };
  t.equal((await lab.failure(wish)).code, 'bad_status');
  t.equal(page.count(), 1);
});

t.test('all attempts share the timeout', async (t) => {
  const page = blankUntil(9);
  const wish = { url: page.url, fail_on: 'blank', retry_times: 3, timeout: 1.4 };
  const start = performance.now();
  const { code } = await lab.failure(wish);
  // The render either has no time for another pause, or ends in an attempt.
  t.match(code, /^(?:page_blank|timeout)$/);
  t.ok(performance.now() - start < 4000, 'and not three pauses of 3.5 s');
  t.ok(page.count() < 4, `${page.count()} attempts`);
});

t.test('a caller that leaves ends the attempts', async (t) => {
  const page = blankUntil(9);
  const controller = new AbortController();
  const wish = { url: page.url, fail_on: 'blank', retry_times: 3 };
  const failing = lab.failure(wish, { signal: controller.signal });
  while (page.count() < 2) await delay(20);
  controller.abort();
  t.equal((await failing).code, 'cancelled');
  const { length } = lab.server.requests(new URL(page.url).pathname);
  await delay(1500);
  t.equal(page.count(), length);
});

t.test('an open page is opened again', async (t) => {
  let requests = 0;
  const url = lab.server.route('/opening', (request, response) => {
    requests += 1;
    if (requests <= 2) request.socket.destroy();
    else response.end('<!doctype html><title>open</title>');
  });
  await using page = await lab.open({ url, retry_times: 3 });
  const { metadata } = await page.capture({ metadata_title: true });
  t.equal(metadata.title, 'open');
});
