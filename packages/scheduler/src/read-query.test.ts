import t from 'tap';
import { readTaskQuery } from './read-query.ts';

t.test(
  'a task whose kind is gone with its plugin is refused, so that its run is recorded',
  async (t) => {
    t.throws(() => readTaskQuery('links', 'url=https://example.com/'), {
      code: 'invalid_parameter',
      message: 'api: this service knows no kind "links".',
    });
  },
);

t.test('a query of captures says the page, and its outputs as JSON', async (t) => {
  const outputs = [
    { kind: 'screenshot', full_page: true },
    { kind: 'pdf', name: 'paper.pdf' },
  ];
  const query = (given: object) =>
    new URLSearchParams({ url: 'https://example.com/', dark_mode: 'true', ...given }).toString();
  const read = readTaskQuery('captures', query({ outputs: JSON.stringify(outputs) }));
  t.match(read.request, { url: 'https://example.com/', dark_mode: true });
  t.match(read.outputs, [
    { name: 'screenshot.jpeg', request: { kind: 'screenshot', full_page: true } },
    { name: 'paper.pdf', request: { kind: 'pdf' } },
  ]);
  for (const [given, message] of [
    [{}, /^query: outputs is required/],
    [{ outputs: '[' }, /^query: outputs must be JSON/],
    [{ outputs: '[]' }, /^query: outputs must be a list of 1 to 10/],
    [{ outputs: '[{"kind":"gif"}]' }, /^query: outputs\[0\]\.kind must be one of/],
    [{ outputs: '[{"kind":"pdf"}]', full_page: 'true' }, /^query: full_page/],
    [{ outputs: '[{"kind":"pdf"}]', access_key: 'x' }, /^query: access_key must not be part of it/],
  ] as const) {
    t.throws(() => readTaskQuery('captures', query(given)), { status: 400, message });
  }
  const twice = `${query({ outputs: '[{"kind":"pdf"}]' })}&outputs=[]`;
  t.throws(() => readTaskQuery('captures', twice), {
    message: 'query: outputs must be given once.',
  });
  t.throws(() => readTaskQuery('pdf', query({ outputs: '[]' })), { code: 'unknown_parameter' });
});
