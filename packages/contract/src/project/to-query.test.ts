import t from 'tap';
import { fromStrings } from './from-strings.ts';
import { kinds, type Kind } from '../kinds/kind-info.ts';
import { parameterList, type ParameterInfo } from './parameter-list.ts';
import { parseRequest } from '../request/parse-request.ts';
import { toQuery } from './to-query.ts';

const back = (kind: Kind, values: object) =>
  fromStrings(kind, new URLSearchParams(toQuery(values)));

const hostile = [
  'a&b=c#d?e',
  '100% + 1',
  ' spaces ',
  'größe 日本 😀',
  'a,b;c',
  `"quoted" 'too' \\ and \\" more`,
  '[a, b]',
  `['a', "b"]`,
  '(unbalanced',
  '}',
  'line\nbreak\r\n\\\n',
  '\u0000\t\u007f',
  'true',
  '1.0',
  'nullable',
];

/** Values of each parameter that a query string has to carry unchanged. */
function samples(info: ParameterInfo): unknown[] {
  const { type, values, name, lowerCase } = info;
  switch (type) {
    case 'boolean':
      return [true, false];
    case 'integer':
      return [info.minimum ?? 0, info.maximum ?? 1_000_000, 7];
    case 'number':
      return [info.minimum ?? 0.25, info.maximum ?? 1e21, -12.5, 1e-7];
    case 'string':
      return values === undefined
        ? hostile.map((text) => (lowerCase ? text.toLowerCase() : text))
        : [...values];
    case 'list':
      if (values !== undefined) return [[...values], ...values.map((value) => [value])];
      if (name === 'cookies') return [['a=1', 'b=2,3', 'c="x y"', 'd=[1]'], ['a=1'], ['a=ü\\']];
      if (name === 'headers')
        return [['Accept: text/html; q=0.8, */*', 'X-A: "b"', 'X-C: ['], ['A: b']];
      return [hostile, ['null'], ['null', 'b'], ...hostile.map((item) => [item])];
  }
}

for (const kind of kinds) {
  t.test(`every parameter of a ${kind} comes back as it was`, async (t) => {
    for (const info of parameterList(kind)) {
      for (const value of samples(info)) {
        t.same(back(kind, { [info.name]: value }), { [info.name]: value }, info.name);
      }
    }
    const all = Object.fromEntries(
      parameterList(kind).map((info) => [info.name, samples(info)[0]]),
    );
    t.same(back(kind, all), all, 'all of them together');
  });
}

t.test('means the same as the JSON', async (t) => {
  const url = 'https://example.com/?a=1&b=[2]#c';
  const requests = [
    { url, block_annoyance: 'ads', block_ressources: 'image' },
    { url, block_annoyance: ['ads', 'tracking'], hide_selectors: [':is(.a, .b)', '[href="x"]'] },
    { url, cookies: ['a=1; b=2'], headers: ['X-A: 1; 2', 'X-B: c; X-D: e'] },
    { url, viewport_device: 'iphone_15', delay: 0.5, hide_selectors: [], timezone: null },
  ];
  for (const kind of kinds) {
    for (const request of requests) {
      t.same(parseRequest({ ...back(kind, request), kind }), parseRequest({ ...request, kind }));
    }
  }
  const pdf = {
    html: '<p>',
    pdf_margin_top: 20,
    pdf_margin_left: '1cm',
    pdf_page_ranges: '1-3, 5',
  };
  t.same(parseRequest({ ...back('pdf', pdf), kind: 'pdf' }), parseRequest({ ...pdf, kind: 'pdf' }));
});

t.test('what is written', async (t) => {
  t.equal(toQuery({}), '');
  t.equal(
    toQuery({ url: 'https://e.com/?a=1 b', full_page: true, delay: undefined, timezone: null }),
    'url=https%3A%2F%2Fe.com%2F%3Fa%3D1%20b&full_page=true',
  );
  t.equal(
    toQuery({ wait_until: ['load', 'networkidle0'] }),
    'wait_until=load&wait_until=networkidle0',
  );
  t.equal(
    toQuery({ hide_selectors: ['.a', '#b > c'] }),
    'hide_selectors=.a&hide_selectors=%23b%20%3E%20c',
  );
  t.equal(
    decodeURIComponent(toQuery({ hide_selectors: [':is(.a, .b)', '[x="y"]'] })),
    'hide_selectors=[":is(.a, .b)","[x=\\"y\\"]"]',
  );
  t.equal(toQuery({ hide_selectors: [] }), '');
  t.equal(toQuery({ user_agent: '\ud800' }), 'user_agent=%EF%BF%BD');
  t.notMatch(
    toQuery({ user_agent: hostile.join(' ') }),
    /[+ ]/,
    'nothing that decoders read in two ways',
  );
});

t.test('what cannot be written', async (t) => {
  const cases: [unknown, RegExp][] = [
    ['', /it is an empty text\.$/],
    ['null', /it is the text "null", which means "not given"\.$/],
    [NaN, /the number NaN/],
    [Infinity, /the number Infinity/],
    [{}, /a value of type object/],
    [1n, /a value of type bigint/],
    [() => 1, /a value of type function/],
    [['a', ''], /an empty item/],
    [['a', 1], /an item of type number/],
    [[null], /an item of type object/],
  ];
  for (const [value, message] of cases) {
    t.throws(() => toQuery({ user_agent: value }), { name: 'TypeError', message });
    t.throws(() => toQuery({ user_agent: value }), /^user_agent cannot be written/);
  }
});
