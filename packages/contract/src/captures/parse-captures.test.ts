import t from 'tap';
import { capturesParameters, parseCaptures } from './parse-captures.ts';

const url = 'https://example.com/';
const still = { kind: 'screenshot', format: 'webp' };

t.test('each output is the request that would give it alone', async (t) => {
  const { request, ignored } = parseCaptures({
    url,
    dark_mode: true,
    storage_state: '{ "cookies": [], "origins": [] }',
    cache: true,
    outputs: [
      { ...still, full_page: true },
      { kind: 'pdf', name: 'paper.pdf', pdf_paper_format: 'a5' },
      { kind: 'scrape', format: 'md' },
      still,
    ],
  });
  t.same(ignored, ['cache'], 'told, as it has no effect');
  t.match(request.page, { url, dark_mode: true, cache: false });
  t.same(
    request.outputs.map(({ name }) => name),
    ['screenshot.webp', 'paper.pdf', 'scrape.md', 'screenshot-2.webp'],
  );
  const storage_state = '{"cookies":[],"origins":[]}';
  t.ok(request.outputs.every((output) => output.request.storage_state === storage_state));
  t.match(request.outputs, [
    { request: { kind: 'screenshot', url, dark_mode: true, full_page: true } },
    { request: { kind: 'pdf', url, dark_mode: true, pdf_paper_format: 'a5' } },
    { request: { kind: 'scrape', url, dark_mode: true, format: 'md' } },
    { request: { kind: 'screenshot', full_page: false } },
  ]);
});

t.test('what was parsed parses to itself', async (t) => {
  const { request } = parseCaptures({
    html: '<p>',
    js_enabled: false,
    async: true,
    webhook_url: 'https://hook.example/',
    viewport_device: 'iphone_x',
    outputs: [{ kind: 'scrape' }, { kind: 'pdf', pdf_margin_top: '1cm' }, { kind: 'screencast' }],
  });
  t.equal(request.outputs[0]?.request.kind, 'scrape');
  const again = parseCaptures(JSON.parse(JSON.stringify(capturesParameters(request))));
  t.same(again.request, request);
  t.same(again.ignored, []);
});

t.test('reports a problem of a batch with its place', async (t) => {
  const wrong = [
    [{ outputs: [still] }, 'missing_parameter', 'url'],
    [{ url }, 'missing_parameter', 'outputs'],
    [{ url, outputs: [] }, 'invalid_parameter', 'outputs'],
    [{ url, outputs: still }, 'invalid_parameter', 'outputs'],
    [{ url, outputs: [still, 'pdf'] }, 'invalid_parameter', 'outputs'],
    [{ url, outputs: Array.from({ length: 11 }, () => still) }, 'invalid_parameter', 'outputs'],
    [{ url, kind: 'pdf', outputs: [still] }, 'invalid_parameter', 'kind'],
    [{ url, full_page: true, outputs: [still] }, 'invalid_parameter', 'full_page'],
    [{ url, colour: 1, outputs: [still] }, 'unknown_parameter', 'colour'],
    [{ url, outputs: [{}] }, 'missing_parameter', 'outputs[0].kind'],
    [{ url, outputs: [{ kind: 'film' }] }, 'invalid_parameter', 'outputs[0].kind'],
    [{ url, outputs: [still, { kind: 'pdf', scale: 1 }] }, 'unknown_parameter', 'outputs[1].scale'],
    [
      { url, outputs: [still, { kind: 'scrape', format: 'png' }] },
      'invalid_parameter',
      'outputs[1].format',
    ],
    [{ url, outputs: [{ ...still, delay: 1 }] }, 'invalid_parameter', 'outputs[0].delay'],
    [{ url, outputs: [{ ...still, async: true }] }, 'invalid_parameter', 'outputs[0].async'],
    [{ url, outputs: [{ ...still, name: '../a.png' }] }, 'invalid_parameter', 'outputs[0].name'],
    [{ url, outputs: [{ ...still, name: 7 }] }, 'invalid_parameter', 'outputs[0].name'],
    [
      { url, outputs: [{ ...still, name: 'manifest.json' }] },
      'invalid_parameter',
      'outputs[0].name',
    ],
    [
      {
        url,
        outputs: [
          { ...still, name: 'a.webp' },
          { ...still, name: 'A.webp' },
        ],
      },
      'invalid_parameter',
      'outputs[1].name',
    ],
  ] as const;
  for (const [input, code, parameter] of wrong) {
    try {
      parseCaptures(input);
      t.fail(`${parameter} was taken`);
    } catch (error) {
      t.match(error, { code, details: [{ parameter }] }, parameter);
      const parts = parameter.split(/\.(?=\w+$)/);
      t.ok(
        parts.every((part) => String(error).includes(part)),
        `the message names it: ${String(error)}`,
      );
    }
  }
  t.throws(() => parseCaptures([]), { code: 'invalid_request' });
});

t.test('reports every problem of every output together', async (t) => {
  const outputs = [
    { ...still, format: 'x' },
    { kind: 'pdf', pdf_paper_format: 'x' },
  ];
  t.throws(() => parseCaptures({ url, outputs }), {
    message: /^outputs\[0\]\.format must be .+ outputs\[1\]\.pdf_paper_format must be /,
    details: [{ parameter: 'outputs[0].format' }, { parameter: 'outputs[1].pdf_paper_format' }],
  });
});

t.test('capture steps name outputs, and add screenshots', async (t) => {
  const steps = [{ capture: 'start' }, { capture: 'middle.webp' }, { capture: 'end' }];
  const { request } = parseCaptures({ url, steps, outputs: [{ kind: 'pdf', name: 'end.pdf' }] });
  t.match(request.outputs, [
    { name: 'end.pdf', request: { kind: 'pdf' } },
    { name: 'start.jpeg', request: { kind: 'screenshot', format: 'jpeg' } },
    { name: 'middle.webp', request: { kind: 'screenshot', format: 'webp' } },
  ]);
  t.same(parseCaptures(capturesParameters(request)).request, request);
  t.equal(parseCaptures({ url, steps }).request.outputs.length, 3, 'no outputs are needed');
});

t.test('rejects capture steps without a place among the outputs', async (t) => {
  const many = Array.from({ length: 11 }, (_, at) => ({ capture: `a${at}` }));
  const wrong: [steps: unknown, message: RegExp][] = [
    [many, /^outputs must have at most 10 files, those of capture steps included; got 11\.$/],
    [[{ capture: 'a' }, { capture: 'a' }], /capture each output once; got "a" twice/],
    [[{ capture: 'a.png' }, { capture: 'a' }], /capture each output once; got "a" twice/],
    [[{ capture: '../a' }], /step 1: capture must be at most 100 letters/],
    [[{ if_visible: 'p', then: [{ capture: 'a' }] }], /step 1\.1: capture must not be inside/],
  ];
  for (const [steps, message] of wrong) t.throws(() => parseCaptures({ url, steps }), { message });
});
