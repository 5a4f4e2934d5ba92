import t from 'tap';
import { createRenderer } from 'tintype';
import { failureOf, type Parameters } from './lab.ts';

// No browser can be started here: whatever is refused is refused before one is touched.
const renderer = createRenderer({
  chrome: { executablePath: '/nonexistent/tintype-test-browser' },
});
t.teardown(() => renderer.stop());

const failure = (parameters: Parameters) =>
  failureOf(renderer.render({ kind: 'screenshot', ...parameters } as never));
const url = 'http://example.com/';

t.test('a right request gets as far as the browser', async (t) => {
  const error = await failure({ url });
  t.equal(error.code, 'browser_unavailable');
  t.match(error.message, /\/nonexistent\/tintype-test-browser/);
});

const outOfRange: [parameter: string, ...values: unknown[]][] = [
  ['viewport_width', 0, -1, 7681, 12.5, '800'],
  ['viewport_height', 0, 7681, Number.NaN],
  ['device_scale_factor', 0.99, 5.01, 0, 'big'],
  ['image_width', 0, 16_384, 1.5],
  ['image_height', 0, 16_384],
  ['image_quality', 0, 101, 50.5],
  ['format', 'bmp', 'tiff', '', 1],
  ['omit_background', 'yes', 1],
  ['full_page', 'true'],
  ['full_page_scroll', 0],
  ['full_page_scroll_by_amount', 0, -5, 1.5],
  ['full_page_scroll_by_duration', -1, 1001, 0.5],
  ['delay', -1, 31, 'long'],
  ['timeout', 0, -1, 86_401],
  ['wait_until', ['idle'], 'loaded', 5],
  ['media_type', 'tv'],
  ['vision_deficiency', 'blind'],
  ['dark_mode', 'on'],
  ['reduced_motion', 2],
  ['timezone', 'Mars/Olympus', ''],
  ['viewport_device', 'nokia_3310', ''],
  ['viewport_landscape', 'yes'],
  ['viewport_has_touch', 1],
  ['viewport_mobile', 'no'],
  ['capture_beyond_viewport', 'yes'],
  ['gpu_rendering', 'yes'],
  ['bypass_csp', 'yes'],
  ['block_ressources', ['images'], 'everything'],
  ['cookies', ['nothing'], [5], ['a=b\nc']],
  [
    'headers',
    ['nothing'],
    ['a b: c'],
    ['x: a\r\ny: b'],
    ['Host: evil'],
    ['Content-Length: 5'],
    ['Proxy-Authorization: x'],
  ],
  ['authorization', 'not base64!', 'a\r\nb'],
  ['user_agent', 'a\r\nb'],
  ['click_selector', '', 5],
  ['hide_selectors', [''], [5]],
  [
    'url',
    'example',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'about:blank',
    'data:text/html,x',
    'http://',
    '',
  ],
];

for (const [parameter, ...values] of outOfRange)
  t.test(`${parameter} out of its range`, async (t) => {
    for (const value of values) {
      const error = await failure({ url, [parameter]: value });
      t.match(error.code, /^(invalid|missing)_parameter$/, JSON.stringify(value));
      t.match(error.message, parameter);
      t.equal(error.details?.[0]?.parameter, parameter);
      t.ok((error.details?.[0]?.message.length ?? 0) > 10, 'with a reason');
    }
  });

t.test('messages name the range and the value', async (t) => {
  t.match((await failure({ url, viewport_width: 7681 })).message, /1.*7680.*7681/);
  t.match((await failure({ url, image_quality: 101 })).message, /1.*100.*101/);
  const format = (await failure({ url, format: 'bmp' })).message;
  for (const name of ['jpeg', 'png', 'webp', 'gif', 'bmp']) t.match(format, name);
});

const pairs: [name: string, parameter: string, parameters: Parameters][] = [
  ['url and html', 'html', { url, html: '<p>' }],
  ['neither url nor html', 'url', {}],
  ['empty html', 'html', { html: '' }],
  ['clip without a height', 'clip_height', { url, clip_width: 10 }],
  ['clip without a size', 'clip_width', { url, clip_x: 10, clip_y: 10 }],
  ['clip of no width', 'clip_width', { url, clip_width: 0, clip_height: 10 }],
  ['clip left of the page', 'clip_x', { url, clip_x: -1, clip_width: 10, clip_height: 10 }],
  ['latitude alone', 'geolocation_longitude', { url, geolocation_latitude: 5 }],
  [
    'latitude off the globe',
    'geolocation_latitude',
    { url, geolocation_latitude: 90.5, geolocation_longitude: 0 },
  ],
  [
    'longitude off the globe',
    'geolocation_longitude',
    { url, geolocation_latitude: 0, geolocation_longitude: -181 },
  ],
  [
    'accuracy too large',
    'geolocation_accuracy',
    { url, geolocation_latitude: 0, geolocation_longitude: 0, geolocation_accuracy: 1001 },
  ],
];

for (const [name, parameter, parameters] of pairs)
  t.test(`across parameters: ${name}`, async (t) => {
    const error = await failure(parameters);
    t.match(error.code, /^(invalid|missing)_parameter$/);
    t.match(error.message, parameter);
  });

t.test('an unknown name is refused with the nearest known one', async (t) => {
  for (const [typo, nearest] of [
    ['fullpage', 'full_page'],
    ['viewport_witdh', 'viewport_width'],
    ['block_resource', 'block_ressources'],
  ] as const) {
    const error = await failure({ url, [typo]: true });
    t.equal(error.code, 'unknown_parameter');
    t.match(error.message, typo);
    t.match(error.message, nearest);
  }
});

t.test('everything that is wrong is named at once', async (t) => {
  const error = await failure({ url, viewport_width: 0, image_quality: 0 });
  t.same(error.details?.map(({ parameter }) => parameter).toSorted(), [
    'image_quality',
    'viewport_width',
  ]);
});

t.test('secrets are not repeated in messages', async (t) => {
  const error = await failure({ url, authorization: 'hunter2 hunter2!' });
  t.notMatch(JSON.stringify(error.toBody()), 'hunter2');
});

t.test('a kind that nothing makes', async (t) => {
  const error = await failureOf(renderer.render({ kind: 'hologram', url } as never));
  t.match(error.code, /^(invalid_parameter|invalid_request|unsupported)$/);
});
