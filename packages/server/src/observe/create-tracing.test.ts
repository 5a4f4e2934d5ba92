import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { context, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import { traceIdOf } from '@tintype/contract/headers';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import { createTracing, type Tracing } from './create-tracing.ts';
import { logFields } from './log-fields.ts';

const parent = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
const traceparent = `00-${parent.traceId}-${parent.spanId}-01`;
const end = 1_790_000_010_000;

/** A server whose route executes a render, and keeps what was noted for the log. */
async function serve(t: Test, { part, observer }: Tracing) {
  const app = Fastify();
  t.teardown(() => app.close());
  const noted: (string | undefined)[] = [];
  await logFields(app);
  await part(app);
  app.get('/v1/pdf', async (request) => {
    noted.push(traceIdOf(request.logFields.traceparent));
    await new Promise((done) => setTimeout(done, 1));
    observer.executed({
      kind: 'pdf',
      mode: 'direct',
      outcome: 'succeeded',
      queueMs: 10,
      totalMs: 110,
      timings: [
        { stage: 'launch', startMs: 0, durationMs: 5 },
        { stage: 'capture', startMs: 40, durationMs: 60 },
      ],
    });
    return {};
  });
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, noted };
}

t.test('without an SDK, logs the id of an incoming trace', async (t) => {
  const { address, noted } = await serve(
    t,
    createTracing('1.0.0', () => end),
  );
  const toldTo = async (headers: Record<string, string>) =>
    (await fetch(`${address}/v1/pdf`, { headers })).headers.get('x-tintype-trace-id');
  const told = [
    await toldTo({ traceparent }),
    await toldTo({}),
    await toldTo({ traceparent: `00-${'0'.repeat(32)}-x-01` }),
    await toldTo({ traceparent: `00-${'0'.repeat(32)}-${parent.spanId}-01` }),
    await toldTo({ traceparent: `00-${parent.traceId}-${'0'.repeat(16)}-01` }),
  ];
  t.same(noted, [parent.traceId, undefined, undefined, undefined, undefined]);
  t.same(told, [parent.traceId, null, null, null, null]);
});

t.test(
  'with an SDK, loaded before the service or after: requests, renders and stages, below what the request brought',
  async (t) => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    });
    const storage = new AsyncLocalStorage<Context>();
    const manager = {
      active: () => storage.getStore() ?? ROOT_CONTEXT,
      with: (
        inside: Context,
        work: (...args: never[]) => unknown,
        self?: unknown,
        ...args: never[]
      ) => storage.run(inside, () => work.apply(self, args)),
      bind: <T>(_inside: Context, target: T) => target,
      enable: () => manager,
      disable: () => manager,
    };
    const before = createTracing('1.0.0', () => end);
    trace.setGlobalTracerProvider(provider);
    context.setGlobalContextManager(manager as never);
    t.teardown(() => {
      trace.disable();
      context.disable();
    });
    const early = await serve(t, before);
    await fetch(`${early.address}/v1/pdf`, { headers: { traceparent } });
    t.equal(exporter.getFinishedSpans().length, 5, 'it was made before there was an SDK');
    t.same(early.noted, [parent.traceId]);
    exporter.reset();

    const { observer, ...tracing } = createTracing('1.0.0', () => end);
    const { address, noted } = await serve(t, { observer, ...tracing });
    const secret = '?access_key=secret&url=https%3A%2F%2Fa.example%2Fprivate';
    await fetch(`${address}/v1/pdf${secret}`, { headers: { traceparent } });
    const spans = exporter.getFinishedSpans();
    const [request, render, queue, launch, capture] = [
      'GET /v1/pdf',
      'render pdf',
      'queue',
      'launch',
      'capture',
    ].map((name) => spans.find((span) => span.name === name));
    t.equal(spans.length, 5);
    t.same(new Set(spans.map((span) => span.spanContext().traceId)), new Set([parent.traceId]));
    t.same(noted, [parent.traceId]);
    t.equal(request?.parentSpanContext?.spanId, parent.spanId);
    t.equal(render?.parentSpanContext?.spanId, request?.spanContext().spanId);
    for (const span of [queue, launch, capture])
      t.equal(span?.parentSpanContext?.spanId, render?.spanContext().spanId);
    t.match(request?.attributes, { 'http.route': '/v1/pdf', 'http.response.status_code': 200 });
    t.match(render?.attributes, { 'tintype.operation': 'pdf', 'tintype.outcome': 'succeeded' });
    const ms = ([s = 0, ns = 0]: readonly number[] = []) => Math.round(s * 1000 + ns / 1e6) - end;
    t.same([ms(render?.startTime), ms(render?.endTime)], [-110, 0]);
    t.same([ms(capture?.startTime), ms(capture?.endTime)], [-60, 0]);
    const all = JSON.stringify(
      spans.map(({ name, attributes, events }) => ({ name, attributes, events })),
    );
    t.notMatch(all, /secret|private/, 'no address is in a span');

    exporter.reset();
    observer.executed({
      kind: 'pdf',
      mode: 'queued',
      outcome: 'succeeded',
      queueMs: 0,
      totalMs: 10,
      timings: [{ stage: 'capture', startMs: 0, durationMs: 10 }],
      traceparent,
    });
    const [stage, later] = exporter.getFinishedSpans();
    t.equal(later?.parentSpanContext?.spanId, parent.spanId, 'what is done later goes on there');
    t.equal(stage?.spanContext().traceId, parent.traceId);

    exporter.reset();
    const failed = await fetch(`${address}/broken`);
    const [broken] = exporter.getFinishedSpans();
    const { traceId } = broken!.spanContext();
    t.equal(failed.headers.get('x-tintype-trace-id'), traceId, 'an error names its trace, too');
    t.match(broken, { name: 'GET /broken', status: { code: 2 } });
  },
);

t.test(
  'what makes spans cannot be loaded: requests go on without, and the next tries again',
  async (t) => {
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    );
    t.teardown(() => trace.disable());
    let hasFiles = false;
    const tracing = createTracing(
      '1.0.0',
      () => end,
      async () => {
        if (!hasFiles) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
        return import('./create-spans.ts');
      },
    );
    const { address, noted } = await serve(t, tracing);
    const ask = async () => {
      const answer = await fetch(`${address}/v1/pdf`, { headers: { traceparent } });
      t.same([answer.status, answer.headers.get('x-tintype-trace-id')], [200, parent.traceId]);
    };
    await ask();
    await ask();
    t.same(noted, [parent.traceId, parent.traceId]);
    t.same(exporter.getFinishedSpans(), []);
    hasFiles = true;
    // After failures there is a pause.
    do await delay(100);
    while ((await ask(), exporter.getFinishedSpans().length === 0));
  },
);
