import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { RenderError } from '@tintype/contract';
import { until } from '@tintype/testkit/until';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { createLog, textLine } from './create-log.ts';
import { createMetrics, type MetricsOptions } from './create-metrics.ts';
import type { MetricSources } from './metric-sources.ts';
import { createReadiness, healthRoutes } from './create-readiness.ts';
import { logAnswers } from './log-answers.ts';
import { metricsRoute } from './metrics-route.ts';
import { logFields } from './log-fields.ts';

interface Parts {
  token?: string;
  sources?: MetricSources;
  canary?: () => Promise<void>;
  figures?: MetricsOptions;
}

/** A real server with the parts on it and one route of the API. */
async function serve(
  t: Test,
  { token, sources = {}, canary = async () => {}, figures = {} }: Parts = {},
) {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => void lines.push(line) });
  const app = Fastify();
  const metrics = createMetrics('1.2.3', sources, figures);
  const readiness = createReadiness({ canary, now: Date.now });
  for (const part of [
    logFields,
    logAnswers(log),
    metrics.part,
    healthRoutes(readiness),
    metricsRoute(metrics.registry, token),
  ]) {
    await part(app);
  }
  app.setErrorHandler((error, _request, reply) => {
    const known = error instanceof RenderError ? error : new RenderError('internal');
    return reply.code(known.status).send(known.toBody());
  });
  app.get('/v1/screenshot', async (request) => {
    request.logFields.operation = 'screenshot';
    request.logFields.accountId = 'account-1';
    return 'ok';
  });
  app.get('/v1/pdf', async (request) => {
    request.logFields.failure = new Error('no way to https://u:p4ss@x.example/?q=s3cret');
    throw new RenderError('internal');
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  return { url, lines, metrics, readiness };
}

t.test("logs one line per response, without the client's input", async (t) => {
  const { url, lines } = await serve(t);
  await fetch(
    `${url}/v1/screenshot?access_key=AAAA1111&url=http%3A%2F%2Fx.example%2F%3Fq%3Ds3cret`,
    {
      headers: { 'x-access-key': 'BBBB2222', cookie: 'session=CCCC3333' },
    },
  );
  await fetch(`${url}/secret-DDDD4444/?signature=EEEE5555`);
  await fetch(`${url}/v1/pdf`);
  await fetch(`${url}/health`);
  const answers = lines.map((line) => JSON.parse(line));
  t.match(answers, [
    {
      level: 'info',
      route: '/v1/screenshot',
      status: 200,
      account: 'account-1',
      operation: 'screenshot',
    },
    { level: 'info', route: 'none', status: 404 },
    { level: 'error', route: '/v1/pdf', status: 500 },
    { level: 'debug', route: '/health', status: 200 },
  ]);
  t.match(answers[2].err.stack, /observe\.test\.ts/);
  t.equal(new Set(answers.map(({ requestId }) => requestId)).size, 4);
  t.notMatch(lines.join(''), /1111|2222|3333|4444|5555|s3cret|p4ss/);
});

t.test('formats lines as text', async (t) => {
  const line = '{"level":"info","time":"2026-01-02T03:04:05.678Z","status":200,"msg":"GET /x"}';
  t.equal(textLine(line), '03:04:05 info  GET /x status=200\n');
  const failed =
    '{"level":"error","time":"2026-01-02T03:04:05.678Z","err":{"message":"m","stack":"Error: m\\n at x"}}';
  t.equal(textLine(failed), '03:04:05 error m\n  Error: m\n   at x\n');
});

t.test('counts renders, responses and parts', async (t) => {
  let hits = 3;
  const { url, metrics } = await serve(t, {
    sources: {
      limiter: () => ({ running: 2, waiting: 7, waitingInBackground: 3 }),
      browsers: () => 1,
      remotes: () => [
        { name: 'ws://a:1', state: 'connected', pages: 2, failures: 1 },
        { name: 'ws://a:1', state: 'failing', pages: 0, failures: 4 },
      ],
      cache: () => ({ hits, misses: 5, evictions: 4, memoryBytes: 10, diskBytes: 20 }),
      requests: async () => ({ queued: 8, processing: 1 }),
      deliveries: async () => ({ pending: 9 }),
    },
  });
  const execution = { kind: 'pdf', mode: 'direct', queueMs: 30, totalMs: 900 } as const;
  metrics.observer.executed({
    ...execution,
    outcome: 'succeeded',
    timings: [{ stage: 'navigate', startMs: 0, durationMs: 300 }],
    login: 'repeated',
  });
  metrics.observer.executed({ ...execution, outcome: 'succeeded', timings: [], cache: 'HIT' });
  metrics.observer.executed({ ...execution, outcome: 'timeout', timings: [] });
  metrics.checked('changed');
  await fetch(`${url}/v1/screenshot`);
  await fetch(`${url}/metrics`);
  hits += 1;
  const response = await fetch(`${url}/metrics`);
  t.match(response.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  for (const line of [
    'tintype_build_info{version="1.2.3"} 1',
    'tintype_renders_total{operation="pdf",mode="direct",outcome="succeeded"} 2',
    'tintype_renders_total{operation="pdf",mode="direct",outcome="timeout"} 1',
    'tintype_session_renders_total{login="repeated"} 1',
    'tintype_monitor_checks_total{outcome="changed"} 1',
    'tintype_render_duration_seconds_count{operation="pdf",cache="HIT"} 1',
    'tintype_render_stage_seconds_sum{operation="pdf",stage="navigate"} 0.3',
    'tintype_queue_wait_seconds_count{mode="direct"} 1',
    'tintype_http_requests_total{method="GET",route="/v1/screenshot",status="200"} 1',
    'tintype_renders_running 2',
    'tintype_renders_waiting{priority="interactive"} 7',
    'tintype_renders_waiting{priority="background"} 3',
    'tintype_browsers 1',
    'tintype_remote_browser_up{index="0",browser="ws://a:1"} 1',
    'tintype_remote_browser_up{index="1",browser="ws://a:1"} 0',
    'tintype_remote_browser_pages{index="0",browser="ws://a:1"} 2',
    'tintype_remote_browser_failures_total{index="1",browser="ws://a:1"} 4',
    'tintype_cache_hits_total 4',
    'tintype_cache_evictions_total 4',
    'tintype_cache_bytes{place="disk"} 20',
    'tintype_async_requests{state="queued"} 8',
    'tintype_webhooks{state="pending"} 9',
  ]) {
    t.ok(text.split('\n').includes(line), line);
  }
  t.match(text, /^process_resident_memory_bytes \d+$/m);
});

t.test('counts events while the client is loaded', async (t) => {
  const { url, metrics } = await serve(t);
  const failed = { kind: 'pdf', mode: 'direct', queueMs: 0, totalMs: 1, timings: [] } as const;
  const times = 2_500;
  for (let at = 0; at < times; at += 1) {
    metrics.observer.executed({ ...failed, outcome: 'timeout' });
    if (at === 1_100) await metrics.registry();
  }
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = `tintype_renders_total{operation="pdf",mode="direct",outcome="timeout"} ${times}`;
  t.ok(text.split('\n').includes(line), line);
});

t.test('loads the client soon after the service listens', async (t) => {
  const asked = new Promise<void>((resolve) => {
    const load = () => {
      resolve();
      return import('./keep-figures.ts');
    };
    void serve(t, { figures: { load, loadAfterMs: 1 } });
  });
  await asked;
  t.pass('without a request');
});

t.test('omits delays of the event loop that were not measured yet', async (t) => {
  const { url } = await serve(t);
  const scrape = async () => (await fetch(`${url}/metrics`)).text();
  // The first one loads the meter, and each restarts the measuring.
  for (const text of await Promise.all([scrape(), scrape(), scrape()])) {
    const lags = [...text.matchAll(/^nodejs_eventloop_lag_(\w+)_seconds (.+)$/gm)];
    for (const [, name, value] of lags) {
      t.ok(Number(value) > 0 && Number(value) < 60, `${name}: ${value} s`);
    }
    t.match(text, /^# TYPE nodejs_eventloop_lag_min_seconds gauge$/m);
  }
  const text = await until(async () => {
    const scraped = await scrape();
    return scraped.includes('\nnodejs_eventloop_lag_min_seconds ') && scraped;
  });
  t.match(
    text,
    /^nodejs_eventloop_lag_mean_seconds 0\.\d+$/m,
    'they are there when they are known',
  );
});

t.test('retries a failed load, with a limited queue', async (t) => {
  const lacks: string[] = [];
  let hasFiles = false;
  const load = async () => {
    if (hasFiles) return import('./keep-figures.ts');
    lacks.push('EMFILE');
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  };
  const { url, metrics } = await serve(t, { figures: { load } });
  const failed = { kind: 'pdf', mode: 'direct', queueMs: 0, totalMs: 1, timings: [] } as const;
  for (let at = 0; at < 12_000; at += 1) {
    metrics.observer.executed({ ...failed, outcome: 'timeout' });
  }
  await t.rejects(metrics.registry(), { code: 'EMFILE' });
  t.equal((await fetch(`${url}/metrics`)).status, 500);
  hasFiles = true;
  const registry = await until(() => metrics.registry().catch(() => undefined));
  t.ok(lacks.length > 0);
  const line = 'tintype_renders_total{operation="pdf",mode="direct",outcome="timeout"} 10000';
  t.ok((await registry.metrics()).split('\n').includes(line), 'the first 10,000 of them');
});

/** Status of the response under a host name; fetch does not let one choose it. */
async function statusUnder(port: number, host: string): Promise<number | undefined> {
  const request = get({ port, host: '127.0.0.1', path: '/metrics', headers: { host } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

t.test('metrics require this machine or a token', async (t) => {
  const open = await serve(t);
  t.equal((await fetch(`${open.url}/metrics`)).status, 200);
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
    const { status } = await fetch(`${open.url}/metrics`, { headers: { [name]: '203.0.113.9' } });
    t.equal(status, 404, `${name}: a proxy on this machine passes on strangers`);
  }
  const port = new URL(open.url).port;
  for (const [host, status] of [
    [`localhost:${port}`, 200],
    [`127.0.0.1:${port}`, 200],
    [`[::1]:${port}`, 200],
    [`rebound.example:${port}`, 404],
    ['127.0.0.1.rebound.example', 404],
  ] as const) {
    t.equal(await statusUnder(Number(port), host), status, host);
  }
  const page = { headers: { origin: 'https://page.example' } };
  t.equal((await fetch(`${open.url}/metrics`, page)).status, 404, 'a page, however CORS is set');
  const closed = await serve(t, { token: 'metrics-token-1' });
  const ask = (authorization?: string) =>
    fetch(`${closed.url}/metrics`, { headers: authorization ? { authorization } : {} });
  t.equal((await ask()).status, 404);
  t.equal((await ask('Bearer metrics-token-2')).status, 404);
  t.equal((await ask('Basic metrics-token-1')).status, 404);
  t.equal((await ask('Bearer metrics-token-1')).status, 200);
});

t.test('health and readiness are independent', async (t) => {
  let works = false;
  const { url, readiness } = await serve(t, {
    canary: async () => {
      if (!works) throw new RenderError('browser_unavailable');
    },
  });
  const health = await fetch(`${url}/health`);
  t.same([health.status, await health.json()], [200, { status: 'ok' }]);
  const before = await fetch(`${url}/ready`);
  t.equal(before.status, 503);
  t.equal(before.headers.get('retry-after'), '2');
  t.match(await before.json(), { status: 'failing', message: 'No browser could be started.' });
  works = true;
  readiness.proved();
  const after = await fetch(`${url}/ready`);
  t.same([after.status, await after.json()], [200, { status: 'ready' }]);
  readiness.drain();
  t.match(await (await fetch(`${url}/ready`)).json(), { status: 'draining' });
  t.equal((await fetch(`${url}/health`)).status, 200);
});
