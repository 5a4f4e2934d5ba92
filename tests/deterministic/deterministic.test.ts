import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab, type Parameters } from '../parameters/lab.ts';
import { animatedImage, movingSvg, noisyFiles, noisyPage, noisyParts } from './noisy-page.ts';

const lab = await createLab(t, { chrome: { args: ['--site-per-process'] } });
const base = { deterministic: true, viewport_width: 400, viewport_height: 1300 };

const atOnce = 4;

/** Number of different images of a page among some loads. */
async function imagesOf(parameters: Parameters, count: number): Promise<number> {
  const seen = new Set<string>();
  // Such a page mostly waits.
  for (let at = 0; at < count; at += atOnce) {
    const loads = Array.from({ length: Math.min(atOnce, count - at) }, () =>
      lab.render({ ...base, ...parameters }),
    );
    for (const { body } of await Promise.all(loads)) seen.add(Buffer.from(body).toString('base64'));
  }
  return seen.size;
}

const everything = { ...noisyParts, ...noisyFiles };

/** Serves parts as a page. */
const pageOf = (...parts: string[]) => lab.server.page('/noisy', noisyPage(parts));

t.before(async () => {
  const html =
    '<style>@keyframes go{to{margin-left:50px}}</style><b style="animation:go 1s">moving';
  const { body } = await lab.render({
    kind: 'screencast',
    format: 'webm',
    html,
    duration: 1,
    viewport_width: 60,
    viewport_height: 60,
  });
  lab.server.file('/video', 'video/webm', body);
  lab.server.file('/moving.svg', 'image/svg+xml', movingSvg);
  lab.server.slow('/late-video', 2000, 'video/webm', body);
});

t.test('the same page is the same image each time', async (t) => {
  const tries = inDepth(t, 'forty times') ? 40 : 3;
  t.equal(await imagesOf({ url: pageOf(...Object.values(everything)) }, tries), 1);
});

t.test('each part alone, and without the parameter', async (t) => {
  const parts = Object.entries(everything);
  const isDeep = inDepth(t, 'all of them, five times');
  for (const [name, part] of isDeep ? parts : parts.slice(3, 5)) {
    t.equal(await imagesOf({ url: pageOf(part) }, isDeep ? 5 : 2), 1, name);
  }
  t.equal(await imagesOf({ html: noisyPage(), deterministic: false }, 2), 2, 'the control differs');
});

t.test('animated images show their first frame', async (t) => {
  const { server } = lab;
  const urls: string[] = [];
  for (const format of ['gif', 'webp'] as const) {
    const body = await animatedImage(format);
    server.file(`/moving.${format}`, `image/${format}`, body);
    urls.push(server.url(`/moving.${format}`, '127.0.0.2'));
    if (format === 'gif') urls.push(`data:image/gif;base64,${body.toString('base64')}`);
  }
  const html = urls
    .map(
      (url) =>
        `<img width=20 height=20 src="${url}"><div style="width:20px;height:20px;background:url(${url})"></div>`,
    )
    .join('');
  const page = server.page('/moving', `<body style="margin:0">${html}`);
  const { image } = await lab.shoot({ ...base, url: page, delay: 0.3 });
  for (let at = 0; at < urls.length; at += 1) {
    t.same(image.at(10, 10 + at * 44).slice(0, 3), [0, 255, 90], String(urls[at]).slice(0, 60));
  }
});

t.test('pages that wait for their clock get to the end', async (t) => {
  const waiting: Record<string, string> = {
    'a loop': 'const start = Date.now(); while (Date.now() - start < 200); done()',
    'a loop over performance.now':
      'const start = performance.now(); while (performance.now() - start < 200); done()',
    'a loop over dates': 'const start = new Date(); while (new Date() - start < 100); done()',
    timers: 'setTimeout(() => setTimeout(done, 900), 900)',
    frames:
      'requestAnimationFrame(function tick(t) { t < 2000 ? requestAnimationFrame(tick) : done() })',
    'responses between timers':
      'setTimeout(async () => { await fetch("/slow"); setTimeout(done, 500) }, 500)',
    'code as text': 'setTimeout("done()", 20)',
    'a cleared timer': 'const id = setInterval(() => { clearInterval(id); done() }, 100)',
    'an order by time':
      'const order = []; setTimeout(() => order.push(2), 20); setTimeout(() => { order.push(1); setTimeout(() => order.push(1.5), 5) }, 10); setTimeout(() => order.join() === "1,1.5,2" && done(), 30)',
  };
  lab.server.slow('/slow', 150, 'text/plain', 'x');
  for (const [name, script] of Object.entries(waiting)) {
    const url = lab.server.page(
      '/waiting',
      `<title>waiting</title><script>const done = () => (document.title = 'done');${script}</script>text`,
    );
    const { metadata, warnings } = await lab.render({ ...base, url });
    t.equal(metadata.title, 'done', name);
    t.same(warnings, [], name);
  }
});

t.test('hostile pages do not hang', async (t) => {
  const hostile: Record<string, string> = {
    'a loop of timers': 'setTimeout(function loop() { setTimeout(loop) })',
    'many timers': 'for (let at = 0; at < 100000; at++) setTimeout(() => {}, at % 5000)',
    'a clock of its own':
      'Date = Math; performance.now = null; setTimeout = null; requestAnimationFrame = null',
    'functions replaced':
      'EventTarget.prototype.dispatchEvent = () => {}; Array.prototype.push = () => {}; Map.prototype.get = () => {}; Math.min = () => NaN',
    errors:
      'setInterval(() => { throw new Error("x") }, 10); requestAnimationFrame(() => { throw 1 })',
    'a response that never comes': 'fetch("/never"); setInterval(() => {}, 10)',
  };
  lab.server.hang('/never');
  for (const [name, script] of Object.entries(hostile)) {
    const url = lab.server.page('/hostile', `<script>${script}</script>text`);
    const { body } = await lab.render({ ...base, url, timeout: 30 });
    t.ok(body.byteLength > 100, name);
  }
});

t.test('an open page continues between captures', async (t) => {
  await using page = await lab.open({
    ...base,
    html: '<p id=a>0</p><script>setInterval(()=>a.textContent++,1000)</script>',
  });
  const text = async () =>
    String(Buffer.from((await page.capture({ kind: 'scrape', format: 'md' })).body));
  t.equal(await text(), '7\n');
  t.equal(await text(), '9\n');
});

t.test('a screencast is rejected', async (t) => {
  t.match(await lab.failure({ ...base, kind: 'screencast', html: 'x' }), {
    code: 'invalid_parameter',
    message: /^deterministic stops the clock/,
  });
});
