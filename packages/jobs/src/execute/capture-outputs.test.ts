import { builtInKinds, parseCaptures, RenderError } from '@tintype/contract';
import type { OpenPage, Renderer } from '@tintype/core';
import t from 'tap';
import { openPage, outcomeOf } from '../fixtures/job-context.ts';
import { captureOutputs } from './capture-outputs.ts';

const outputs = [
  { kind: 'screenshot', full_page: true },
  { kind: 'pdf' },
  { kind: 'scrape', format: 'md' },
];
const url = 'https://shots.example/';

/** Errors that end a page. */
const endings: ReadonlySet<string> = new Set(['timeout', 'browser_lost', 'page_crashed']);

/** Outcome of a capture: it fails while it has the page, or while its file is made. */
type Fate = Error | (() => Promise<void>) | undefined;

/**
 * A renderer whose pages record their captures, and fail as instructed, one capture after the
 * other. As with real ones, each waits until earlier ones release the page, and is rejected if one
 * of them closed the page.
 */
function createPage(
  fates: Fate[] = [],
  bodies: readonly Uint8Array[] = [],
  steps?: readonly object[],
) {
  const calls: string[] = [];
  let made = 0;
  const asked: unknown[] = [];
  const open: Renderer['open'] = async (page) => {
    calls.push('open');
    asked.push(page);
    let last: Promise<unknown> = Promise.resolve();
    let ended: RenderError | undefined;
    const close = async () => {
      ended ??= new RenderError('invalid_request', 'closed');
      calls.push('close');
    };
    const take = async (wanted: Parameters<OpenPage['capture']>[0], signal?: AbortSignal) => {
      if (ended) throw ended;
      if (signal?.aborted) throw RenderError.from(signal.reason);
      calls.push(wanted.kind);
      asked.push(wanted);
      await new Promise(setImmediate);
      const fate = fates.shift();
      if (typeof fate === 'function') return fate;
      if (fate instanceof RenderError && endings.has(fate.code)) {
        ended = new RenderError(fate.code, 'That closed the page.', { cause: fate });
      }
      if (fate) throw fate;
      return async () => {};
    };
    const make = async (kind: string, finish: () => Promise<void>) => {
      await finish();
      const body = bodies[made] ?? new Uint8Array([1]);
      made += 1;
      return { ...outcomeOf().result, kind, body };
    };
    const capture: OpenPage['capture'] = (wanted, { signal } = {}) => {
      const taken = last.catch(() => {}).then(() => take(wanted, signal));
      last = taken;
      return taken.then((finish) => make(wanted.kind, finish));
    };
    return Object.defineProperty(openPage({ capture, close }), 'ended', { get: () => ended });
  };
  const { page, outputs: list } = parseCaptures({ url, dark_mode: true, outputs, steps }).request;
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

t.test('opens a page again for the remaining outputs after a time-out, once', async (t) => {
  const timeout = new RenderError('timeout');
  const once = createPage([timeout]);
  t.match(await once.run(), [{ result: {} }, { result: {} }, { error: { code: 'timeout' } }]);
  t.same(once.calls, ['open', 'scrape', 'close', 'open', 'screenshot', 'pdf', 'close']);
  const twice = createPage([timeout, timeout]);
  const errors = (await twice.run()).map(({ error }) => error?.code);
  t.same(errors, ['timeout', 'timeout', 'timeout']);
  t.same(twice.calls, ['open', 'scrape', 'close', 'open', 'screenshot', 'close']);
});

t.test('of two under way the one that had the page is not made again', async (t) => {
  // The file of the first fails while the second has the page, and ends it.
  const slow = new RenderError('timeout', 'the text');
  const fail = () => new Promise<void>((_, reject) => setImmediate(reject, slow));
  const { calls, run } = createPage([fail, new RenderError('timeout', 'the image')]);
  t.match(await run(), [
    { error: { message: 'the image' } },
    { result: { kind: 'pdf' } },
    { error: { message: 'the text' } },
  ]);
  t.same(calls, ['open', 'scrape', 'screenshot', 'close', 'open', 'pdf', 'close']);
});

t.test('a file that cannot be made leaves the page to the others', async (t) => {
  for (const code of ['timeout', 'internal'] as const) {
    const { calls, run } = createPage([() => Promise.reject(new RenderError(code))]);
    t.match(await run(), [{ result: {} }, { result: {} }, { error: { code } }]);
    t.same(calls, ['open', 'scrape', 'screenshot', 'pdf', 'close']);
  }
});

t.test('a page that is stuck is given up for the others', async (t) => {
  const { calls, run } = createPage([undefined, new RenderError('page_unresponsive')]);
  t.match(await run(), [
    { error: { code: 'page_unresponsive' } },
    { result: { kind: 'pdf' } },
    { result: { kind: 'scrape' } },
  ]);
  t.same(calls.filter((call) => call === 'open').length, 2);
});

t.test('a page with steps is not opened again, and stays if a file is too large', async (t) => {
  const steps = [{ click: '#buy' }];
  const large = createPage([undefined, new RenderError('page_too_large')], [], steps);
  t.match(await large.run(), [
    { error: { code: 'page_too_large' } },
    { result: {} },
    { result: {} },
  ]);
  t.same(large.calls, ['open', 'scrape', 'screenshot', 'pdf', 'close']);
  const stuck = createPage([new RenderError('page_unresponsive')], [], steps);
  const codes = (await stuck.run()).map(({ error }) => error?.code);
  t.same(codes, ['page_unresponsive', 'page_unresponsive', 'page_unresponsive']);
  t.same(stuck.calls, ['open', 'scrape', 'close']);
});

t.test('what a browser that ended has cost is made again', async (t) => {
  const { calls, run } = createPage([undefined, new RenderError('browser_lost')]);
  t.match(await run(), [{ result: { kind: 'screenshot' } }, { result: {} }, { result: {} }]);
  t.same(calls, ['open', 'scrape', 'screenshot', 'close', 'open', 'screenshot', 'pdf', 'close']);
});

t.test('makes nothing more after the caller has left, and closes the page', async (t) => {
  const left = new AbortController();
  const { calls, run } = createPage([async () => left.abort(new RenderError('cancelled'))]);
  await t.rejects(run(left.signal), { code: 'cancelled' });
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
