import { parseRequest, RenderError } from '@tintype/contract';
import t from 'tap';
import type { BrowserSource } from './browser-source.ts';
import { createRenderer, type RendererParts } from './create-renderer.ts';
import type { Plugin, RenderResult } from './types.ts';

const request = { kind: 'screenshot', html: '<p>', timeout: 0.05 } as const;
const result = { url: 'about:blank', warnings: [] as string[] } as RenderResult;
const later = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

/** A source without pages. */
function createSource(given: Partial<BrowserSource> = {}): BrowserSource {
  return {
    acquire: () => Promise.reject(new RenderError('browser_unavailable')),
    stop: async () => {},
    ...given,
  };
}

/** An engine that answers without a page. */
const answering = (parts: Partial<RendererParts> = {}) =>
  createRenderer({ source: createSource(), use: [async () => result], ...parts });

t.test('waiting for a page does not count towards the timeout', async (t) => {
  const source = createSource({
    async acquire() {
      await later(150);
      throw new RenderError('browser_unavailable');
    },
  });
  await t.rejects(createRenderer({ source }).render(request), { code: 'browser_unavailable' });
});

t.test('neither plugin starts nor middleware count towards the timeout', async (t) => {
  const renderer = answering({
    use: [
      async () => {
        await later(80);
        return result;
      },
    ],
    plugins: [{ name: 'slow', start: async () => void (await later(80)) }],
  });
  t.match(await renderer.render(request), { url: 'about:blank' });
});

t.test('renders a parsed request unchanged', async (t) => {
  const seen: unknown[] = [];
  const renderer = answering({
    use: [
      async (wanted) => {
        seen.push(wanted);
        return result;
      },
    ],
  });
  const parsed = parseRequest(
    { ...request, webhook_url: 'http://hooks.example/' },
    {
      allowHttpWebhook: true,
    },
  ).request;
  await t.rejects(renderer.render(parsed), { code: 'invalid_parameter' }, 'by the usual rules');
  await renderer.render(parsed, { parsed: true });
  t.equal(seen.length, 1);
  t.equal(seen[0], parsed);
});

t.test('queueTimeout limits the wait for a page', async (t) => {
  let given: AbortSignal | undefined;
  const source = createSource({
    acquire: ({ signal }) => {
      given = signal;
      return new Promise(() => {});
    },
  });
  const renderer = createRenderer({ source, queueTimeout: 0.03 });
  await t.rejects(renderer.render(request), {
    code: 'queue_full',
    stage: 'launch',
    retryAfterS: 1,
    message: /^The render waited 0\.03 s for a page \(queueTimeout\)/,
  });
  t.ok(given?.aborted, 'the source is told');
  const long = createRenderer({ source, queueTimeout: 1e9 });
  const waiting = long.render(request, { signal: AbortSignal.timeout(50) });
  await t.rejects(waiting, { code: 'cancelled' }, 'a bound beyond what timers take is none');
  for (const queueTimeout of [0, -1, NaN, '5' as unknown as number]) {
    t.throws(() => createRenderer({ source, queueTimeout }), {
      name: 'RangeError',
      message: `queueTimeout must be a number of seconds above 0; got ${String(queueTimeout)}.`,
    });
  }
});

t.test('a plugin whose start fails once is started again, the others are not', async (t) => {
  const starts: string[] = [];
  const plugin = (name: string, failures = 0): Plugin => ({
    name,
    async start() {
      starts.push(name);
      if (failures-- > 0) throw new Error('the disk is not there yet');
    },
  });
  const renderer = answering({ plugins: [plugin('a'), plugin('b', 1), plugin('c')] });
  await t.rejects(renderer.render(request), {
    code: 'internal',
    cause: { message: 'The start of plugin b failed: the disk is not there yet' },
  });
  await renderer.render(request);
  await renderer.render(request);
  t.same(starts, ['a', 'b', 'b', 'c']);
});

t.test('stops everything in reverse, even if parts fail', async (t) => {
  const stopped: string[] = [];
  const plugin = (name: string, failure?: string): Plugin => ({
    name,
    async stop() {
      stopped.push(name);
      if (failure !== undefined) throw new Error(failure);
    },
  });
  const source = createSource({ stop: async () => void stopped.push('browsers') });
  const one = answering({ source, plugins: [plugin('a'), plugin('b', 'no'), plugin('c')] });
  await t.rejects(one.stop(), { message: 'The stop of plugin b failed: no' });
  t.same(stopped.splice(0), ['c', 'b', 'a', 'browsers']);
  await t.rejects(one.stop(), /plugin b/, 'it is told to all who ask');
  t.same(stopped, [], 'and done once');
  const several = answering({ source, plugins: [plugin('a', 'no'), plugin('b', 'never')] });
  const error = await several.stop().catch((failure: unknown) => failure);
  t.ok(error instanceof AggregateError);
  t.match(error, { message: /plugin b failed: never.*plugin a failed: no/ });
  t.same(stopped, ['b', 'a', 'browsers']);
});

t.test('does not wait forever for a plugin that never stops', async (t) => {
  const stopped: string[] = [];
  const renderer = answering({
    source: createSource({ stop: async () => void stopped.push('browsers') }),
    plugins: [{ name: 'stuck', stop: () => new Promise(() => {}) }],
    stopBoundMs: 20,
  });
  await t.rejects(renderer.stop(), /^The stop of plugin stuck did not end within 0\.02 s/);
  t.same(stopped, ['browsers']);
});

t.test('start and stop accept a signal', async (t) => {
  const never = new Promise<never>(() => {});
  const starting = answering({ source: createSource({ start: () => never }) });
  const signal = AbortSignal.timeout(20);
  await t.rejects(starting.start({ signal }), { code: 'cancelled' });
  await t.rejects(starting.start({ signal }), { code: 'cancelled' }, 'aborted before');

  const renderer = answering({ use: [() => never] });
  const waiting = renderer.render(request);
  const controller = new AbortController();
  const stopping = renderer.stop({ signal: controller.signal });
  t.equal(await Promise.race([stopping, later(20).then(() => 'waits')]), 'waits');
  controller.abort();
  await t.rejects(waiting, { code: 'shutting_down' });
  await stopping;
  await t.rejects(renderer.start(), { code: 'shutting_down' });
});

t.test('await using stops the renderer', async (t) => {
  let stopped = false;
  {
    await using renderer = answering({
      source: createSource({
        stop: async () => {
          stopped = true;
        },
      }),
    });
    await renderer.render(request);
  }
  t.ok(stopped);
});

t.test('renderAll uses the concurrency of the source, and ends with the renderer', async (t) => {
  let underWay = 0;
  let max = 0;
  const renderer = answering({
    source: createSource({ concurrency: 3 }),
    use: [
      async () => {
        max = Math.max(max, (underWay += 1));
        await later(1);
        underWay -= 1;
        return result;
      },
    ],
  });
  let count = 0;
  for await (const { error } of renderer.renderAll(Array(20).fill(request))) {
    t.notOk(error);
    count += 1;
  }
  t.same([count, max], [20, 3]);
  await renderer.stop();
  for await (const { error } of renderer.renderAll([request]))
    t.equal(error?.code, 'shutting_down');
});
