import {
  COLOURS,
  inDepth,
  mediaFlagsPage,
  quadrantPage,
  readFlags,
  readPixels,
  scriptFlagsPage,
  testInDepth,
  type Area,
  type Colour,
  type DecodedImage,
} from '@tintype/testkit';
import t from 'tap';
import { createLab, type Parameters } from './lab.ts';
import { findDevice } from 'tintype';

const lab = await createLab(t);
let pages = 0;

/** With the window that is the default of the parameters, not that of the lab. */
async function shoot(parameters: Parameters): Promise<DecodedImage> {
  const request = { kind: 'screenshot', format: 'png', ...parameters };
  return readPixels((await lab.renderer.render(request as never)).body);
}

interface Looks {
  /** Of the image in device pixels. */
  scale?: number;
  /** Time for scripts to find out. */
  waitS?: number;
  head?: string;
}

/** Conditions that hold in a page, by name, with the result. */
async function look<T extends Record<string, string>>(
  questions: T,
  parameters: Parameters,
  { scale = 1, waitS = 0, head = '' }: Looks = {},
) {
  const expressions = Object.values(questions);
  const path = `/script-${(pages += 1)}`;
  const url = lab.server.page(path, scriptFlagsPage(expressions, head));
  const request = { kind: 'screenshot', format: 'png', url, delay: waitS, ...parameters };
  const result = await lab.renderer.render(request as never);
  const image = await readPixels(result.body);
  const found = named(questions, readFlags(image, expressions.length, scale));
  return { found, image, result, headers: lab.server.requests(path).at(-1)?.headers };
}

/** Only the conditions. */
async function seen<T extends Record<string, string>>(
  questions: T,
  parameters: Parameters,
  looks?: Looks,
): Promise<Record<keyof T, boolean>> {
  return (await look(questions, parameters, looks)).found;
}

/** Media queries of a page that match, by name. */
async function matched<T extends Record<string, string>>(
  queries: T,
  parameters: Parameters,
  scale = 1,
): Promise<Record<keyof T, boolean>> {
  const url = lab.server.page(`/media-${(pages += 1)}`, mediaFlagsPage(Object.values(queries)));
  const image = await shoot({ url, ...parameters });
  return named(queries, readFlags(image, Object.keys(queries).length, scale));
}

function named<T extends object>(questions: T, flags: boolean[]): Record<keyof T, boolean> {
  const entries = Object.keys(questions).map((name, index) => [name, flags[index]]);
  return Object.fromEntries(entries) as Record<keyof T, boolean>;
}

const small = { viewport_width: 400, viewport_height: 300 };

const mediaQueries = {
  dark: '(prefers-color-scheme: dark)',
  light: '(prefers-color-scheme: light)',
  reduced: '(prefers-reduced-motion: reduce)',
  print: 'print',
  screen: 'screen',
};
const usual = { dark: false, light: true, reduced: false, print: false, screen: true };

const position = (check: string) =>
  `new Promise((done) => navigator.geolocation.getCurrentPosition(
    ({ coords }) => done(${check}), () => done(false), { timeout: 900 }))`;

const touch = {
  events: '"ontouchstart" in window',
  points: 'navigator.maxTouchPoints > 0',
  coarse: 'matchMedia("(pointer: coarse)").matches',
};
const hasTouch = { events: true, points: true, coarse: true };
const noTouch = { events: false, points: false, coarse: false };

t.test('without parameters', async (t) => {
  const questions = {
    size: 'innerWidth === 1280 && innerHeight === 1080',
    ratio: 'devicePixelRatio === 1',
    place: position('true'),
    ...touch,
  };
  const { found, image } = await look(questions, {}, { waitS: 0.5 });
  t.same(found, { size: true, ratio: true, place: false, ...noTouch });
  t.match(image, { width: 1280, height: 1080 });
});

t.test('dark_mode, reduced_motion and media_type, which leave nothing to the next', async (t) => {
  const alone: [Parameters, Partial<typeof usual>][] = [
    [{ dark_mode: true }, { dark: true, light: false }],
    [{ reduced_motion: true }, { reduced: true }],
    [{ media_type: 'screen' }, {}],
    [{ media_type: 'print' }, { print: true, screen: false }],
  ];
  // In the default run all together; two of them alone are below.
  for (const [parameters, more] of alone.filter(() => inDepth(t)))
    t.same(await matched(mediaQueries, { ...small, ...parameters }), { ...usual, ...more });
  const all = { ...small, dark_mode: true, reduced_motion: true, media_type: 'print' };
  t.same(await matched(mediaQueries, all), {
    dark: true,
    light: false,
    reduced: true,
    print: true,
    screen: false,
  });
  t.same(await matched(mediaQueries, small), usual);
});

t.test('renders at the same time do not see each other', async (t) => {
  await Promise.all(
    Array.from({ length: inDepth(t, 'four more') ? 8 : 4 }, async (_, index) => {
      const [dark, reduced] = [index % 2 === 0, index % 3 === 0];
      const viewport = { viewport_width: 300 + index, viewport_height: 200 };
      const parameters = { dark_mode: dark, reduced_motion: reduced, ...viewport };
      const flags = await matched(mediaQueries, parameters);
      t.same(flags, { ...usual, dark, light: !dark, reduced }, JSON.stringify(parameters));
    }),
  );
});

t.test('viewport_width and viewport_height', async (t) => {
  const url = lab.server.page('/quadrants', quadrantPage());
  const questions = {
    inner: 'innerWidth === 333 && innerHeight === 222',
    screen: 'screen.width >= innerWidth && screen.height >= innerHeight',
  };
  const { found, image } = await look(questions, { viewport_width: 333, viewport_height: 222 });
  t.match(image, { width: 333, height: 222 });
  t.same(found, { inner: true, screen: true });
  const wide = await lab.shoot({ url, viewport_width: 700 });
  t.match(wide.image, { width: 700, height: 1080 });
  wide.image.expectSolid(COLOURS.green, 0, { x: 350, y: 0, width: 350, height: 540 });
  const high = await lab.shoot({ url, viewport_height: 700 });
  t.match(high.image, { width: 1280, height: 700 });
});

for (const scale of [1.5, 2, 3].filter((one) => one === 1.5 || inDepth(t, `scale ${one}`)))
  t.test(`device_scale_factor ${scale}`, async (t) => {
    const parameters = { ...small, device_scale_factor: scale };
    const questions = {
      ratio: `devicePixelRatio === ${scale} && innerWidth === 400`,
      density: `matchMedia('(resolution: ${scale}dppx)').matches`,
    };
    const corner =
      '<b style="position:absolute;left:200px;top:150px;width:200px;height:150px;background:#ff0"></b>';
    const { found, image } = await look(questions, parameters, { scale, head: corner });
    t.same(found, { ratio: true, density: true });
    t.match(image, { width: 400 * scale, height: 300 * scale });
    const [width, height] = [200 * scale, 150 * scale];
    image.expectSolid(COLOURS.yellow, 0, { x: width, y: height, width, height });
  });

const meta = '<meta name="viewport" content="width=device-width,initial-scale=1">';
const narrow = '<meta name="viewport" content="width=200">';

// That of a desktop is below, where it overrides the device.
t.test('viewport_mobile heeds the viewport meta tag', async (t) => {
  const layout = { narrow: 'document.documentElement.clientWidth === 200' };
  t.same(
    await seen(layout, { ...small, viewport_mobile: true }, { head: narrow, scale: 2 }),
    { narrow: true },
    'laid out 200 px wide and shown twice as large',
  );
  if (!inDepth(t, 'a desktop')) return;
  t.same(await seen(layout, small, { head: narrow }), { narrow: false });
});

const layout = 'innerWidth === 300 && document.documentElement.clientWidth === 300';
const orientation = {
  landscape: 'screen.orientation.type.startsWith("landscape")',
  portrait: 'screen.orientation.type.startsWith("portrait")',
};

t.test('viewport_landscape', async (t) => {
  const phone = { viewport_width: 300, viewport_height: 500, viewport_mobile: true };
  const questions = { ...orientation, layout };
  const upright = await seen(questions, { ...phone, viewport_landscape: false }, { head: meta });
  t.same(upright, { landscape: false, portrait: true, layout: true });
  const turned = await seen(orientation, { ...phone, viewport_landscape: true }, { head: meta });
  t.same(turned, { landscape: true, portrait: false });
});

const iphone = findDevice('iphone_13')!;

/** Properties of a device that a page can read. */
function deviceQuestions(device: typeof iphone) {
  const { width, height, deviceScaleFactor } = device.viewport;
  return {
    size: `innerWidth === ${width} && innerHeight === ${height}`,
    screen: `screen.width === ${width} && screen.height === ${height}`,
    ratio: `devicePixelRatio === ${deviceScaleFactor}`,
    agent: `navigator.userAgent === ${JSON.stringify(device.userAgent)}`,
    ...touch,
  };
}

const allTrue = { size: true, screen: true, ratio: true, agent: true, ...hasTouch };

const devices = ['iphone_13', 'iphone_13_landscape', 'galaxy_s9plus', 'ipad_gen_7', 'pixel_5'];
for (const id of devices.filter((_, at) => at === 1 || inDepth(t)))
  t.test(`viewport_device ${id}`, async (t) => {
    const device = findDevice(id)!;
    const { width, height, deviceScaleFactor: scale } = device.viewport;
    const parameters = { viewport_device: id };
    const corner =
      '<b style="position:fixed;right:0;bottom:0;width:40px;height:40px;background:#ff0"></b>';
    const looks = { head: meta + corner, scale };
    const { found, image, headers } = await look(deviceQuestions(device), parameters, looks);
    t.same(found, allTrue);
    t.match(image, { width: Math.round(width * scale), height: Math.round(height * scale) });
    t.equal(headers?.['user-agent'], device.userAgent);
    t.same(image.at(image.width - 1, image.height - 1), COLOURS.yellow);
  });

t.test('what is said outright overrides the device', async (t) => {
  const parameters = {
    viewport_device: 'iphone_13',
    viewport_width: 500,
    viewport_height: 400,
    device_scale_factor: 1,
    viewport_has_touch: false,
    user_agent: 'Mine/1.0',
  };
  const questions = {
    size: 'innerWidth === 500 && innerHeight === 400',
    ratio: 'devicePixelRatio === 1',
    touch: '"ontouchstart" in window',
    agent: 'navigator.userAgent === "Mine/1.0"',
  };
  t.same(await seen(questions, parameters, { head: meta }), {
    size: true,
    ratio: true,
    touch: false,
    agent: true,
  });
  const desktop = { viewport_device: 'iphone_13', viewport_mobile: false, device_scale_factor: 1 };
  const layout = { narrow: 'document.documentElement.clientWidth === 200' };
  t.same(await seen(layout, desktop, { head: narrow }), { narrow: false });
});

t.test('viewport_landscape turns a device', async (t) => {
  const { width, height, deviceScaleFactor: scale } = iphone.viewport;
  const parameters = { viewport_device: 'iphone_13', viewport_landscape: true };
  const questions = {
    ...orientation,
    size: `innerWidth === ${height} && innerHeight === ${width}`,
  };
  t.same(await seen(questions, parameters, { head: meta, scale }), {
    landscape: true,
    portrait: false,
    size: true,
  });
});

/** Compares what a worker posts with the expected value. */
const workerSays = (expected: string) => `new Promise((done) => {
  new Worker('/worker.js').onmessage = ({ data }) => done(data === ${JSON.stringify(expected)});
})`;

t.test('a visitor: timezone, geolocation, user_agent and viewport_has_touch', async (t) => {
  lab.server.file(
    '/worker.js',
    'text/javascript',
    `postMessage(navigator.userAgent + ' in ' + Intl.DateTimeFormat().resolvedOptions().timeZone)`,
  );
  const questions = {
    zone: 'Intl.DateTimeFormat().resolvedOptions().timeZone === "Asia/Tokyo"',
    hour: 'new Date(0).getHours() === 9',
    latitude: position('coords.latitude === 48.8566'),
    longitude: position('coords.longitude === -2.3522'),
    accuracy: position('coords.accuracy === 25'),
    agent: 'navigator.userAgent === "Mine/1.0 (test)"',
    worker: workerSays('Mine/1.0 (test) in Asia/Tokyo'),
    ...touch,
  };
  const visitor = {
    timezone: 'Asia/Tokyo',
    geolocation_latitude: 48.8566,
    geolocation_longitude: -2.3522,
    geolocation_accuracy: 25,
    user_agent: 'Mine/1.0 (test)',
    viewport_has_touch: true,
  };
  const { found, headers } = await look(questions, { ...small, ...visitor }, { waitS: 1 });
  for (const [name, isSo] of Object.entries(found)) t.ok(isSo, name);
  t.equal(headers?.['user-agent'], 'Mine/1.0 (test)');
  const agents = lab.server.requests('/worker.js').map(({ headers }) => headers['user-agent']);
  t.same(agents, ['Mine/1.0 (test)']);
});

testInDepth(t, 'other zones, places and touch', async (t) => {
  const kolkata = { hour: 'new Date(0).getHours() === 5 && new Date(0).getMinutes() === 30' };
  t.same(await seen(kolkata, { ...small, timezone: 'Asia/Kolkata' }), { hour: true });
  const zero = { geolocation_latitude: 0, geolocation_longitude: 0 };
  const isZero = { zero: position('coords.latitude === 0 && coords.longitude === 0') };
  t.same(await seen(isZero, { ...small, ...zero }, { waitS: 0.5 }), { zero: true });
  t.same(await seen(touch, { ...small, viewport_has_touch: false }), noTouch);
});

t.test('vision_deficiency', async (t) => {
  const url = lab.server.page('/quadrants', quadrantPage());
  const quarters = async (vision_deficiency?: string) => {
    const { image } = await lab.shoot({
      url,
      ...small,
      ...(vision_deficiency ? { vision_deficiency } : {}),
    });
    return {
      image,
      colours: [
        [50, 50],
        [350, 50],
        [50, 250],
        [350, 250],
      ].map(([x, y]) => image.at(x!, y!)),
    };
  };
  t.test('achromatopsia sees no colour', async (t) => {
    const { colours } = await quarters('achromatopsia');
    for (const [red, green, blue] of colours)
      t.ok(red === green && green === blue, `${red} ${green} ${blue}`);
    const [red, green, blue, yellow] = colours.map(([grey]) => grey);
    t.ok(yellow! > green! && green! > red! && red! > blue!, 'as bright as each colour is');
  });
  t.test('deuteranopia takes red and green closer to each other', async (t) => {
    const { colours } = await quarters('deuteranopia');
    const [red, green, blue] = colours;
    t.ok(distance(red!, green!) < 0.6 * distance(COLOURS.red, COLOURS.green));
    t.ok(distance(blue!, COLOURS.blue) < 160, 'blue stays blue');
    t.notSame(red, COLOURS.red);
  });
  t.test('reduced_contrast takes all colours closer to grey', async (t) => {
    const { colours } = await quarters('reduced_contrast');
    const whole = [COLOURS.red, COLOURS.green, COLOURS.blue, COLOURS.yellow];
    for (const [index, colour] of colours.entries()) {
      const [was, is] = [contrast(whole[index]!), contrast(colour)];
      t.ok(is < was && is > 0, `contrast ${is} instead of ${was}`);
    }
  });
  t.test('blurred_vision mixes neighbours and leaves the middle alone', async (t) => {
    if (inDepth(t, 'no deficiency')) {
      const sharp = await quarters();
      t.same(sharp.image.at(199, 50), COLOURS.red);
      t.same(sharp.image.at(200, 50), COLOURS.green);
    }
    const { image, colours } = await quarters('blurred_vision');
    const [red, green] = image.at(200, 50);
    t.ok(red > 40 && green > 40, `${red} red and ${green} green at the edge`);
    t.ok(distance(colours[0]!, COLOURS.red) < 10);
  });
});

function distance(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function contrast([red, green, blue]: Colour): number {
  return Math.max(red, green, blue) - Math.min(red, green, blue);
}

t.test('frames of another site see what the page sees', async (t) => {
  const queries = Object.values(mediaQueries).slice(0, 3);
  lab.server.page('/frame-media', mediaFlagsPage(queries));
  lab.server.page(
    '/frame-script',
    scriptFlagsPage([
      'Intl.DateTimeFormat().resolvedOptions().timeZone === "Asia/Tokyo"',
      'navigator.userAgent === "Mine/1.0"',
      'devicePixelRatio === 2',
    ]),
  );
  const frame = (path: string) =>
    `<iframe style="display:block;border:0;width:400px;height:40px" src="${lab.server.url(path, '127.0.0.2')}"></iframe>`;
  const url = lab.server.page(
    '/frames',
    `<style>body{margin:0}</style>${frame('/frame-media')}${frame('/frame-script')}`,
  );
  const { image } = await lab.shoot({
    url,
    ...small,
    wait_until: ['load'],
    dark_mode: true,
    reduced_motion: true,
    timezone: 'Asia/Tokyo',
    user_agent: 'Mine/1.0',
    device_scale_factor: 2,
  });
  const below = {
    ...image,
    firstMismatch: shifted(image.firstMismatch),
    expectSolid: shifted(image.expectSolid),
  };
  t.same(readFlags(image, 3, 2), [true, false, true], 'dark, not light, reduced motion');
  t.same(readFlags(below, 3, 2), [true, true, true], 'time zone, user agent, scale');
});

/** Looks 80 pixels further down. */
function shifted<T>(look: (colour: Colour, tolerance?: number, area?: Area) => T): typeof look {
  return (colour, tolerance, area) => look(colour, tolerance, area && { ...area, y: area.y + 80 });
}

t.test('gpu_rendering gives the same image, and says so when there is no GPU', async (t) => {
  const questions = {
    gpu: `(() => {
      const gl = document.createElement('canvas').getContext('webgl');
      const info = gl?.getExtension('WEBGL_debug_renderer_info');
      return Boolean(info) && !/swiftshader|llvmpipe|software/i.test(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
    })()`,
  };
  const half =
    '<b style="position:absolute;left:200px;top:0;width:200px;height:300px;background:#0f0"></b>';
  const { found, image, result } = await look(
    questions,
    { ...small, gpu_rendering: true },
    { head: half },
  );
  t.match(image, { width: 400, height: 300 });
  image.expectSolid(COLOURS.green, 0, { x: 200, y: 0, width: 200, height: 300 });
  t.equal(
    result.warnings.some((warning) => /gpu/i.test(warning)),
    !found.gpu,
    `warnings: ${result.warnings.join(' ') || 'none'}`,
  );
});
