import t from 'tap';
import { fromJson, fromStrings } from './from-strings.ts';
import { kinds } from '../kinds/kind-info.ts';
import { parameterList } from './parameter-list.ts';
import { parseRequest } from '../request/parse-request.ts';
import { RenderError } from '../errors/render-error.ts';

const read = (query: string, kind: (typeof kinds)[number] = 'screenshot') =>
  fromStrings(kind, new URLSearchParams(query));

t.test('booleans', async (t) => {
  for (const text of ['true', 'True', 'TRUE', '1'])
    t.same(read(`full_page=${text}`), { full_page: true });
  for (const text of ['false', 'False', 'FALSE', '0']) {
    t.same(read(`full_page=${text}`), { full_page: false });
  }
  for (const text of ['yes', 'on', '2', '01', 'truee']) {
    t.same(read(`full_page=${text}`), { full_page: text });
    t.throws(
      () => parseRequest({ ...read(`url=http://a&full_page=${text}`), kind: 'screenshot' }),
      `full_page must be true or false; got "${text}".`,
    );
  }
});

t.test('every boolean of every kind', async (t) => {
  for (const kind of kinds) {
    for (const { name, type } of parameterList(kind)) {
      if (type !== 'boolean') continue;
      t.same(read(`${name}=False`, kind), { [name]: false });
      t.same(read(`${name}=1`, kind), { [name]: true });
    }
  }
});

t.test('numbers', async (t) => {
  const good: [string, number][] = [
    ['1', 1],
    ['1.0', 1],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['%2B5', 5],
    ['+5', 5],
    ['1e1', 10],
    ['5e-1', 0.5],
    ['007', 7],
  ];
  for (const [text, value] of good) t.same(read(`delay=${text}`), { delay: value }, text);
  t.same(read('geolocation_latitude=-12.5'), { geolocation_latitude: -12.5 });
  t.same(read('viewport_width=1280.0'), { viewport_width: 1280 });
  const bad = [
    '0x10',
    'NaN',
    'Infinity',
    '1,5',
    '1_000',
    '1 2',
    'five',
    '--1',
    '.',
    '1e',
    '1e9999',
    '9'.repeat(41),
  ];
  for (const text of bad) {
    t.same(read(`delay=${text}`), { delay: text });
    t.throws(
      () => parseRequest({ ...read(`url=http://a&delay=${text}`), kind: 'pdf' }),
      /^delay must/,
    );
  }
});

t.test('an empty value and null are absent', async (t) => {
  for (const kind of kinds) {
    for (const { name } of parameterList(kind)) {
      t.same(read(`${name}=`, kind), {}, name);
      t.same(read(`${name}`, kind), {}, name);
      t.same(read(`${name}=null`, kind), {}, name);
    }
  }
  t.same(read('wait_until[]=&hide_selectors=,,&cookies=; &wait_until[0]=null'), {});
  t.same(read('user_agent=nullable'), { user_agent: 'nullable' });
});

t.test('lists in all their spellings', async (t) => {
  const same = ['load', 'networkidle0'];
  for (const query of [
    'wait_until=load&wait_until=networkidle0',
    'wait_until[]=load&wait_until[]=networkidle0',
    'wait_until%5B%5D=load&wait_until%5B%5D=networkidle0',
    'wait_until[0]=load&wait_until[1]=networkidle0',
    'wait_until[1]=networkidle0&wait_until[0]=load',
    'wait_until[10]=networkidle0&wait_until[9]=load',
    'wait_until=load,networkidle0',
    'wait_until=load, networkidle0',
    "wait_until=['load', 'networkidle0']",
    'wait_until=["load","networkidle0"]',
    'wait_until=[load, networkidle0]',
    'wait_until=LOAD,NetworkIdle0',
    'wait_until=load&wait_until[]=networkidle0',
  ]) {
    t.same(read(query), { wait_until: same }, query);
  }
  t.same(read('wait_until=[]'), {});
  t.same(read('block_ressources=Image'), { block_ressources: ['image'] });
  t.same(read('block_ressources=image,font&block_ressources=media'), {
    block_ressources: ['image', 'font', 'media'],
  });
  t.same(read('block_annoyance=ads,tracking,cookies_banner'), {
    block_annoyance: ['ads', 'tracking', 'cookies_banner'],
  });
  t.same(read('block_annoyance=foo'), { block_annoyance: ['foo'] });
});

t.test('selectors keep their commas', async (t) => {
  const cases: [string, string[]][] = [
    ['.a,.b', ['.a', '.b']],
    ['.a, #b > c', ['.a', '#b > c']],
    [':is(.a, .b),.c', [':is(.a, .b)', '.c']],
    ['[data-x]', ['[data-x]']],
    ['[data-x="a,b"]', ['[data-x="a,b"]']],
    ["[data-x='],'],.c", ["[data-x='],']", '.c']],
    ['["a"]', ['a']],
    ["['.a', '.b']", ['.a', '.b']],
    ["['[x=\\'1,2\\']', \".b\"]", ["[x='1,2']", '.b']],
    ['.a\\,b,.c', ['.a\\,b', '.c']],
    ['.a(,.b', ['.a(,.b']],
  ];
  for (const [text, items] of cases) {
    t.same(read(`hide_selectors=${encodeURIComponent(text)}`), { hide_selectors: items }, text);
  }
});

t.test('an alias is read as the parameter', async (t) => {
  t.same(read('block_resources=Font,image'), { block_ressources: ['font', 'image'] });
  t.same(read('block_resources[]=font'), { block_ressources: ['font'] });
  t.same(fromJson('screenshot', { block_resources: 'font,image' }), {
    block_ressources: ['font', 'image'],
  });
});

t.test('cookies and headers are divided at semicolons', async (t) => {
  const of = (name: string, text: string) => fromStrings('pdf', [[name, text]])[name];
  t.same(of('cookies', 'a=1; b=2'), ['a=1', 'b=2']);
  t.same(of('cookies', 'a=1,2; b=3'), ['a=1,2', 'b=3']);
  t.same(of('cookies', "['a=1,2', 'b=3']"), ['a=1,2', 'b=3']);
  t.same(of('cookies', "['a=1; c=4', 'b=3']"), ['a=1', 'c=4', 'b=3']);
  t.same(of('headers', 'Accept:text/html,*/*; X-A:b'), ['Accept:text/html,*/*', 'X-A:b']);
  t.same(of('headers', 'Accept: a/b; q=0.8; X: y'), ['Accept: a/b; q=0.8', 'X: y']);
  t.same(of('headers', 'X: {"a": 1; "b": 2}'), ['X: {"a": 1; "b": 2}']);
  t.same(read('cookies[]=a=1&cookies[]=b=2'), { cookies: ['a=1', 'b=2'] });
  t.same(read('cookies[1]=b=2&cookies[0]=a=1;c=3'), { cookies: ['a=1', 'c=3', 'b=2'] });
  t.same(read('headers=A:1&headers=B:2,3'), { headers: ['A:1', 'B:2,3'] });
});

t.test('cookies and headers that a client joined with commas', async (t) => {
  const of = (name: string, text: string) => fromStrings('pdf', [[name, text]])[name];
  t.same(of('cookies', 'a=1,b=2, c=3'), ['a=1', 'b=2', 'c=3']);
  const dated = 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/';
  t.same(of('cookies', `${dated},b=2; HttpOnly; c=3`), [dated, 'b=2; HttpOnly', 'c=3']);
  t.same(of('cookies', 'a=1,2,b=x y; c=3,'), ['a=1,2', 'b=x y', 'c=3,']);
  t.same(of('headers', 'A: 1,B: 2'), ['A: 1', 'B: 2']);
  t.same(of('headers', 'Accept: text/html,*/*;q=0.8,X-A:b; X-B: c'), [
    'Accept: text/html,*/*;q=0.8',
    'X-A:b',
    'X-B: c',
  ]);
  t.same(of('headers', 'If-Modified-Since: Tue, 15 Nov 1994 12:45:26 GMT,A:1'), [
    'If-Modified-Since: Tue, 15 Nov 1994 12:45:26 GMT',
    'A:1',
  ]);
  t.same(of('headers', 'X: {"a": 1, "b": 2}'), ['X: {"a": 1, "b": 2}']);
  t.same(of('headers', 'X: https://a.example,https://b.example'), [
    'X: https://a.example,https://b.example',
  ]);
  t.same(
    read('cookies[]=a=1,x=1&cookies[]=b=2'),
    { cookies: ['a=1,x=1', 'b=2'] },
    'it is a list already',
  );
  t.same(of('cookies', "['a=1,b=2']"), ['a=1,b=2'], 'so is this');
});

t.test('texts in JSON bodies are read where they can mean one thing only', async (t) => {
  t.strictSame(
    fromJson('screenshot', {
      viewport_width: '800',
      full_page: 'True',
      delay: '',
      format: 'PNG',
      wait_until: 'load, networkidle0',
      hide_selectors: ':is(.a, .b),.c',
      cookies: 'a=1,b=2',
      block_ressources: 'font',
      url: 'https://example.com',
      html: '',
      user_agent: 'null',
    }),
    {
      viewport_width: 800,
      full_page: true,
      delay: undefined,
      format: 'png',
      wait_until: ['load', 'networkidle0'],
      hide_selectors: [':is(.a, .b)', '.c'],
      cookies: ['a=1', 'b=2'],
      block_ressources: ['font'],
      url: 'https://example.com',
      html: undefined,
      user_agent: 'null',
    },
  );
  const odd = {
    viewport_width: 'wide',
    full_page: 'yes',
    delay: [],
    cookies: ['a=1,b=2'],
    wait_until: { a: 1 },
    pdf_landscape: 'true',
    unknown: '1',
  };
  t.strictSame(fromJson('screenshot', odd), odd, 'all else stays, to be refused');
});

t.test('sets in any case', async (t) => {
  t.same(read('pdf_paper_format=A4', 'pdf'), { pdf_paper_format: 'a4' });
  t.same(read('format=JPG&media_type=Print&ip_location=DE'), {
    format: 'jpg',
    media_type: 'print',
    ip_location: 'de',
  });
  t.same(read('scroll_easing=Ease_In_Quad', 'screencast'), { scroll_easing: 'ease_in_quad' });
  t.same(read('viewport_device=iPhone_15'), { viewport_device: 'iphone_15' });
  t.same(read('format=bmp'), { format: 'bmp' });
  t.same(read('user_agent=ABC&timezone=Europe/Paris'), {
    user_agent: 'ABC',
    timezone: 'Europe/Paris',
  });
});

t.test('a second value of what is no list is refused', async (t) => {
  for (const query of [
    'url=a&url=b',
    'delay=1&delay=1',
    'full_page=&full_page=1',
    'js_enabled=1&js_enabled=1',
  ]) {
    const name = query.split('=')[0] ?? '';
    t.throws(() => read(query), {
      code: 'invalid_parameter',
      status: 400,
      message: `${name} must be given once; got it 2 times.`,
      details: [{ parameter: name }],
    });
  }
});

t.test('names', async (t) => {
  t.same(read('x_trace=1&utm_source=a&utm_source=b&x_=2&full_page=1'), { full_page: true });
  t.same(read('foo=1&foo=2&Full_Page=1&url[]=a&wait_until[x]=b'), {
    foo: '1',
    Full_Page: '1',
    'url[]': 'a',
    'wait_until[x]': 'b',
  });
  t.same(read('duration=5&js_enabled=no'), { duration: '5', js_enabled: 'no' }, 'of other kinds');
  const odd = read('__proto__=1&constructor=2&toString[]=3');
  t.same(Object.keys(odd), ['__proto__', 'constructor', 'toString[]']);
  t.equal(Object.getPrototypeOf(odd), Object.prototype);
  t.throws(() => read('kind=pdf'), { code: 'unknown_parameter' });
});

t.test('a whole query string', async (t) => {
  const query = new URLSearchParams({
    url: 'https://example.com/?a=1&b=2',
    full_page: 'True',
    viewport_width: '800.0',
    wait_until: 'load,networkidle2',
    cookies: 'a=1; b=2',
    x_id: '7',
    metadata_title: '1',
  });
  const { request, ignored } = parseRequest({
    ...fromStrings('screenshot', query),
    kind: 'screenshot',
  });
  t.same(ignored, []);
  t.match(request, {
    url: 'https://example.com/?a=1&b=2',
    full_page: true,
    viewport_width: 800,
    wait_until: ['load', 'networkidle2'],
    cookies: ['a=1', 'b=2'],
    metadata_title: true,
  });
});

t.test('any value comes through, as a string or better', async (t) => {
  const fills = ['[', "['", ',', '; ', '\\', '"', '(', 'a=', '0', 'e', '.', '-', '%', '\0'];
  for (const {
    name,
    kinds: [kind = 'pdf'],
  } of parameterList()) {
    for (const fill of fills) {
      try {
        fromStrings(kind, [[name, fill.repeat(20_000)]]);
        fromStrings(kind, [[name, `['${fill.repeat(20_000)}']`]]);
        fromStrings(kind, [[`${name}${fill.repeat(20_000)}`, 'x']]);
      } catch (error) {
        if (!(error instanceof RenderError)) t.fail(`${name} ${fill}`, { error });
      }
    }
  }
});
