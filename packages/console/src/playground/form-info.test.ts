import t from 'tap';
import {
  addressOfTask,
  completeAddress,
  extensionOf,
  formAddress,
  fromQuery,
  toParameters,
  toQuery,
  type Parameter,
} from './form-info.ts';

const parameters: Parameter[] = [
  { name: 'url', type: 'string', group: 'page', description: '' },
  { name: 'full_page', type: 'boolean', group: 'image', description: '' },
  { name: 'viewport_width', type: 'integer', group: 'viewport', description: '' },
  { name: 'hide_selectors', type: 'list', group: 'appearance', description: '' },
  { name: 'cookies', type: 'list', group: 'visitor', description: '', secret: true },
];

t.test('converts the input to the types of the parameters', (t) => {
  const filled = {
    url: 'https://example.com/?a=1&b=ü',
    full_page: 'true',
    viewport_width: '390',
    hide_selectors: '.a, .b\n\n #c ',
    cookies: '',
    unknown: 'x',
  };
  t.same(toParameters(filled, parameters), {
    url: 'https://example.com/?a=1&b=ü',
    full_page: true,
    viewport_width: 390,
    hide_selectors: ['.a, .b', '#c'],
  });
  t.same(toParameters({ viewport_width: 'wide', full_page: 'false' }, parameters), {
    viewport_width: 'wide',
    full_page: false,
  });
  t.end();
});

t.test('a URL restores the form, without secrets', (t) => {
  const filled = {
    url: 'https://example.com/?a=1&b=ü',
    full_page: 'true',
    hide_selectors: '.a\n.b',
    cookies: 'session=s3cret',
  };
  const address = formAddress('screenshot', filled, parameters);
  t.notMatch(address, /s3cret|cookies/);
  const { cookies: _, ...open } = filled;
  t.same(fromQuery(new URL(address, 'http://x').searchParams, parameters), open);
  t.end();
});

t.test('a URL can set offered values only', (t) => {
  const offered: Parameter[] = [
    { name: 'format', type: 'string', group: 'output', description: '', values: ['png', 'jpeg'] },
    { name: 'full_page', type: 'boolean', group: 'page', description: '' },
    { name: 'kinds', type: 'list', group: 'page', description: '', values: ['a', 'b'] },
  ];
  const read = (query: string) => fromQuery(new URLSearchParams(query), offered);
  t.same(read('format=jpeg&full_page=false&kinds=a&kinds=b'), {
    format: 'jpeg',
    full_page: 'false',
    kinds: 'a\nb',
  });
  t.same(read('format=png%3Btouch+x&full_page=%24(x)&kinds=c&kinds=b'), { kinds: 'b' });
  const kind = { files: { webp: 'image/webp', png: 'image/png' }, parameters: [] };
  t.equal(extensionOf(kind, { format: 'png' }), 'png');
  t.equal(extensionOf(kind, {}), 'webp');
  t.equal(extensionOf(kind, { format: 'png; touch x' }), 'webp');
  t.equal(extensionOf(kind, { format: '__proto__' }), 'webp');
  const format = { name: 'format', type: 'string', group: 'image', description: '' } as const;
  const usuallyPng = { ...kind, parameters: [{ ...format, default: 'png' }] };
  t.equal(extensionOf(usuallyPng, {}), 'png', 'the default format');
  t.equal(extensionOf(usuallyPng, { format: 'webp' }), 'webp');
  t.end();
});

t.test('a URL never contains the secrets of a task', (t) => {
  const info = { hasPassword: false, devices: [], kinds: [{ name: 'pdf', files: {}, parameters }] };
  const task = {
    api: 'pdf',
    query: 'url=https%3A%2F%2Fa.example%2F&cookies=a%3Ds3cret&full_page=true',
  };
  t.equal(
    addressOfTask(info, task),
    '/console/playground?kind=pdf&url=https%3A%2F%2Fa.example%2F&full_page=true',
  );
  t.equal(addressOfTask(info, { ...task, api: 'gone' }), '/console/playground?kind=gone');
  t.end();
});

t.test('omits values too long for a URL', (t) => {
  const long = formAddress('screenshot', { url: 'x'.repeat(10_000) }, parameters);
  t.equal(long, '/console/playground?kind=screenshot');
  const many = formAddress(
    'screenshot',
    { url: 'x'.repeat(2_900), hide_selectors: 'y'.repeat(2_900), full_page: 'x'.repeat(400) },
    parameters,
  );
  t.ok(many.length <= 6_100, String(many.length));
  t.end();
});

t.test('lists are repeated in a query', (t) => {
  t.equal(toQuery({ a: ['1', '2'], b: true }), 'a=1&a=2&b=true');
  t.end();
});

t.test('completeAddress adds a missing scheme', (t) => {
  t.equal(completeAddress('example.com'), 'https://example.com');
  t.equal(completeAddress(' www.bücher.example/a?b=c '), 'https://www.bücher.example/a?b=c');
  t.equal(completeAddress('example.com:8443/x'), 'https://example.com:8443/x');
  t.equal(completeAddress('localhost:3000/a'), 'http://localhost:3000/a');
  t.equal(completeAddress('127.0.0.1'), 'http://127.0.0.1');
  t.end();
});

t.test('completeAddress leaves other text as it is', (t) => {
  for (const typed of [
    '',
    'example',
    'http://example.com',
    'https://example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'user@example.com',
    '<script>',
    'localhost.example:x',
  ]) {
    t.equal(completeAddress(typed), typed);
  }
  t.end();
});
