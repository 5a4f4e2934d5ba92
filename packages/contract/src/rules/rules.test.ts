import t, { type Test } from 'tap';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import { parseRequest, rulesOf } from '../request/parse-request.ts';
import { RenderError } from '../errors/render-error.ts';
import type { RuleOptions } from './rule.ts';

const url = 'https://example.com/';

/** Accepts when `expected` is undefined; else the refusal's message must fit. */
function check(t: Test, more: object, expected?: RegExp | string, options?: RuleOptions) {
  const label = JSON.stringify(more).slice(0, 100);
  try {
    parseRequest({ kind: 'screenshot', url, ...more }, options);
    t.equal(expected, undefined, `${label} is accepted`);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    if (expected === undefined) t.fail(`${label} was refused: ${error.message}`);
    else t.match(error.message, expected, label);
    t.notMatch(error.message, /[\r\n\0]/, 'on one line');
  }
}

t.test('each rule has a name of its own', async (t) => {
  const ids = [...new Set([...builtInKinds].flatMap(rulesOf))].map(({ id }) => id);
  t.equal(new Set(ids).size, ids.length);
  t.equal(ids.length, 54);
});

t.test('the parameter that is named is the one that was given', async (t) => {
  const named = (more: object) => {
    try {
      parseRequest({ url, ...more });
    } catch (error) {
      if (error instanceof RenderError) return error.details?.map(({ parameter }) => parameter);
      throw error;
    }
    return undefined;
  };
  const tall = { pdf_landscape: true, pdf_margin_top: '10in' };
  t.same(named({ kind: 'pdf', ...tall }), ['pdf_margin_top']);
  t.same(named({ kind: 'pdf', pdf_margin_right: '9in' }), ['pdf_margin_right']);
  t.same(named({ kind: 'pdf', ...tall, pdf_margin_left: '10in', pdf_margin_right: '2in' }), [
    'pdf_margin_left',
  ]);
  t.same(named({ kind: 'pdf', pdf_paper_height: '9in' }), ['pdf_paper_height']);
  t.same(named({ kind: 'screenshot', clip_height: 5 }), ['clip_height']);
  t.same(named({ kind: 'screenshot', geolocation_longitude: 5 }), ['geolocation_longitude']);
  const video = { kind: 'screencast', duration: 1 };
  t.same(named({ ...video, viewport_width: 7680, viewport_height: 7680 }), ['viewport_width']);
  t.same(named({ ...video, viewport_height: 7680, device_scale_factor: 3 }), ['viewport_height']);
  const large = { kind: 'screenshot', viewport_width: 7680, viewport_height: 7680 };
  t.same(named({ ...large, device_scale_factor: 3 }), ['device_scale_factor']);
});

t.test('source_given, one_source', async (t) => {
  check(t, { url: undefined }, /^url or html is required/);
  t.throws(() => parseRequest({ kind: 'pdf' }), { code: 'missing_parameter' });
  check(t, { html: 'x' }, /^url and html cannot be given together/);
  check(t, { url: undefined, html: 'x' });
  t.throws(() => parseRequest({ kind: 'scrape' }), {
    code: 'missing_parameter',
    message: /^url or html is required/,
  });
});

t.test('url_is_web', async (t) => {
  for (const good of [
    'http://a',
    'HTTP://A/',
    'https://a:8443/?x=1#y',
    'http://[::1]/',
    'http://1/',
  ]) {
    check(t, { url: good });
  }
  const schemes = [
    'file',
    'data',
    'javascript',
    'about',
    'chrome',
    'ftp',
    'view-source',
    'blob',
    'ws',
  ];
  for (const scheme of schemes) {
    const text = `${scheme}:${scheme === 'file' ? '///etc/passwd' : '//x'}`;
    check(
      t,
      { url: text },
      `url must be an absolute http or https URL; got one with the scheme "${scheme}"`,
    );
  }
  check(t, { url: ' java\nscript:alert(1)' }, /scheme "javascript"/);
  for (const bad of [
    'example.com',
    '/x',
    '//example.com/',
    'http://',
    'http://a b/',
    'https://[::1',
  ]) {
    check(
      t,
      { url: bad },
      /url must be an absolute http or https URL, for example https:.*; got "/,
    );
  }
  check(t, { url: 'localhost:3000/x' }, /scheme "localhost"\. Write http:\/\/localhost:3000\/x if/);
  check(t, { url: '' }, /^url must be an absolute http or https URL .*; got ""\.$/);
  check(t, { url: 'mailto:a@example.com' }, /scheme "mailto"\.$/);
});

t.test('clip_has_size', async (t) => {
  const all = { clip_x: 1, clip_y: 2, clip_width: 3, clip_height: 4 };
  check(t, all);
  check(t, { clip_width: 3, clip_height: 4 });
  check(t, { clip_y: 1, clip_width: 3, clip_height: 4 });
  check(
    t,
    { clip_x: 1 },
    /clip_width and clip_height are both needed for a clip; got only clip_x\.$/,
  );
  check(t, { clip_x: 0, clip_y: 0 }, /got only clip_x and clip_y/);
  check(t, { clip_width: 3 }, /got only clip_width/);
  check(t, { ...all, clip_height: undefined }, /got only clip_x and clip_y and clip_width/);
});

t.test('locale_exists', async (t) => {
  for (const locale of ['fr', 'fr-CH', 'fr_ch', 'zh-Hant-TW', 'EN-us']) check(t, { locale });
  for (const locale of ['', 'french', 'xx', 'fr,en', 'fr;q=1', '-', 'x'.repeat(35)]) {
    check(t, { locale }, /locale must be/);
  }
});

t.test('scroll_to_is_written', async (t) => {
  for (const scroll_to of ['#a', '800', '800px', 800, 0]) check(t, { scroll_to });
  for (const scroll_to of ['', ' ', -1, 1.5, true]) check(t, { scroll_to }, /scroll_to must be/);
});

t.test('device_exists', async (t) => {
  check(t, { viewport_device: 'ipad_gen_7' });
  check(t, { viewport_device: 'iphone_51' }, /got "iphone_51"\. Did you mean iphone_/);
  check(t, { viewport_device: 'iPhone 15 Pro' });
  check(t, { viewport_device: 'iPhone 51' }, /got "iPhone 51"\. Did you mean iphone_/);
  check(
    t,
    { viewport_device: 'toString' },
    /viewport_device must be the id or the name of a device/,
  );
  check(t, { viewport_device: 'a_typewriter_of_1920' }, /got "a_typewriter_of_1920"\.$/);
});

t.test('none_stands_alone', async (t) => {
  check(t, { block_annoyance: 'none' });
  check(t, { block_annoyance: ['none', 'none'] });
  check(t, { block_annoyance: 'none,ads' }, /block_annoyance cannot be none and something else/);
});

t.test('selectors', async (t) => {
  check(
    t,
    { hide_selectors: ['#a', ' '] },
    /hide_selectors must hold CSS selectors; got one that is/,
  );
  check(t, { click_selector: '\t' }, /click_selector must be a CSS selector; got a blank one/);
  check(t, { click_selector: '#a', hide_selectors: ['b'] });
});

t.test('selector_is_the_area', async (t) => {
  check(t, { selector: '#a', full_page_scroll: true });
  check(t, { selector: ' ' }, /selector must be a CSS selector; got a blank one/);
  check(t, { wait_for_selector: ' ' }, /wait_for_selector must be a CSS selector; got a blank/);
  check(
    t,
    { selector: '#a', full_page: true },
    'selector and full_page cannot be given together: leave one of them out.',
  );
  check(t, { selector: '#a', clip_width: 5, clip_height: 5 }, /selector and a clip cannot be/);
});

t.test('base_url_is_web, base_url_is_of_html', async (t) => {
  const raw = { url: undefined, html: 'x' };
  check(t, { ...raw, base_url: 'https://example.com/a/' });
  check(t, { ...raw, base_url: 'file:///etc/' }, /^base_url must be .*scheme "file"/);
  check(t, { base_url: 'https://example.com/a/' }, /^base_url is the address of html/);
  const { request } = parseRequest({ kind: 'scrape', html: 'x', base_url: 'https://EXAMPLE.com' });
  t.equal(request.base_url, 'https://example.com/');
});

t.test('timeout_is_allowed', async (t) => {
  check(t, { timeout: 600 });
  check(t, { timeout: 600 }, undefined, { maxTimeoutS: 600 });
  check(
    t,
    { timeout: 30.5 },
    /^timeout must be at most 30 \(s\) here; got 30.5. .*: max_timeout\.$/,
    { maxTimeoutS: 30 },
  );
  const timeout = (maxTimeoutS: number) =>
    parseRequest({ kind: 'pdf', url }, { maxTimeoutS }).request.timeout;
  t.equal(timeout(10), 10, 'the default is not above it');
  t.equal(timeout(60), 30);
});

t.test('statuses_are_ranges', async (t) => {
  for (const good of ['404', '400-599', ' 500 - 599 , 404', '4xx,5XX']) {
    check(t, { fail_on_status: good });
  }
  check(
    t,
    { fail_on_status: '404,' },
    /^fail_on_status must be .*; got "404,", of which one is empty\.$/,
  );
  check(t, { fail_on_status: '4' }, /"4" is none/);
  check(t, { fail_on_status: '404-400' }, /ends before it starts/);
  check(t, { fail_on_status: '099' }, /not within 100 to 599/);
  check(t, { fail_on_status: '500-600' }, /not within 100 to 599/);
  const normal = (fail_on_status: string) =>
    parseRequest({ kind: 'pdf', url, fail_on_status }).request.fail_on_status;
  t.equal(normal('5xx, 404, 450-499,400-460'), '400-599');
  t.equal(normal('503,404'), '404,503');
});

t.test('awaited_function_runs, awaited_function_is_written', async (t) => {
  check(t, { wait_for_function: 'window.ready' });
  check(
    t,
    { wait_for_function: ' \n' },
    /wait_for_function must be a JavaScript expression; got a/,
  );
  check(
    t,
    { kind: 'scrape', wait_for_function: 'x', js_enabled: false },
    /wait_for_function needs js_enabled/,
  );
});

t.test('injected_script_runs', async (t) => {
  check(t, { kind: 'scrape', inject_js: 'x()', js_enabled: true });
  check(t, { kind: 'scrape', inject_css: 'a {}', js_enabled: false });
  check(t, { kind: 'scrape', inject_js: 'x()', js_enabled: false }, /inject_js needs js_enabled/);
});

t.test('front_matter_is_of_markdown', async (t) => {
  check(t, { kind: 'scrape', front_matter: true, format: 'md' });
  check(t, { kind: 'scrape', front_matter: false, format: 'json' });
  for (const format of ['html', 'json', undefined]) {
    const values = { kind: 'scrape', front_matter: true, ...(format ? { format } : {}) };
    check(t, values, /front_matter needs format md/);
  }
});

t.test('pages_are_ranges', async (t) => {
  const pdf = (pdf_page_ranges: string, expected?: RegExp) =>
    check(t, { kind: 'pdf', pdf_page_ranges }, expected);
  for (const good of ['1', '1-3, 5', '-2', '3-', ' 1 - 2 ', '2,1', '999999']) pdf(good);
  pdf(
    '0',
    /^pdf_page_ranges must be page numbers .*; got "0", of which "0" starts before page 1\.$/,
  );
  pdf('1-3,0-2', /of which "0-2" starts before page 1/);
  pdf('-0', /of which "-0" starts before page 1/);
  pdf('3-1', /of which "3-1" ends before it starts/);
  pdf('1,,2', /of which one is empty/);
  for (const bad of ['a', '-', '1-2-3', '1.5', '1;2', '１', '9999999']) {
    pdf(bad, /of which ".*" is none\.$/);
  }
});

t.test('area_is_one_page, single_page_stands_alone', async (t) => {
  const clip = { kind: 'pdf', clip_width: 10, clip_height: 10 };
  check(t, clip);
  check(t, { ...clip, pdf_scale: 2, pdf_paper_format: 'a4' });
  check(
    t,
    { ...clip, pdf_page_ranges: '1', pdf_margin_top: 0 },
    'A clip makes a PDF of one page of exactly its size: leave out pdf_margin_top and pdf_page_ranges.',
  );
  check(t, { ...clip, pdf_single_page: true }, /leave out pdf_single_page\.$/);
  check(t, { kind: 'pdf', pdf_single_page: true, pdf_margin_top: '1cm' });
  check(
    t,
    { kind: 'pdf', pdf_single_page: true, pdf_page_ranges: '1' },
    /cannot be given together/,
  );
});

t.test('paper_has_two_sides, single_page_has_its_size', async (t) => {
  const pdf = (more: object, expected?: RegExp) => check(t, { kind: 'pdf', ...more }, expected);
  const size = { pdf_paper_width: '10cm', pdf_paper_height: 300 };
  pdf({ ...size, pdf_landscape: true, pdf_prefer_css_page_size: true });
  pdf({ pdf_paper_width: 300 }, /must be given together; got only pdf_paper_width\.$/);
  pdf({ pdf_paper_height: '20in' }, /must be given together; got only pdf_paper_height\.$/);
  pdf({ pdf_single_page: true, pdf_paper_width: 300, pdf_prefer_css_page_size: false });
  pdf({ pdf_single_page: true, ...size }, /leave out pdf_paper_height\.$/);
  pdf({ pdf_single_page: true, pdf_prefer_css_page_size: true }, /cannot be given together/);
  const clip = { clip_width: 10, clip_height: 10 };
  pdf(
    { ...clip, ...size, pdf_prefer_css_page_size: true },
    /leave out pdf_paper_width and pdf_paper_height and pdf_prefer_css_page_size\.$/,
  );
  for (const bad of [0, 23, '0.2in', 19201, '201in', '1em', -1]) {
    pdf(
      { ...size, pdf_paper_width: bad },
      /^pdf_paper_width must be a length from 0\.25in to 200in, for ex/,
    );
  }
});

t.test('margins_leave_room', async (t) => {
  const pdf = (more: object, expected?: RegExp) => check(t, { kind: 'pdf', ...more }, expected);
  const a6 = { pdf_paper_format: 'a6' };
  pdf({ ...a6, pdf_margin_left: '4cm', pdf_margin_right: '4cm' });
  pdf(
    { ...a6, pdf_margin_left: '5cm', pdf_margin_right: '5cm' },
    /^pdf_margin_left and pdf_margin_right leave no room on a6, which is 4\.13in wide\.$/,
  );
  pdf({ ...a6, pdf_margin_left: '10cm' }, /leave no room on a6/);
  pdf({ ...a6, pdf_landscape: true, pdf_margin_left: '10cm' });
  pdf({ pdf_margin_top: '10in' });
  pdf(
    { pdf_landscape: true, pdf_margin_top: '10in' },
    /pdf_margin_top and .* on landscape letter, which is 8\.5in high/,
  );
  pdf({ pdf_landscape: true, pdf_margin_top: '10in', pdf_single_page: true });
  const card = { pdf_paper_width: '2in', pdf_paper_height: '85mm' };
  pdf(card);
  pdf(
    { ...card, pdf_paper_format: 'a4', pdf_margin_left: '1.5in' },
    /^pdf_margin_left and .* leave no room on the given paper, which is 2in wide\.$/,
  );
  pdf({ pdf_prefer_css_page_size: true, pdf_margin_left: '9in' });
  for (const name of ['top', 'right', 'bottom', 'left']) {
    const parameter = `pdf_margin_${name}`;
    for (const bad of [-1, 1921, '21in', '1em', 'auto', '1 cm', '-1cm', '1e3', true, [1], '54cm']) {
      pdf(
        { [parameter]: bad },
        new RegExp(`^${parameter} must be a length from 0 to 20in, for ex`),
      );
    }
  }
});

t.test('position_is_complete', async (t) => {
  check(t, { geolocation_latitude: 1, geolocation_longitude: 2 });
  check(t, { geolocation_accuracy: 5 });
  check(t, { geolocation_latitude: 0 }, /must be given together; got only geolocation_latitude/);
  check(t, { geolocation_longitude: 0 }, /must be given together; got only geolocation_longitude/);
});

t.test('time_zone_exists', async (t) => {
  for (const timezone of [
    'Europe/Paris',
    'Etc/UTC',
    'UTC',
    'Etc/GMT+5',
    'US/Pacific',
    'america/NEW_york',
  ]) {
    check(t, { timezone });
  }
  for (const timezone of [
    'Mars/Olympus',
    '+01:00',
    'GMT+5',
    'Europe/',
    '../etc',
    'Europe/Paris\n',
    '5',
  ]) {
    check(t, { timezone }, /timezone must be a name from the IANA time zone database/);
  }
});

t.test('user_agent_is_sendable', async (t) => {
  check(t, { user_agent: 'Mozilla/5.0 (é)' });
  for (const user_agent of ['a\r\nHost: b', 'a\0', 'a\n', '日本']) {
    check(t, { user_agent }, /user_agent must hold no line breaks/);
  }
});

t.test('authorization_is_basic', async (t) => {
  for (const authorization of [
    'dXNlcjpwYXNz',
    'dTpw',
    'YTpiYw==',
    'YTpiYw',
    'YTpi+/8=',
    'ab',
    'user:pass',
    'Basic dXNlcjpwYXNz',
    'basic user:pa ss',
    ':',
    'ключ:é',
  ]) {
    check(t, { authorization });
  }
  const bad = [
    'Basic',
    'Bearer dXNlcjpwYXNz',
    'user:pa\nss',
    'a',
    '=',
    '====',
    'YTpiYw=',
    'YT=piYw=',
    'YTpi\r\n',
    'é',
  ];
  for (const authorization of bad) {
    check(t, { authorization }, /authorization must be user:password or its base64/);
  }
});

t.test('cookies_are_pairs', async (t) => {
  for (const cookie of [
    'a=1',
    'a=',
    'a=b=c',
    'foo[bar]="x y"',
    'ключ=é',
    'a={"b":[1,2]}',
    'secure=1',
  ]) {
    check(t, { cookies: [cookie] });
  }
  for (const cookie of ['a', '=1', ' = ', 'Secure', 'a=1; Safe']) {
    check(
      t,
      { cookies: ['x=y', cookie] },
      /cookies must be name=value pairs; number [23] has no name/,
    );
  }
  for (const cookie of ['a=1\r\nX: y', 'a=\0', 'a\t=1']) {
    check(t, { cookies: [cookie] }, /cookies must not hold control characters; number 1 does/);
  }
});

t.test('cookies may have the attributes of Set-Cookie', async (t) => {
  for (const attributes of [
    'Path=/; HttpOnly',
    'path=/a; SECURE; samesite=none; Priority=High; Partitioned',
    'Domain=.example.com; Expires=Wed, 21-Oct-2026 07:28:00 GMT; Max-Age=-1',
  ]) {
    check(t, { cookies: [`a=1; ${attributes}`] });
  }
  for (const [attributes, problem] of [
    ['Path=a', 'a Path that does not begin with /'],
    ['Domain=https://example.com', 'a Domain that is no host name'],
    ['Expires=soon', 'an Expires that is no date like Wed, 21 Oct 2026 07:28:00 GMT'],
    ['Max-Age=1h', 'a Max-Age that is no number of seconds'],
    ['SameSite=no', 'a SameSite that is none of Strict, Lax and None'],
    ['SameSite=None', 'SameSite=None without Secure'],
  ] as const) {
    const message = `cookies must have attributes as in Set-Cookie; number 2 has ${problem}.`;
    check(
      t,
      { cookies: ['x=y', `a=1; ${attributes}`] },
      new RegExp(message.replaceAll('.', '\\.')),
    );
  }
});

t.test('headers_are_sendable', async (t) => {
  for (const header of [
    'A: b',
    'a:b',
    "!#$%&'*+-.^_`|~: 1",
    'X:',
    'Link: <http://x>; rel="http://y"',
  ]) {
    check(t, { headers: [header] });
  }
  check(t, { headers: ['X: \tcafé\ttab'] });
  for (const name of [
    'Host',
    'host',
    'Content-Length',
    'TRANSFER-ENCODING',
    'Connection',
    'Proxy-Authorization',
    'proxy-',
  ]) {
    check(
      t,
      { headers: ['A: b', `${name}: x`] },
      new RegExp(`may not set Host.*number 2 sets ${name}\\.`),
    );
    check(t, { headers: [` ${name} : x`] }, /may not set Host/);
    check(t, { headers: [`A: b; ${name}: x`] }, /may not set Host/);
  }
  for (const header of ['A', ': b', ' :']) {
    check(t, { headers: [header] }, /headers must be name: value pairs; number 1 has no name/);
  }
  for (const header of ['A B: c', 'Ä: c', 'A\n: c', '(a): b', 'A\0B: c']) {
    check(t, { headers: [header] }, /headers must have names of letters, digits/);
  }
  for (const header of ['A: b\r\nHost: x', 'A: b\nc', 'A: \0', 'A: 日', 'A: \x7f']) {
    check(t, { headers: [header] }, /headers must have values without line breaks.*number 1 \(A\)/);
  }
});

t.test('one_way_out, location_is_served', async (t) => {
  const proxy = 'http://user:pass@host:8080';
  check(t, { ip_location: 'us', proxy }, /^ip_location and proxy cannot be given together/);
  check(t, { ip_location: 'us' });
  check(t, { ip_location: 'us' }, undefined, { locations: ['us', 'de'] });
  check(t, { ip_location: 'fr' }, 'no proxy is configured for fr, only us, de.', {
    locations: ['us', 'de'],
  });
  check(t, { ip_location: 'fr' }, 'no proxy is configured for fr, nor for any other.', {
    locations: [],
  });
  const refused = { code: 'unsupported' };
  t.throws(() => parseRequest({ kind: 'pdf', url, ip_location: 'us' }, { locations: [] }), refused);
});

t.test('proxy_is_address', async (t) => {
  for (const proxy of [
    'http://user:pass@host:8080',
    'https://user:pa%40ss@host.example:443',
    'http://host:80/',
    'HTTP://host:1',
    'http://[::1]:3128',
  ]) {
    check(t, { proxy });
  }
  check(t, { proxy: 'host:8080' }, /got the scheme "host"/);
  check(t, { proxy: 'socks5://h:1' }, /got the scheme "socks5"/);
  for (const proxy of ['http://host', 'http://user:pass@host', 'http://host:0', 'http://[::1]']) {
    check(t, { proxy }, /got no port/);
  }
  for (const proxy of ['http://h:1/x:2', 'http://h:1/?a:3', 'http://h:1/#:4']) {
    check(t, { proxy }, /got more than an address/);
  }
  for (const proxy of ['x', 'http://', 'http://h:99999', 'http://a b:1']) {
    check(t, { proxy }, /got something that is no URL \(not shown\)/);
  }
});

t.test('attachment_name_is_plain', async (t) => {
  for (const attachment_name of ['report', 'Bericht für März', '日本 "x"', '..', 'a.b']) {
    check(t, { attachment_name });
  }
  for (const attachment_name of ['a/b', 'a\\b', 'a\r\nb', 'a\0', '../../etc/passwd']) {
    check(t, { attachment_name }, /attachment_name must be a plain file name/);
  }
});

t.test('webhook_is_safe', async (t) => {
  check(t, { webhook_url: 'https://example.com/hook' });
  check(
    t,
    { webhook_url: 'http://example.com/hook' },
    /webhook_url must be an absolute https URL; got one with the scheme "http"/,
  );
  check(t, { webhook_url: 'http://example.com/hook' }, undefined, { allowHttpWebhook: true });
  check(t, { webhook_url: 'ftp://x' }, /http or https URL; got one/, { allowHttpWebhook: true });
  check(t, { webhook_url: 'hook' }, /webhook_url must be .* for example https:\/\/example\.com\//);
});

t.test('frames_fit', async (t) => {
  const video = (more: object) => ({ kind: 'screencast', duration: 1, ...more });
  check(t, video({ viewport_width: 3840, viewport_height: 2160 }));
  check(t, video({ viewport_width: 4096, viewport_height: 2160 }));
  check(t, video({ viewport_width: 1920, viewport_height: 1080, device_scale_factor: 2 }));
  check(t, video({ viewport_device: 'ipad_pro_11_landscape' }));
  check(
    t,
    video({ viewport_width: 7680, viewport_height: 7680, device_scale_factor: 3 }),
    'viewport_width, viewport_height and device_scale_factor make frames of 23040 x 23040 px; a video has room for 8.85 million pixels (3840 x 2160, for example), and for 8000 px a side. Set a smaller viewport or a lower device_scale_factor.',
  );
  check(t, video({ viewport_width: 4097, viewport_height: 2160 }), /frames of 4097 x 2160 px/);
  check(t, video({ viewport_width: 4000, viewport_height: 9, device_scale_factor: 2 }));
  check(
    t,
    video({ viewport_width: 4001, viewport_height: 9, device_scale_factor: 2 }),
    /frames of 8002 x 18 px; .*8000 px a side/,
  );
  check(t, video({ viewport_device: 'ipad_pro_11', device_scale_factor: 5 }), /frames of 4170 x/);
  check(t, { viewport_width: 7680, viewport_height: 7680 });
});

t.test('frames_fit_in_all', async (t) => {
  const hd = { viewport_width: 1920, viewport_height: 1080, duration: 30, fps: 60 };
  const video = (more: object) => ({ kind: 'screencast', ...hd, ...more });
  check(t, video({}));
  check(t, video({ device_scale_factor: 2, fps: 30 }));
  check(t, video({ device_scale_factor: 2, duration: 15 }));
  check(
    t,
    video({ device_scale_factor: 2 }),
    'duration, fps and the viewport make 1800 frames of 3840 x 2160 px, 14,900 million pixels in all; a video has room for 8,000 million pixels. Set a duration of at most 16, a lower fps or a smaller viewport.',
    { maxDurationS: 30 },
  );
  check(t, video({ device_scale_factor: 2 }));
  check(t, video({ duration: 600, fps: 30 }));
  check(t, video({ duration: 600, device_scale_factor: 2 }), /Set a duration of at most 321\.5,/);
  check(t, video({ device_scale_factor: 5 }), /^viewport_width.* lower device_scale_factor\.$/);
});

t.test('duration_is_allowed', async (t) => {
  const video = (more: object) => ({ kind: 'screencast', ...more });
  check(t, video({ duration: 600 }));
  check(t, video({ duration: 601 }), /^duration must be /);
  check(t, video({ duration: 300, fps: 120 }));
  check(
    t,
    video({ duration: 301, fps: 120 }),
    'duration must be at most 300 (s) here; got 301. With more than 60 frames per second a video must be shorter.',
  );
  check(t, video({ duration: 30, fps: 60 }), undefined, { maxDurationS: 30 });
  check(
    t,
    video({ duration: 31 }),
    'duration must be at most 30 (s) here; got 31. The operator sets that limit: max_duration.',
    { maxDurationS: 30 },
  );
  check(t, video({ duration: 16, fps: 120 }), /at most 15 \(s\)/, { maxDurationS: 30 });
  check(t, video({ duration: 5, from_time: 25 }), undefined, { maxDurationS: 30 });
  check(
    t,
    video({ duration: 5, from_time: 26 }),
    'from_time and duration must be at most 30 (s) together here; got 26 and 5.',
    { maxDurationS: 30 },
  );
});

t.test('video_rate_fits, video_transparency_fits', async (t) => {
  const video = (more: object) => ({ kind: 'screencast', ...more });
  check(t, video({ video_quality: 90 }));
  check(t, video({ video_quality: 90, format: 'webp' }));
  check(t, video({ video_bitrate: 500, format: 'webm' }));
  check(t, video({ video_quality: 90, video_bitrate: 500 }), /exclude each other; got both/);
  check(t, video({ video_bitrate: 500, format: 'webp' }), /mp4, webm, mov and avi; got .* webp/);
  check(t, video({ video_quality: 90, format: 'gif' }), /does not apply to gif/);
  const transparent = { format: 'mov', omit_background: true };
  check(t, video({ ...transparent, video_bitrate: 500 }), /does not apply to a transparent mov/);
  check(t, video({ ...transparent, video_quality: 90 }));
  for (const format of ['webm', 'mov', 'webp', 'gif']) {
    check(t, video({ omit_background: true, format }));
  }
  check(t, video({ omit_background: true }), /mp4 cannot be transparent\. Use webm/);
  check(t, video({ omit_background: true, format: 'avi' }), /avi cannot be transparent/);
});

t.test('image_fits', async (t) => {
  const large = { viewport_width: 7680, viewport_height: 7680 };
  check(t, { ...large, device_scale_factor: 2.6 });
  const tooMany = /400 million pixels .* at device_scale_factor 3\. What fits .* at most 2\.6\.$/;
  check(t, { ...large, device_scale_factor: 3 }, tooMany);
  check(t, { ...large, device_scale_factor: 3, full_page: true }, /at least 7680x7680/);
  check(t, { ...large, device_scale_factor: 3, clip_width: 10, clip_height: 10 });
  check(t, { ...large, device_scale_factor: 3, selector: 'h1' });
  const wide = { viewport_width: 7680, viewport_height: 100, device_scale_factor: 3 };
  check(
    t,
    { ...wide, format: 'webp' },
    /^webp ends at 16383 px a side.*at most 2\.13, or format png/,
  );
  check(t, { ...wide, format: 'png' });
  check(t, { ...wide, format: 'webp', image_width: 1000 });
  check(t, { ...large, image_width: 16_383, image_height: 16_383 });
  const square = { viewport_width: 100, viewport_height: 200 };
  check(t, { ...square, image_width: 16_383 }, /resized to 16383x32766 px/);
  check(t, { ...square, image_width: 16_383, full_page: true });
  check(
    t,
    { ...square, format: 'webp', image_width: 10_000 },
    /^webp ends at 16383 px a side, .* resized to 10000x20000 px\. Give an image_height of at most 16383, or format png\.$/,
  );
});
