import t from 'tap';
import { fromJson, fromStrings } from '../project/from-strings.ts';
import { kinds } from '../kinds/kind-info.ts';
import { parameterList } from '../project/parameter-list.ts';
import { parseRequest } from './parse-request.ts';
import { RenderError } from '../errors/render-error.ts';
import type { RenderRequest, RequestInput } from './requests.ts';

const url = 'https://example.com/';

function refusalOf(input: unknown): RenderError {
  try {
    parseRequest(input);
  } catch (error) {
    if (error instanceof RenderError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

t.test('defaults of the interface are filled in', async (t) => {
  t.same(parseRequest({ kind: 'screenshot', url: 'https://example.com' }), {
    request: {
      kind: 'screenshot',
      url,
      format: 'jpeg',
      image_quality: 80,
      omit_background: false,
      full_page: false,
      full_page_scroll: false,
      full_page_scroll_by_duration: 400,
      viewport_width: 1280,
      viewport_height: 1080,
      capture_beyond_viewport: false,
      media_type: 'screen',
      dark_mode: false,
      reduced_motion: false,
      deterministic: false,
      gpu_rendering: false,
      block_annoyance: ['cookies_banner'],
      wait_until: ['domcontentloaded'],
      delay: 0,
      timeout: 30,
      retry_times: 0,
      ignore_https_errors: false,
      bypass_csp: false,
      animations: 'finish',
      metadata_icon: false,
      metadata_title: false,
      metadata_fonts: false,
      metadata_hash: false,
      metadata_status: false,
      metadata_headers: false,
      metadata_image_size: false,
      cache: false,
      cache_ttl: 604_800,
      async: false,
      keep_trace: false,
      webhook_signed: true,
    },
    ignored: [],
  });
  t.match(parseRequest({ kind: 'screencast', url }).request, {
    format: 'mp4',
    duration: 5,
    scenario: 'video',
    scroll_easing: 'linear',
  });
  t.match(parseRequest({ kind: 'pdf', html: 'x' }).request, {
    html: 'x',
    pdf_landscape: false,
    pdf_print_background: false,
  });
  t.match(parseRequest({ kind: 'scrape', url }).request, { format: 'html', js_enabled: true });
});

t.test('the kinds take what the interface says', async (t) => {
  const counts = kinds.map((kind) => [kind, parameterList(kind).length]);
  t.same(Object.fromEntries(counts), {
    screenshot: 86,
    screencast: 85,
    pdf: 91,
    scrape: 72,
    archive: 67,
  });
  const scrape = parameterList('scrape').map(({ name }) => name);
  for (const name of ['hide_selectors', 'click_selector', 'dark_mode', 'vision_deficiency']) {
    t.ok(scrape.includes(name), name);
  }
  for (const name of ['clip_x', 'metadata_image_size']) t.notOk(scrape.includes(name), name);
});

t.test('what is no request', async (t) => {
  for (const input of [undefined, null, 5, 'x', true, [], () => 1, 5n]) {
    t.equal(refusalOf(input).code, 'invalid_request', String(input));
  }
  t.match(refusalOf({}), { code: 'missing_parameter', message: /^kind is required: one of scr/ });
  t.match(refusalOf({ kind: null }), { code: 'missing_parameter' });
  t.match(refusalOf({ kind: 'png' }), {
    code: 'invalid_parameter',
    message: 'kind must be one of screenshot, screencast, pdf, scrape, archive; got "png".',
    details: [{ parameter: 'kind' }],
  });
  t.match(refusalOf({ kind: 'toString' }), { code: 'invalid_parameter' });
});

t.test('unknown names are refused with the nearest', async (t) => {
  const nearest: Record<string, string> = {
    ful_page: 'full_page',
    fullPage: 'full_page',
    'full-page': 'full_page',
    block_resource: 'block_ressources',
    viewport_widht: 'viewport_width',
    wait_untill: 'wait_until',
    image_qualty: 'image_quality',
    pdf_landscap: 'pdf_landscape',
    URL: 'url',
  };
  for (const [name, near] of Object.entries(nearest)) {
    const error = refusalOf({ kind: 'screenshot', url, [name]: 1 });
    t.equal(error.code, 'unknown_parameter', name);
    t.match(
      error.message,
      new RegExp(`^Unknown parameter "?${name}"?\\. Did you mean ${near}\\?$`),
    );
    t.same(
      error.details?.map(({ parameter }) => parameter),
      [name],
    );
  }
  t.equal(
    refusalOf({ kind: 'pdf', url, colour_of_the_sky: null }).message,
    'Unknown parameter colour_of_the_sky. pdf has no parameter of this name.',
  );
  const odd = JSON.parse('{"kind":"pdf","html":"x","__proto__":1,"constructor":2,"a\\nb":3}');
  t.same(
    refusalOf(odd).details?.map(({ parameter }) => parameter),
    ['__proto__', 'constructor', 'a\nb'],
  );
  t.notMatch(refusalOf(odd).message, '\n', 'a message stays on one line');
});

t.test('reading stops after 20 unknown names, and says so', async (t) => {
  const read: string[] = [];
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`name_${place}`, '1']));
  const error = refusalOf({ kind: 'screenshot', url, ...many(19_900) });
  t.equal(error.details?.length, 20);
  t.match(error.message, /And 17 more\. Reading stopped after 20 unknown names\.$/);
  t.notMatch(refusalOf({ kind: 'screenshot', url, ...many(19) }).message, /stopped/);
  for (const given of [
    fromJson('screenshot', { url, ...many(19_900) }),
    fromStrings(
      'screenshot',
      (function* () {
        for (const entry of Object.entries(many(19_900))) {
          read.push(entry[0]);
          yield entry;
        }
      })(),
    ),
  ]) {
    t.equal(Object.keys(given).filter((name) => name !== 'url').length, 20);
    t.match(refusalOf({ ...given, kind: 'screenshot' }).message, /Reading stopped after 20/);
  }
  t.ok(read.length <= 21, 'what comes after is not even looked at');
});

t.test('ignores and reports parameters of another kind', async (t) => {
  const { request, ignored } = parseRequest({
    kind: 'pdf',
    url,
    full_page: true,
    js_enabled: 'not even checked',
    duration: null,
    format: 'png',
  });
  t.same(ignored, ['full_page', 'js_enabled', 'format']);
  t.notOk('full_page' in request);
  t.match(refusalOf({ kind: 'scrape', full_page: true }), {
    code: 'missing_parameter',
    message: /^url /,
  });
});

t.test('null and undefined are absent', async (t) => {
  const nothing = Object.fromEntries(parameterList('screenshot').map(({ name }) => [name, null]));
  t.same(
    parseRequest({ kind: 'screenshot', ...nothing, url }),
    parseRequest({ kind: 'screenshot', url }),
  );
  t.same(
    parseRequest({ kind: 'screenshot', url, html: undefined, hide_selectors: [], cookies: [] }),
    parseRequest({ kind: 'screenshot', url }),
  );
});

t.test('reports every problem, the first ones in the message', async (t) => {
  const error = refusalOf({
    kind: 'screenshot',
    url,
    delay: 31,
    timeout: 0,
    format: 'bmp',
    image_quality: 0,
    nonsense: 1,
  });
  t.equal(error.code, 'unknown_parameter');
  t.same(
    error.details?.map(({ parameter }) => parameter),
    ['nonsense', 'format', 'image_quality', 'delay', 'timeout'],
  );
  t.match(error.message, /And 2 more\.$/);
  t.same(error.details?.slice(3), [
    { parameter: 'delay', message: 'delay must be a number from 0 to 30 (s); got 31.' },
    {
      parameter: 'timeout',
      message: 'timeout must be a number above 0 and at most 86400 (s); got 0.',
    },
  ]);
});

t.test('secrets are never repeated', async (t) => {
  const secret = 'hunter2'.repeat(2000);
  for (const {
    name,
    kinds: [kind],
    secret: isSecret,
  } of parameterList()) {
    if (!isSecret) continue;
    for (const value of [secret, [secret], ['hunter2'], 'ftp://a:hunter2@h:1\n', { hunter2: 1 }]) {
      const error = refusalOf({ kind, url, [name]: value });
      t.notMatch(JSON.stringify(error.toBody()), 'hunter2', name);
    }
  }
});

t.test('sets and lists have one form', async (t) => {
  const parse = (more: object) => parseRequest({ kind: 'screenshot', url, ...more }).request;
  t.same(parse({ block_annoyance: 'ads' }).block_annoyance, ['ads']);
  t.same(parse({ block_annoyance: 'tracking, ads,ads' }).block_annoyance, ['ads', 'tracking']);
  t.same(parse({ block_annoyance: ['tracking', 'ads'] }).block_annoyance, ['ads', 'tracking']);
  t.same(parse({ block_ressources: 'font' }).block_ressources, ['font']);
  t.same(parse({ block_resources: 'font', block_ressources: null }).block_ressources, ['font']);
  t.equal('block_resources' in parse({ block_resources: 'font' }), false);
  t.throws(
    () => parse({ block_resources: 'font', block_ressources: 'font' }),
    /block_ressources must be given once; got it as block_resources too/,
  );
  t.equal(parse({ locale: 'fr_ch' }).locale, 'fr-CH');
  t.equal(parse({ scroll_to: 800 }).scroll_to, '800');
  t.equal(parse({ viewport_device: 'iPhone 15 Pro' }).viewport_device, 'iphone_15_pro');
  t.same(parse({ block_ressources: ['font', 'image'] }).block_ressources, ['image', 'font']);
  t.equal('block_ressources' in parse({ block_ressources: [] }), false);
  t.same(parse({ wait_until: ['networkidle0', 'load', 'load'] }).wait_until, [
    'load',
    'networkidle0',
  ]);
  t.throws(() => parse({ wait_until: 'load' }), /wait_until must be a list with any of load/);
  t.same(parse({ cookies: ['a=1; b = 2 ', 'c=x=y'] }).cookies, ['a=1', 'b=2', 'c=x=y']);
  t.same(
    parse({ cookies: ['a=1; httponly; path = /; Priority=High; b=2; secure=1; Secure'] }).cookies,
    ['a=1; Path=/; HttpOnly', 'b=2', 'secure=1; Secure'],
  );
  for (const authorization of ['u:p', 'Basic dTpw', 'basic  u:p', 'dTpw']) {
    t.equal(parse({ authorization }).authorization, 'dTpw', authorization);
  }
  t.equal(parse({ authorization: 'é:ü' }).authorization, 'w6k6w7w=', 'UTF-8');
  t.same(parse({ headers: ['A:1; B:  2', 'Accept: text/html; q=0.8'] }).headers, [
    'A: 1',
    'B: 2',
    'Accept: text/html; q=0.8',
  ]);
  t.same(parse({ hide_selectors: ['.a, .b', ':is(a,b)'] }).hide_selectors, ['.a, .b', ':is(a,b)']);
});

t.test('values are written in one form', async (t) => {
  const parse = (more: object) => parseRequest({ kind: 'screenshot', url, ...more }).request;
  t.equal(
    parse({ url: ' HTTPS://Example.COM:443/a/../b?q=ü ' }).url,
    'https://example.com/b?q=%C3%BC',
  );
  t.match(parse({ format: 'jpg' }), { format: 'jpg' }, 'the name that was asked for is kept');
  t.match(parse({ clip_width: 5, clip_height: 6 }), { clip_x: 0, clip_y: 0 });
  const pdf = parseRequest({
    kind: 'pdf',
    url,
    pdf_margin_top: '1cm',
    pdf_margin_right: '0.5in',
    pdf_margin_bottom: '7.5',
    pdf_margin_left: 12,
    pdf_page_ranges: ' 2 - 3 ,5,-2, 9-9,8- ',
  }).request;
  t.match(pdf, {
    pdf_margin_top: 37.7953,
    pdf_margin_right: 48,
    pdf_margin_bottom: 7.5,
    pdf_margin_left: 12,
    pdf_page_ranges: '2-3,5,1-2,9,8-',
  });
  t.equal(parse({ timezone: 'europe/paris' }).timezone, 'Europe/Paris');
  t.equal(parse({ timezone: 'Asia/Kolkata' }).timezone, 'Asia/Kolkata', 'an alias stays');
  t.ok(Object.is(parse({ delay: -0 }).delay, 0), 'no negative zero');
  t.notOk(
    'viewport_width' in parse({ viewport_device: 'iphone_15' }),
    'the device has its own size',
  );
  t.match(parse({ viewport_width: 100 }), { viewport_width: 100, viewport_height: 1080 });
});

t.test('equal wishes give equal JSON, whatever their order', async (t) => {
  const one = parseRequest({ kind: 'screenshot', url, delay: 0, full_page: true }).request;
  const other = parseRequest({ full_page: true, viewport_width: 1280, url, kind: 'screenshot' });
  t.equal(JSON.stringify(one), JSON.stringify(other.request));
  t.notOk(
    Object.keys(one).some(
      (name) => !parameterList('screenshot').some((p) => p.name === name) && name !== 'kind',
    ),
  );
});

t.test('a request parses to itself', async (t) => {
  const samples: Record<string, unknown> = {
    url: 'http://exämple.com:8080/ä b?x=1#f',
    html: undefined,
    // Only of html.
    base_url: undefined,
    viewport_device: 'galaxy_s9plus_landscape',
    // A video has no room for the largest windows.
    viewport_width: 320,
    viewport_height: 240,
    access_key: 'abc',
    signature: '0'.repeat(64),
    timezone: 'us/pacific',
    locale: 'de_ch',
    authorization: 'dXNlcjpwYXNz',
    cookies: [' a = 1 ; b=2;c="x y"; path=/; domain=A.example; max-age=9'],
    headers: ['X-A:1; X-B: 2', 'Accept :  text/html; q=0.8 '],
    proxy: 'http://user:pa%20ss@proxy.example:80',
    // Its place is taken by proxy: the two together are refused.
    ip_location: undefined,
    webhook_url: 'https://example.com/hook',
    geolocation_latitude: -0,
    geolocation_longitude: 12.5,
    hide_selectors: ['#a', '.b > c'],
    mask_selectors: ['#a'],
    blur_selectors: ['.b > c'],
    ignore_selectors: ['.clock', 'time'],
    highlight_selectors: ['#a -- First, with a comma', '.b'],
    pdf_margin_top: '1cm',
    pdf_margin_right: 20,
    pdf_margin_bottom: '0.5in',
    pdf_margin_left: '3pt',
    pdf_paper_width: '30cm',
    pdf_paper_height: '30cm',
    pdf_page_ranges: '1-3, 5 , 8-',
    fail_on_status: ' 5xx,404 - 410',
    storage_state: { origins: [{ origin: 'https://example.com', localStorage: [] }] },
    steps: {
      steps: [
        { type: 'setViewport', width: 300, height: 200 },
        { fill: '#a', value: '{{b}}' },
      ],
    },
    secrets: { b: 'c' },
    js_enabled: true,
    duration: 200,
  };
  // Each defines an area, or pages: they exclude each other.
  const apart: Readonly<Record<string, RegExp>> = {
    screenshot: /^selector$/,
    screencast: /^(deterministic|video_bitrate)$/,
    pdf: /^(clip_.*|pdf_single_page)$/,
    // Only of Markdown, which is not the last format.
    scrape: /^front_matter$/,
  };
  for (const kind of kinds) {
    const input: Record<string, unknown> = { kind };
    for (const info of parameterList(kind)) {
      const { name, type, values, minimum = 1, maximum } = info;
      // A session excludes a storage state.
      if (name === 'session' || apart[kind]?.test(name)) {
        if (info.default !== undefined) input[name] = info.default;
        continue;
      }
      if (name in samples) input[name] = samples[name];
      else if (values !== undefined)
        input[name] = type === 'list' ? values.toReversed() : values.at(-1);
      else if (type === 'boolean') input[name] = info.default !== true;
      else if (type === 'string') input[name] = `some ${name}`;
      else input[name] = maximum ?? minimum;
    }
    input['block_annoyance'] = 'tracking,ads';
    const first = parseRequest(input);
    t.same(first.ignored, []);
    const again = parseRequest(JSON.parse(JSON.stringify(first.request)));
    t.strictSame(again, first, kind);
    t.equal(JSON.stringify(again.request), JSON.stringify(first.request));
    const given = Object.keys(input)
      .filter((name) => input[name] !== undefined)
      .sort();
    t.same(Object.keys(first.request).sort(), given, 'nothing is lost');
  }
});

t.test('random requests parse to themselves or are refused as RenderError', async (t) => {
  let seed = 12_345;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const values: unknown[] = [
    true,
    false,
    0,
    1,
    30,
    100.5,
    -1,
    '',
    'a',
    'png',
    url,
    'load',
    ['load'],
  ];
  values.push(['a=1'], ['A: b'], [], {}, null, 'none', ['ads'], 'iphone_x', 'UTC', 'a4', 'md');
  let accepted = 0;
  for (let round = 0; round < 3000; round++) {
    const kind = kinds[random(kinds.length)] ?? '';
    const names = parameterList(kind);
    const input: Record<string, unknown> = { kind, url };
    for (let count = random(4); count > 0; count--) {
      input[names[random(names.length)]?.name ?? ''] = values[random(values.length)];
    }
    try {
      const { request } = parseRequest(input);
      accepted++;
      const again = parseRequest(JSON.parse(JSON.stringify(request))).request;
      if (JSON.stringify(again) !== JSON.stringify(request)) t.same(again, request);
    } catch (error) {
      if (!(error instanceof RenderError)) t.fail('no RenderError', { error, input });
    }
  }
  t.ok(accepted > 500, `${accepted} of 3000 were accepted`);
});

t.test('long and odd strings end quickly and typed', async (t) => {
  const fills = ['a', '[', '(', '=', '; ', ',', '\\', "'", '\0', '\r\n', 'a:', '%', '😀', 'A:b; '];
  for (const {
    name,
    kinds: [kind],
  } of parameterList()) {
    for (const fill of fills) {
      const text = fill.repeat(200_000 / fill.length);
      for (const value of [text, [text], `http://${text}`, Array(100).fill(text.slice(0, 1200))]) {
        try {
          parseRequest({ kind, url, [name]: value });
        } catch (error) {
          if (!(error instanceof RenderError)) t.fail(`${name} ${fill}`, { error });
        }
      }
    }
  }
  const crowd = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`u${index}`, 1]));
  const { details, message } = refusalOf({ kind: 'screenshot', ...crowd });
  t.equal(details?.length, 20, 'what comes after them is not looked at');
  t.ok(message.length < 500);
});

t.test('types', async (t) => {
  const input: RequestInput = {
    kind: 'screenshot',
    url,
    format: 'png',
    full_page: true,
    block_annoyance: 'ads',
    wait_until: ['load'],
    html: undefined,
    ip_location: undefined,
  };
  const { request } = parseRequest(input);
  if (request.kind !== 'screenshot') throw new Error('another kind');
  const annoyances: ('none' | 'cookies_banner' | 'ads' | 'tracking')[] = request.block_annoyance;
  const scale: number | undefined = request.device_scale_factor;
  const again: RequestInput = request satisfies RenderRequest;
  t.same([annoyances, scale, again.kind], [['ads'], undefined, 'screenshot']);
  const wrong: RequestInput[] = [
    // @ts-expect-error an unknown name
    { kind: 'screenshot', url, ful_page: true },
    // @ts-expect-error a value that is not in the set
    { kind: 'screenshot', url, format: 'bmp' },
    // @ts-expect-error a parameter of another kind
    { kind: 'pdf', url, full_page: true },
  ];
  t.equal(wrong.length, 3);
});
