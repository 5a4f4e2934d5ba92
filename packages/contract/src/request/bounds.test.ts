import t, { type Test } from 'tap';
import { kinds } from '../kinds/kind-info.ts';
import { parameterList, type ParameterInfo } from '../project/parameter-list.ts';
import { parseRequest } from './parse-request.ts';
import { RenderError } from '../errors/render-error.ts';

const base = { url: 'https://example.com/' };

/** The bounds of the interface and its decisions, written down a second time on purpose. */
const ranges: Record<string, { low?: number; above?: number; high?: number; integer?: boolean }> = {
  viewport_width: { low: 1, high: 7680, integer: true },
  viewport_height: { low: 1, high: 7680, integer: true },
  device_scale_factor: { low: 1, high: 5 },
  clip_x: { low: 0, integer: true },
  clip_y: { low: 0, integer: true },
  clip_width: { low: 1, integer: true },
  clip_height: { low: 1, integer: true },
  image_width: { low: 1, high: 16383, integer: true },
  image_height: { low: 1, high: 16383, integer: true },
  image_quality: { low: 1, high: 100, integer: true },
  retry_times: { low: 0, high: 3, integer: true },
  full_page_scroll_by_amount: { low: 1, integer: true },
  full_page_scroll_by_duration: { low: 0, high: 1000, integer: true },
  geolocation_accuracy: { low: 0, high: 1000 },
  geolocation_latitude: { low: -90, high: 90 },
  geolocation_longitude: { low: -180, high: 180 },
  pdf_scale: { low: 0.1, high: 2 },
  delay: { low: 0, high: 30 },
  timeout: { above: 0, high: 86_400 },
  duration: { above: 0, high: 600 },
  fps: { low: 1, high: 120, integer: true },
  from_time: { low: 0, high: 60 },
  video_quality: { low: 1, high: 100, integer: true },
  video_bitrate: { low: 50, high: 200_000, integer: true },
  cache_ttl: { low: 1, high: 2_592_000, integer: true },
  scroll_by_amount: { low: 1, integer: true },
  scroll_by_duration: { low: 1, integer: true },
  scroll_by_delay: { low: 0, integer: true },
  scroll_back_delay: { low: 0, integer: true },
};

/** Other parameters that make a bound of one parameter valid. */
const companions: Record<string, Record<string, unknown>> = {
  front_matter: { format: 'md' },
  clip_x: { clip_width: 5, clip_height: 5 },
  clip_y: { clip_width: 5, clip_height: 5 },
  clip_width: { clip_height: 5 },
  clip_height: { clip_width: 5 },
  geolocation_latitude: { geolocation_longitude: 1 },
  geolocation_longitude: { geolocation_latitude: 1 },
};

function attempt(info: ParameterInfo, value: unknown, kind = info.kinds[0] ?? 'screenshot') {
  return () =>
    parseRequest({ kind, ...base, ...companions[info.name], [info.name]: value }).request;
}

function refused(t: Test, info: ParameterInfo, value: unknown, came: string) {
  try {
    attempt(info, value)();
    t.fail(`${info.name} took ${String(value)}`);
  } catch (error) {
    t.type(error, RenderError);
    const { code, message, details, status } = error as RenderError;
    t.equal(code, 'invalid_parameter', `${info.name} ${came}`);
    t.equal(status, 400);
    t.match(message, info.name);
    t.ok(message.includes(came), `${message} tells ${came}`);
    t.equal(details?.[0]?.parameter, info.name);
  }
}

t.test('numbers', async (t) => {
  const numeric = parameterList().filter(({ type }) => type === 'integer' || type === 'number');
  t.same(numeric.map(({ name }) => name).sort(), Object.keys(ranges).sort(), 'all are listed');
  for (const info of numeric) {
    const { low, above, high, integer } = ranges[info.name] ?? {};
    t.equal(info.type, integer ? 'integer' : 'number', info.name);
    t.same([info.minimum, info.exclusiveMinimum, info.maximum], [low, above, high], info.name);
    if (low !== undefined) {
      t.doesNotThrow(attempt(info, low), `${info.name} ${low}`);
      refused(t, info, low - 1, String(low - 1));
      if (!integer) refused(t, info, low - 0.001, String(low - 0.001));
    }
    if (above !== undefined) {
      t.doesNotThrow(attempt(info, above + 0.001));
      refused(t, info, above, String(above));
    }
    if (high !== undefined) {
      t.doesNotThrow(attempt(info, high), `${info.name} ${high}`);
      refused(t, info, high + 1, String(high + 1));
      if (!integer) refused(t, info, high + 0.001, String(high + 0.001));
    }
    if (integer) refused(t, info, 1.5, '1.5');
    refused(t, info, '5', '"5"');
    refused(t, info, NaN, 'NaN');
    refused(t, info, Infinity, 'Infinity');
    refused(t, info, true, 'true');
    refused(t, info, [5], 'a list of 1');
  }
});

t.test('booleans are true and false and nothing else', async (t) => {
  for (const info of parameterList().filter(({ type }) => type === 'boolean')) {
    t.doesNotThrow(attempt(info, true));
    t.doesNotThrow(attempt(info, false));
    for (const value of ['true', 'false', 1, 0, '', {}]) {
      const came = typeof value === 'object' ? 'an object' : JSON.stringify(value);
      refused(t, info, value, came);
    }
  }
});

t.test('sets', async (t) => {
  for (const info of parameterList().filter(({ values }) => values !== undefined)) {
    const isList = info.type === 'list';
    for (const value of info.values ?? []) {
      t.doesNotThrow(attempt(info, isList ? [value] : value), `${info.name} ${value}`);
      if (info.acceptsOne) t.doesNotThrow(attempt(info, value));
    }
    refused(t, info, isList ? ['qqqqqq'] : 'qqqqqq', '"qqqqqq"');
    refused(t, info, isList ? ['toString'] : 'toString', '"toString"');
    refused(t, info, isList ? [7] : 7, '7');
    const first = info.values?.[0] ?? '';
    refused(t, info, isList ? [first.toUpperCase()] : first.toUpperCase(), `mean ${first}?`);
  }
});

t.test('every kind takes its own formats', async (t) => {
  const formats = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      parameterList(kind).find(({ name }) => name.endsWith('format'))?.values,
    ]),
  );
  t.same(formats, {
    screenshot: ['jpeg', 'jpg', 'png', 'webp', 'gif'],
    screencast: ['webm', 'mp4', 'mov', 'avi', 'gif', 'webp'],
    pdf: ['letter', 'legal', 'tabloid', 'ledger', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'],
    scrape: ['html', 'md', 'json', 'elements'],
    archive: ['mhtml', 'har', 'wacz'],
  });
});

t.test('strings have lengths', async (t) => {
  for (const info of parameterList().filter((info) => info.maxLength !== undefined)) {
    if (info.name === 'signature' || info.name === 'viewport_device') continue;
    const over = 'a'.repeat((info.maxLength ?? 0) + 1);
    const given = info.type === 'list' ? [over] : over;
    t.throws(attempt(info, given), { code: 'invalid_parameter' }, info.name);
    t.throws(attempt(info, info.type === 'list' ? [true] : true), { code: 'invalid_parameter' });
  }
  t.throws(() => parseRequest({ kind: 'screenshot', html: '' }), /at least 1 character; got ""/);
  t.throws(() => parseRequest({ kind: 'screenshot', ...base, user_agent: '' }), /user_agent/);
});

t.test('lists have lengths', async (t) => {
  const many = Array.from({ length: 101 }, (_, index) => `a${index}=1`);
  const make = (cookies: string[]) => () =>
    parseRequest({ kind: 'screenshot', ...base, cookies }).request;
  t.throws(make(many), /cookies must be .* at most 100 items .*; got more than that/);
  t.throws(make([many.join('; ')]), /at most 100 items/, 'also as one string');
  t.doesNotThrow(make(many.slice(1)));
  t.throws(
    () => parseRequest({ kind: 'screenshot', ...base, wait_until: [] }),
    /wait_until must be .*; got an empty list/,
  );
  t.throws(
    () => parseRequest({ kind: 'screenshot', ...base, block_annoyance: [] }),
    /block_annoyance must be one or several of none, .*; got an empty list/,
  );
});

t.test('keys and signatures', async (t) => {
  const parse = (more: object) => () => parseRequest({ kind: 'scrape', ...base, ...more }).request;
  t.doesNotThrow(parse({ access_key: 'aZ09_-'.repeat(4) }));
  t.doesNotThrow(parse({ signature: 'a0'.repeat(32) }));
  for (const access_key of ['a'.repeat(25), 'a b', 'é', '']) {
    t.throws(parse({ access_key }), /access_key must be at most 24 letters/);
  }
  for (const signature of ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64)]) {
    t.throws(
      parse({ signature }),
      /signature must be 64 lower-case hex digits; got a string \(not/,
    );
  }
});
