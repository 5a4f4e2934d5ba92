import { strFromU8, unzipSync } from 'fflate';
import { inDepth, readPixels } from '@tintype/testkit';
import t from 'tap';
import { cache } from 'tintype';
import { createLab } from '../parameters/lab.ts';

const lab = await createLab(t, { use: [cache()] });
const { server } = lab;
const brief = { trace: 'brief' } as const;
const small = { viewport_width: 300, viewport_height: 200 };

interface Entry {
  request: { url: string };
  response: { status: number };
}

/** Of any of the files. */
interface Parts {
  stages: { stage: string }[];
  log: { entries: Entry[] };
}

function unpack(zip: Uint8Array | undefined) {
  const files = unzipSync(zip ?? new Uint8Array());
  const json = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as Parts;
  return { names: Object.keys(files).toSorted(), files, json };
}

server.file('/dot.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
const page = `<!doctype html><title>Brief</title><body style="background: rgb(0, 0, 255)"><img src="/dot.svg?key=0123456789abcdef">`;
const broken = `${page}<script>console.error('it broke'); fetch('/none')</script>`;

t.test('the trace of a failure shows its page and the request', async (t) => {
  const url = server.page('/broken', broken);
  const failing = { url, click_selector: '#none', timeout: 4, delay: 0, ...small };
  const error = await lab.failure(failing, brief);
  t.equal(error.code, 'selector_not_found');
  const { names, files, json } = unpack(error.trace);
  t.same(names, [
    'cdp.jsonl',
    'console.json',
    'frames/0001.jpeg',
    'har.json',
    'page.mhtml',
    'trace.json',
  ]);
  const summary = json('trace.json');
  t.match(summary, { isBrief: true, error: { code: 'selector_not_found', stage: 'interact' } });
  t.match(
    summary.stages.map(({ stage }) => stage),
    ['launch', 'emulate', 'block', 'navigate', 'settle'],
  );
  (await readPixels(files['frames/0001.jpeg'] ?? Buffer.of())).expectSolid([0, 0, 255, 255], 8);
  const { entries } = json('har.json').log;
  const asked = entries.map(({ request, response }) => [request.url, response.status] as const);
  t.match(asked[0], [url, 200]);
  t.ok(asked.some(([address, status]) => address.endsWith('/dot.svg?key=...') && status === 200));
  t.ok(asked.some(([address, status]) => address.endsWith('/none') && status === 404));
  t.match(json('console.json'), [{ level: 'error', text: 'it broke' }]);
});

t.test('a page with more than 2 MiB is not read', async (t) => {
  for (const [bytes, type] of [
    [1_900_000, 'answer'],
    [2_300_000, 'failure'],
  ] as const) {
    const html = `<p data-x="${'x'.repeat(bytes)}">x`;
    const error = await lab.failure({ html, click_selector: '#none', timeout: 4, ...small }, brief);
    t.equal(error.code, 'selector_not_found');
    const { names, files } = unpack(error.trace);
    t.equal(names.includes('page.mhtml'), type === 'answer', `${bytes}`);
    const log = strFromU8(files['cdp.jsonl'] ?? new Uint8Array());
    t.match(log, new RegExp(`"type":"${type}","method":"Page.captureSnapshot"`));
  }
});

t.test('the trace of a page that hangs, or never loads, has the rest', async (t) => {
  const hanging = server.page('/hanging', `${page}<script>for (;;);</script>`);
  const never = server.route('/never', () => {});
  for (const [at, url] of [hanging, never].entries()) {
    for (const [nth, trace] of (['brief', 'failure'] as const).entries()) {
      if (nth !== at && !inDepth(t, `${trace} ${url}`)) continue;
      const error = await lab.failure({ url, timeout: 1.2, ...small }, { trace });
      t.equal(error.code, 'timeout');
      const { names, json } = unpack(error.trace);
      t.match(json('trace.json'), { error: { code: 'timeout' } }, `${trace} ${url}`);
      t.ok(names.includes('cdp.jsonl'));
    }
  }
});

t.test('a verdict brings its receipt', async (t) => {
  const error = await lab.failure({ html: '<body>', fail_on: ['blank'], ...small }, brief);
  t.match(error.receipt, { blank: { text: false } });
  t.match(unpack(error.trace).json('trace.json'), {
    error: { code: 'page_blank', receipt: { blank: { text: false } } },
  });
});

t.test('what succeeds has none, and a cache is asked as ever', async (t) => {
  const url = server.page('/cached', page);
  const first = await lab.render({ url, cache: true, ...small }, brief);
  const second = await lab.render({ url, cache: true, ...small }, brief);
  t.same([first.cache, second.cache], ['MISS', 'HIT']);
  t.equal(first.trace, undefined);
  for (const kind of ['pdf', 'scrape', 'archive', 'screencast']) {
    if (kind !== 'scrape' && !inDepth(t, kind)) continue;
    const wanted = { kind, url, fail_on_status: '200', ...small };
    const error = await lab.failure(wanted, brief);
    t.match(unpack(error.trace).json('trace.json'), { kind, error: { code: 'bad_status' } });
  }
});
