import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { RenderError } from '@tintype/contract';
import type { CdpSession } from '../browser-source.ts';
import type { RenderContext, RenderResult } from '../types.ts';
import { shortened } from './cdp-log.ts';
import { createConsoleLog } from './console-log.ts';
import { createHarLog, harOf } from './har-log.ts';
import { createTrace } from './create-trace.ts';
import type { TraceState } from './trace-state.ts';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;
const usedMiB = () => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const long = (at: number) => `${at}${'x'.repeat(2 ** 20)}`;
const count = 100;

t.test('truncates long texts of a page', async (t) => {
  const events = new EventEmitter();
  const session = { on: events.on.bind(events) } as unknown as CdpSession;
  const before = usedMiB();
  const har = createHarLog(session);
  const said = createConsoleLog(session, 0);
  const messages: unknown[] = [];
  for (let at = 0; at < count; at += 1) {
    const url = `https://a.test/${long(at)}`;
    const request = { method: 'POST', url, headers: { Accept: long(at) }, postData: long(at) };
    events.emit('Network.requestWillBeSent', {
      requestId: `${at}`,
      request,
      timestamp: 1,
      wallTime: 1,
    });
    const response = {
      status: 200,
      statusText: long(at),
      headers: { Location: url },
      mimeType: long(at),
    };
    events.emit('Network.responseReceived', { requestId: `${at}`, response });
    const value = long(at);
    events.emit('Runtime.consoleAPICalled', { type: 'log', args: [{ type: 'string', value }] });
    events.emit('Log.entryAdded', { entry: { level: 'info', text: long(at) } });
    messages.push(shortened({ name: long(at), url }));
  }
  t.ok(usedMiB() - before < 20, `${Math.round(usedMiB() - before)} MiB of ${7 * count}`);
  const { log } = (await har.toJson({ version: '1' })) as { log: { entries: unknown[] } };
  t.equal(log.entries.length, count);
  t.equal(said.length, 2 * count);
  t.ok(JSON.stringify([log, said, messages]).length < count * 10_000);
});

t.test('drops requests beyond the limit and their details', async (t) => {
  const events = new EventEmitter();
  const har = createHarLog({ on: events.on.bind(events) } as unknown as CdpSession);
  const ask = (requestId: string, redirectResponse?: object) =>
    events.emit('Network.requestWillBeSent', {
      requestId,
      redirectResponse,
      timestamp: 1,
      wallTime: 1,
      request: { method: 'GET', url: 'https://a.test/', headers: {} },
    });
  const answer = {
    status: 301,
    statusText: '',
    headers: { location: '/x#access_token=1' },
    mimeType: '',
  };
  for (let at = 0; at < 2000; at += 1) ask(`${at}`);
  ask('1999', answer);
  events.emit('Network.responseReceived', {
    requestId: '1999',
    response: { ...answer, status: 200 },
  });
  const { log } = (await har.toJson({ version: '1' })) as {
    log: { entries: { response: { status: number; headers: unknown } }[] };
  };
  t.equal(log.entries.length, 2000);
  t.match(log.entries.at(-1)?.response, { status: 301, headers: [{ value: '/x#...' }] });
});

t.test('does not block the event loop while masking long URLs', async (t) => {
  const query = Array.from({ length: 300 }, (_, at) => `a${at}=%F0%F0`).join('&');
  const sent = { startS: 1, wallTimeS: 1, method: 'GET', headers: [], frameId: undefined };
  const url = `https://a.test/?${query}`;
  const exchanges = Array.from({ length: 100 }, () => ({ sent: { ...sent, url, type: 'img' } }));
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const har = (await harOf(exchanges, { version: '1' })) as {
    log: { entries: { request: { url: string } }[] };
  };
  isDone = true;
  t.equal(har.log.entries.length, 100);
  t.notMatch(har.log.entries[0]?.request.url, '%F0');
  t.ok(turns > 9, `${turns} turns`);
});

/** Runs the middleware of traces around a render. */
function createTraced(trace: boolean | 'failure', har: TraceState['har']) {
  const { middleware } = createTrace();
  const warnings: string[] = [];
  const context = {
    id: 'x',
    trace,
    state: { startedMs: 0, stages: [], har },
    signal: new AbortController().signal,
    warn: (message: string) => void warnings.push(message),
  } as unknown as RenderContext<TraceState>;
  const result = { url: 'https://a.test/', body: new Uint8Array(3), receipt: {} } as RenderResult;
  const run = async (next: () => Promise<RenderResult>) =>
    middleware?.({ kind: 'screenshot' } as never, context, next);
  return { run, result, warnings };
}

t.test('a trace that cannot be written does not change the render', async (t) => {
  const { run, result, warnings } = createTraced(true, {
    async toJson() {
      throw new Error('no room');
    },
  });
  t.equal((await run(async () => result))?.body, result.body);
  t.same(warnings, ['The trace could not be written: no room.']);
  const failed = run(() => Promise.reject(new RenderError('timeout')));
  await t.rejects(failed, { code: 'timeout', trace: undefined });
});

t.test('packs no trace of a success if only failures are recorded', async (t) => {
  let packed = 0;
  const { run, result } = createTraced('failure', {
    toJson: async () => ({ log: { entries: [], packed: (packed += 1) } }),
  });
  t.equal(await run(async () => result), result);
  t.equal(packed, 0);
  const failed = run(() => Promise.reject(new RenderError('timeout')));
  await t.rejects(failed, { code: 'timeout', trace: Uint8Array });
  t.equal(packed, 1);
});
