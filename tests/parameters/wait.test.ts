import { blockFont, COLOURS, inDepth, solidImage, solidPage, until } from '@tintype/testkit';
import t from 'tap';
import type { Hooks, RenderError } from 'tintype';
import { createLab, type Parameters } from './lab.ts';

// Most of these wait rather than work.
t.jobs = 4;

/** When each page or HTML got its page: what it waits before that is none of its timeout. */
const launchedMs = new Map<string | undefined, number>();
const hooks: Hooks = {
  stageEnd({ stage }, request) {
    const { url, html } = request as { url?: string; html?: string };
    if (stage === 'launch') launchedMs.set(url ?? html, performance.now());
  },
};
const lab = await createLab(t, { concurrency: t.jobs, plugins: [{ name: 'clock', hooks }] });
const { server } = lab;
const small = { viewport_width: 200, viewport_height: 100 };
const blue = await solidImage(COLOURS.blue);

/** The error of a render, and how long it took from when it had its page, in seconds. */
async function failed(parameters: Parameters): Promise<[error: RenderError, seconds: number]> {
  const error = await lab.failure(parameters);
  const { url, html } = parameters as { url?: string; html?: string };
  return [error, (performance.now() - (launchedMs.get(url ?? html) ?? NaN)) / 1000];
}

/** Duration of work, in seconds. */
async function timed<T>(work: Promise<T>): Promise<[value: T, seconds: number]> {
  const startedMs = performance.now();
  const value = await work;
  return [value, (performance.now() - startedMs) / 1000];
}

/**
 * Turns the page yellow on DOMContentLoaded, cyan on load, and green when a chain of five requests
 * has ended that begins a moment after it: what a page asks for at once is waited for in any case.
 */
const stateScript = `
const paint = (colour) => { document.documentElement.style.background = colour; };
addEventListener('DOMContentLoaded', () => paint('#ff0'));
const loaded = async () => {
  paint('#0ff');
  await new Promise((done) => setTimeout(done, 400));
  for (let count = 0; count < 5; count += 1) await fetch('/chain?' + count).then((answer) => answer.text());
  paint('#0f0');
};`;
// Long enough that a busy machine has taken its image before the chain ends.
server.slow('/chain', 600, 'text/plain', 'x');
server.slow('/slow.png', 1500, 'image/png', blue);
server.hang('/never');

const farImage = '<img src="/slow.png" style="position:absolute;top:6000px" onload="loaded()">';

/**
 * A page whose load event waits for an image far below what is in view, and that does something
 * then.
 */
function statesPage(path: string, extra = ''): string {
  const listens = `addEventListener('load', loaded);`;
  return server.page(
    path,
    `<!doctype html><script>${stateScript}${listens}${extra}</script>${farImage.replace(' onload="loaded()"', '')}`,
  );
}

/** The same without a listener of the load event. */
function deafPage(path: string, extra = ''): string {
  return server.page(path, `<!doctype html><script>${stateScript}${extra}</script>${farImage}`);
}

t.test('wait_until domcontentloaded is the default', async (t) => {
  const url = deafPage('/states-default');
  const asked = [{}, { wait_until: ['domcontentloaded'] }];
  for (const wait of asked.filter((_, at) => at === 0 || inDepth(t, 'outright'))) {
    const { image } = await lab.shoot({ url, ...wait, ...small });
    image.expectSolid(COLOURS.yellow);
  }
});

t.test('a page that does something on its load event is waited for until then', async () => {
  const { image } = await lab.shoot({ url: statesPage('/states-heard'), ...small });
  image.expectSolid(COLOURS.cyan);
});

t.test('wait_until load', async () => {
  const { image } = await lab.shoot({
    url: statesPage('/states-load'),
    wait_until: ['load'],
    ...small,
  });
  image.expectSolid(COLOURS.cyan);
});

t.test('wait_until networkidle2 allows two connections, networkidle0 none', async (t) => {
  const url = statesPage('/states-idle2', `fetch('/never?1'); fetch('/never?2');`);
  const [{ image }, error] = await Promise.all([
    lab.shoot({ url, wait_until: ['networkidle2'], timeout: 15, ...small }),
    lab.failure({ url, wait_until: ['networkidle0'], timeout: 5, ...small }),
  ]);
  t.equal(
    image.firstMismatch(COLOURS.yellow) === undefined,
    false,
    'did not stop at DOMContentLoaded',
  );
  t.ok(
    image.firstMismatch(COLOURS.green) === undefined ||
      image.firstMismatch(COLOURS.cyan) === undefined,
    'load has fired',
  );
  t.equal(error.code, 'timeout');
});

t.test('several states mean all of them', async () => {
  const url = statesPage('/states-all');
  const states = ['domcontentloaded', 'load', 'networkidle0'];
  const { image } = await lab.shoot({ url, wait_until: states, ...small });
  image.expectSolid(COLOURS.green);
});

const endless = {
  'a server that never answers': { url: server.hang('/silent') },
  'a script without an end': { url: server.page('/loop', '<script>for (;;);</script>') },
  'a script without an end, later': {
    url: server.page('/late-loop', '<p>x<script>setTimeout(() => { for (;;); }, 30)</script>'),
    delay: 0.5,
  },
  'an image that never comes, waiting for load': {
    url: server.page('/no-load', '<p>x<img src="/never?image">'),
    wait_until: ['load'],
  },
  'a style sheet that never comes': {
    url: server.page('/no-style', '<link rel="stylesheet" href="/never?css"><p>x'),
    wait_until: ['load'],
  },
  'a body that never ends': {
    url: server.route('/trickle', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>begun');
    }),
  },
};

/**
 * Where a server is silent, a page busy and an event missing; the others are such under other
 * circumstances.
 */
const covering = [
  'a server that never answers',
  'a script without an end, later',
  'an image that never comes, waiting for load',
];

for (const [name, parameters] of Object.entries(endless))
  if (covering.includes(name) || inDepth(t, name))
    t.test(`timeout: ${name}`, async (t) => {
      const [error, seconds] = await failed({ timeout: 1.2, ...parameters, ...small });
      t.equal(error.code, 'timeout');
      t.match(error.message, /\b1\.2\b/, 'names the time that was allowed');
      t.ok(seconds >= 1.1 && seconds < 2.2, `after ${seconds} s`);
    });

t.test('timeout: a delay that is longer', async (t) => {
  const url = server.page('/nothing', '<p>x');
  const [error, seconds] = await failed({ url, delay: 10, timeout: 1, ...small });
  t.equal(error.code, 'timeout');
  t.ok(seconds < 2, `after ${seconds} s`);
});

t.test('alerts without an end', async (t) => {
  const url = server.page('/alerts', '<script>for (;;) alert(1)</script>');
  const [error, seconds] = await failed({ url, timeout: 1.5, ...small });
  t.ok(['timeout', 'page_unresponsive'].includes(error.code), error.code);
  t.ok(seconds < 2.5, `after ${seconds} s`);
});

t.test('some dialogs are answered and the page goes on', async () => {
  const url = server.page(
    '/dialogs',
    `<script>alert(1); const no = confirm(2); const nothing = prompt(3, 'x');
document.documentElement.style.background = no === false && nothing === null ? '#0ff' : '#f00';</script>`,
  );
  const { image } = await lab.shoot({ url, ...small });
  image.expectSolid(COLOURS.cyan);
});

t.test('timeout holds for html as well, and for a fraction of a second', async (t) => {
  const html = '<script>for (;;);</script>';
  const [error, seconds] = await failed({ html, timeout: 0.5, ...small });
  t.equal(error.code, 'timeout');
  t.ok(seconds < 1.5, `after ${seconds} s`);
});

t.test('a render is cancelled from outside', { timeout: 20_000 }, async (t) => {
  const controller = new AbortController();
  const pending = lab.failure(
    { url: server.url('/never?cancel'), ...small },
    { signal: controller.signal },
  );
  await until(() => server.log.some(({ url }) => url === '/never?cancel'));
  controller.abort();
  const [error, seconds] = await timed(pending);
  t.equal(error.code, 'cancelled');
  t.ok(seconds < 1);
  t.equal(
    (await lab.failure({ url: server.url('/never'), ...small }, { signal: AbortSignal.abort() }))
      .code,
    'cancelled',
  );
});

t.test('web fonts are there, of styles and of scripts', async (t) => {
  server.slow('/block.ttf', 400, 'font/ttf', Buffer.from(blockFont()));
  server.slow('/block-2.ttf', 300, 'font/ttf', Buffer.from(blockFont()));
  const line = (family: string) => `<p style="font-family:${family}">ABC</p>`;
  const page = (families: string[], more: string) =>
    `<!doctype html><style>@font-face{font-family:Block;src:url(/block.ttf)}
body{margin:0}p{margin:0;font-size:40px;line-height:40px;color:#f0f}</style>${families.map(line).join('')}${more}`;
  const load = `<script>const face = new FontFace('Late', 'url(/block-2.ttf)'); document.fonts.add(face); face.load();</script>`;
  const styled = server.page('/font', page(['Block'], ''));
  const scripted = server.page('/font-2', page(['Late'], load));
  for (const url of [styled, scripted]) {
    const { image } = await lab.shoot({ url, ...small });
    const letters = { x: 0, y: 0, width: 120, height: 40 };
    image.expectSolid(COLOURS.magenta, 0, letters);
    t.equal(image.count(COLOURS.magenta), 120 * 40);
  }
});

t.test('waiting for a font is not waiting for invisible images', async (t) => {
  const url = deafPage(
    '/font-and-states',
    `document.write('<style>@font-face{font-family:Block;src:url(/block.ttf)}p{font:10px Block}</style><p>A');`,
  );
  const { image } = await lab.shoot({ url, ...small });
  t.same(image.at(190, 90), COLOURS.yellow);
});

const inView = 'style="position:absolute;left:0;top:0;width:200px;height:100px"';
const images = {
  'an image': `<img ${inView} src="/in-view.png?image">`,
  'a lazy image': `<img loading="lazy" ${inView} src="/in-view.png?lazy">`,
  'a background': `<div style="position:absolute;inset:0;background:url(/in-view.png?background)"></div>`,
  'a picture element': `<picture><source srcset="/in-view.png?source"><img ${inView}></picture>`,
  'an image that a script adds': `<script>const image = new Image(); image.style.cssText = 'position:absolute;left:0;top:0;width:200px;height:100px'; image.src = '/in-view.png?script'; document.body.append(image);</script>`,
  'an image in a frame': `<iframe style="position:absolute;border:0;left:0;top:0;width:200px;height:100px" srcdoc='<body style="margin:0"><img style="width:200px;height:100px" src="/in-view.png?frame">'></iframe>`,
  'a lazy image in a frame': `<iframe style="position:absolute;border:0;left:0;top:0;width:200px;height:100px" srcdoc='<body style="margin:0"><img loading="lazy" style="width:200px;height:100px" src="/in-view.png?lazy-frame">'></iframe>`,
};

server.slow('/in-view.png', 500, 'image/png', blue);

for (const [name, html] of Object.entries(images))
  // In the default run those that hold no load event up, in the page and in a frame;
  // `settle.test.ts` has the rest of what may be late.
  if (name.startsWith('a lazy image') || inDepth(t, name))
    t.test(`in view, ${name} is there before the image is taken`, async () => {
      const url = server.page(`/${encodeURIComponent(name)}`, `<!doctype html><body>${html}`);
      const { image } = await lab.shoot({ url, wait_until: ['domcontentloaded'], ...small });
      image.expectSolid(COLOURS.blue);
    });

t.test('an image in view that never loads does not delay the screenshot for long', async (t) => {
  const url = server.page(
    '/stuck',
    solidPage(COLOURS.cyan, '<img width="50" height="50" src="/never?stuck">'),
  );
  const [{ result, image }, seconds] = await timed(lab.shoot({ url, ...small }));
  t.same(image.at(190, 90), COLOURS.cyan);
  t.ok(seconds < 12, `after ${seconds} s`);
  t.ok(result.warnings.length > 0, 'and a warning says that it is missing');
});

t.test('a broken image holds up nothing, and timings name the stages in their order', async (t) => {
  const broken = server.file('/broken.png', 'image/png', 'no image');
  const url = server.page(
    '/with-broken',
    solidPage(COLOURS.cyan, `<img src="${broken}"><img src="/missing.png">`),
  );
  const [{ result, image }, seconds] = await timed(lab.shoot({ url, ...small }));
  t.same(image.at(190, 90), COLOURS.cyan);
  t.ok(seconds < 4, `after ${seconds} s`);
  const { timings } = result;
  const stages = timings.map(({ stage }) => stage);
  t.ok(
    stages.includes('launch') && stages.includes('navigate') && stages.includes('capture'),
    stages.join(),
  );
  for (const [index, timing] of timings.entries()) {
    t.ok(timing.durationMs >= 0);
    t.ok(timing.startMs >= (timings[index - 1]?.startMs ?? 0), timing.stage);
  }
});

t.test('large images that decode late are in the screenshot all the same', async (t) => {
  const large = await solidImage(COLOURS.green, 6000, 5000);
  const count = inDepth(t, 'three more') ? 4 : 1;
  const images = Array.from({ length: count }, (_, index) => {
    server.file(`/large-${index}.png`, 'image/png', large);
    return `<img decoding="async" src="/large-${index}.png" style="width:100px;height:100px">`;
  });
  const url = server.page(
    '/large',
    `<!doctype html><style>body{margin:0}img{display:block;float:left}</style>${images.join('')}`,
  );
  const { image } = await lab.shoot({ url, viewport_width: 400, viewport_height: 100 });
  t.equal(image.count(COLOURS.green), count * 10_000);
});
