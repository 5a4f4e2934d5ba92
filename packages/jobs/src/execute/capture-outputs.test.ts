import { builtInKinds, parseCaptures, RenderError } from '@tintype/contract';
import type { OpenPage, Renderer } from '@tintype/core';
import t from 'tap';
import { outcomeOf } from '../fixtures/job-context.ts';
import { captureOutputs } from './capture-outputs.ts';

const outputs = [
  { kind: 'screenshot', full_page: true },
  { kind: 'pdf' },
  { kind: 'scrape', format: 'md' },
];
const url = 'https://shots.example/';

/**
 * A renderer whose pages say what is asked of them, and fail as they are told to, one capture after the other. As with real ones, each waits
 * for those before it, and is refused where one of them ended the page.
 */
function createPage(failures: (Error | undefined)[] = [], bodies: readonly Uint8Array[] = []) {
  const calls: string[] = [];
  let made = 0;
  const asked: unknown[] = [];
  const open: Renderer['open'] = async (page) => {
    calls.push('open');
    asked.push(page);
    let last: Promise<unknown> = Promise.resolve();
    let end: RenderError | undefined;
    const close = async () => void calls.push('close');
    const take = async (wanted: Parameters<OpenPage['capture']>[0], signal?: AbortSignal) => {
      if (end) throw end;
      if (signal?.aborted) throw RenderError.from(signal.reason);
      calls.push(wanted.kind);
      asked.push(wanted);
      await new Promise(setImmediate);
      const failure = failures.shift();
      if (failure instanceof RenderError && failure.status >= 500) end = failure;
      if (failure) throw failure;
      const body = bodies[made] ?? new Uint8Array([1]);
      made += 1;
      return { ...outcomeOf().result, kind: wanted.kind, body };
    };
    const capture: OpenPage['capture'] = (wanted, { signal } = {}) => {
      const work = last.catch(() => {}).then(() => take(wanted, signal));
      last = work;
      return work;
    };
    const puppeteer = () => Promise.reject(new Error('nobody has it in hand'));
    return { url, puppeteer, load: close, capture, close, [Symbol.asyncDispose]: close };
  };
  const { page, outputs: list } = parseCaptures({ url, dark_mode: true, outputs }).request;
  const run = (signal = new AbortController().signal) =>
    captureOutputs(
      { open },
      { request: page, outputs: list, kinds: builtInKinds, signal, options: {} },
    );
  return { calls, asked, run };
}

t.test('one load, and a capture for each', async (t) => {
  const { calls, asked, run } = createPage();
  t.match(await run(), [
    { name: 'screenshot.jpeg', result: { kind: 'screenshot' } },
    { name: 'pdf.pdf', result: { kind: 'pdf' } },
    { name: 'scrape.md', result: { kind: 'scrape' } },
  ]);
  t.same(calls, ['open', 'scrape', 'screenshot', 'pdf', 'close'], 'text first');
  t.match(asked, [
    { url, dark_mode: true, full_page: undefined, cache: undefined },
    { kind: 'scrape', format: 'md' },
    { kind: 'screenshot', full_page: true, url: undefined, dark_mode: undefined },
    { kind: 'pdf' },
  ]);
});

t.test('one that fails is no end of the others', async (t) => {
  const { calls, run } = createPage([undefined, new RenderError('selector_not_found')]);
  t.match(await run(), [
    { error: { code: 'selector_not_found' } },
    { result: { kind: 'pdf' } },
    { result: { kind: 'scrape' } },
  ]);
  t.same(calls, ['open', 'scrape', 'screenshot', 'pdf', 'close']);
});

t.test('a page that ran out of time is opened anew for the others, once', async (t) => {
  const timeout = new RenderError('timeout');
  const once = createPage([timeout]);
  t.match(await once.run(), [{ result: {} }, { result: {} }, { error: { code: 'timeout' } }]);
  t.same(once.calls, ['open', 'scrape', 'close', 'open', 'screenshot', 'pdf', 'close']);
  const twice = createPage([timeout, timeout]);
  const errors = (await twice.run()).map(({ error }) => error?.code);
  t.same(errors, ['timeout', 'timeout', 'timeout']);
  t.same(twice.calls, ['open', 'scrape', 'close', 'open', 'screenshot', 'close']);
});

t.test('what a browser that ended has cost is made again', async (t) => {
  const { calls, run } = createPage([undefined, new RenderError('browser_lost')]);
  t.match(await run(), [{ result: { kind: 'screenshot' } }, { result: {} }, { result: {} }]);
  t.same(calls, ['open', 'scrape', 'screenshot', 'close', 'open', 'screenshot', 'pdf', 'close']);
});

t.test('whoever asked has left: nothing more is made, and the page is closed', async (t) => {
  const left = new AbortController();
  const { calls, run } = createPage();
  const work = run(left.signal);
  while (!calls.includes('scrape')) await new Promise(setImmediate);
  left.abort(new RenderError('cancelled'));
  await t.rejects(work, { code: 'cancelled' });
  t.same(calls, ['open', 'scrape', 'close']);
});

t.test('files have a bound together', async (t) => {
  const large = new Uint8Array(100 * 1_048_576);
  const error = { code: 'response_too_large', message: /256 MiB/ };
  const { run } = createPage([], [large, large, large]);
  t.match(await run(), [{ result: {} }, { error }, { result: {} }]);
  const huge = new Uint8Array(257 * 1_048_576);
  const first = createPage([], [huge, large, large]);
  t.match(
    await first.run(),
    [{ result: {} }, { result: {} }, { error }],
    'what is dropped is not kept',
  );
});
