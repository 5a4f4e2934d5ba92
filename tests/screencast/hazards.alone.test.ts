import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import { COLOURS, inDepth, solidImage } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { createFilmLab, darkCentre, furthestFromLine, type FilmLab } from './film-lab.ts';

const view = { viewport_width: 320, viewport_height: 100 };
// Chromium never starts an animation whose keyframes come after the first style of its element.
const moving = `<style>@keyframes m { to { transform: translateX(4000px) } }</style>
<div style="position:absolute;top:10px;left:0;width:20px;height:20px;background:#000;animation:m 20s linear"></div>`;
const lab = await createFilmLab(t, { recordings: 2, concurrency: 4 });
const page = (name: string, body: string, where: FilmLab = lab) =>
  where.server.page(`/${name}`, `<!doctype html><body style="margin:0;background:#fff">${body}`);

function isExact(frames: readonly Parameters<typeof darkCentre>[0][], fps = 30): boolean {
  const positions = frames.map((frame) => darkCentre(frame, { row: 20 }));
  return furthestFromLine(positions, 200 / fps) <= 1;
}

async function failureOf(work: Promise<unknown>): Promise<RenderError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RenderError) return error;
  throw new Error(`it did not fail with a RenderError, but with ${String(error)}`, {
    cause: error,
  });
}

t.test('dialogs are answered, in the load and in the recording', async (t) => {
  const url = page('alert', `<script>alert(1); setInterval(() => alert(2), 100)</script>${moving}`);
  const { frames } = await lab.film({ ...view, url, duration: 0.5 });
  t.equal(frames.length, 15);
  t.ok(isExact(frames));
});

t.test('a page that never stops asking is an error of its own', async (t) => {
  const url = page(
    'alerts',
    `${moving}<script>setTimeout(() => { for (;;) alert(1) }, 400)</script>`,
  );
  const { code } = await failureOf(lab.film({ ...view, url, duration: 1 }));
  t.equal(code, 'page_unresponsive');
});

for (const [where, host] of [
  ['on the same site', '127.0.0.1'],
  ['elsewhere', '127.0.0.2'],
] as const) {
  if (host === '127.0.0.1' && !inDepth(t, where)) continue;
  t.test(`a page that leads ${where} is followed`, async (t) => {
    const to = page('there', '<div style="height:300px;background:#00f">').replace(
      '127.0.0.1',
      host,
    );
    const url = page(
      'here',
      `<div style="height:300px;background:#f00"></div><script>setTimeout(() => location = '${to}', 500)</script>`,
    );
    const { frames } = await lab.film({ ...view, url, duration: 1.2 });
    t.equal(frames.length, 36);
    const reds = frames.map(({ data }) => (data[0] ?? 0) > 128);
    t.equal(reds[0], true, 'it begins here');
    t.equal(reds.at(-1), false, 'it ends there');
    const after = await lab.film({ ...view, url: page('after', moving), duration: 0.2 });
    t.ok(isExact(after.frames), 'the browser can be used again');
  });
}

t.test('a page that is busy for ever while it loads', async (t) => {
  const url = page('busy', '<script>for (;;);</script>');
  const error = await failureOf(lab.film({ ...view, url, timeout: 0.6 }));
  t.match(error, { code: 'timeout', message: /within 0.6 s; it was waiting for domcontentloaded/ });
});

t.test('a page that never ends loading, where its end is wanted', async (t) => {
  const url = page('endless', `<img src="${lab.server.hang('/never')}">`);
  const error = await failureOf(lab.film({ ...view, url, timeout: 1, wait_until: ['load'] }));
  t.match(error, { code: 'timeout', message: /within 1 s; it was waiting for load/ });
});

t.test('a page that becomes busy forever is reported with the frames that were made', async (t) => {
  const url = page('late', `${moving}<script>setTimeout(() => { for (;;); }, 400)</script>`);
  const stop = new AbortController();
  let made = 0;
  const work = failureOf(
    lab.film(
      { ...view, url, duration: 2 },
      { signal: stop.signal, onProgress: ({ frames }) => (made = frames) },
    ),
  );
  for (let before = -1; made === 0 || before !== made;) {
    before = made;
    await delay(300);
  }
  t.ok(made > 0 && made < 60, `${made} frames`);
  stop.abort();
  t.equal((await work).code, 'cancelled');
  t.equal(lab.encoders.open, 0);
});

t.test('recording has its own bound, and says how far it came', async (t) => {
  const slow = await createFilmLab(t, { extraMs: 500 });
  const url = page('bound', moving, slow);
  const begin = performance.now();
  const error = await failureOf(
    slow.film(
      { ...view, url, duration: 1, fps: 30, timeout: 30 },
      { encoding: { writeMs: 20_000 } },
    ),
  );
  t.equal(error.code, 'timeout');
  t.match(error.message, /recording did not finish within 4.5 s; .*\(\d+ of 30 frames made\)/);
  t.ok(performance.now() - begin > 4_000);
  t.equal(slow.encoders.open, 0);
});

t.test('a page that crashes in the middle is recorded again once, then reported', async (t) => {
  const crash = lab.server.route('/crash', (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html>${moving}`);
  });
  let crashes = 0;
  let crashPage = () => {};
  const acquire = lab.source.acquire.bind(lab.source);
  lab.source.acquire = async (asked) => {
    const lease = await acquire(asked);
    crashPage = () => {
      crashes += 1;
      lease.session.send('Page.crash').catch(() => {});
    };
    return lease;
  };
  const error = await failureOf(
    lab.film(
      { ...view, url: crash, duration: 20 },
      { onProgress: ({ frames }) => frames === 5 && crashPage() },
    ),
  );
  lab.source.acquire = acquire;
  t.equal(error.code, 'page_crashed');
  t.equal(crashes, 2);
  await delay(50);
  t.equal(lab.encoders.open, 0);
});

t.test('recordings at the same time, beside images', async (t) => {
  const url = page('parallel', moving);
  const film = () => lab.film({ ...view, url, duration: 0.3 });
  const shoot = () => lab.render({ kind: 'screenshot', url, ...view });
  // One recording more than run concurrently.
  const [first, second, third, ...images] = await Promise.all([film(), film(), film(), shoot()]);
  for (const { frames } of [first, second, third]) {
    t.equal(frames.length, 9);
    t.ok(isExact(frames));
  }
  for (const { mediaType } of images) t.equal(mediaType, 'image/jpeg');
});

// Chromium animates the colours of backgrounds in its compositor, and could wait forever for a
// frame of one: twice as many recordings as run concurrently.

/** Concurrent recordings, each with all of its frames. */
async function filmAtOnce(t: Test, urlOf: (nth: number) => string) {
  const films = Array.from({ length: inDepth(t, 'four more') ? 8 : 4 }, (_, nth) =>
    lab.film({ ...view, url: urlOf(nth), duration: 0.4, timeout: 10 }),
  );
  const reels = (await Promise.all(films)).map(({ frames }) => frames);
  for (const frames of reels) t.equal(frames.length, 12);
  return reels;
}

t.test('images that are the document, at the same time', async (t) => {
  // Chromium's own page around an image blends its background in as the image comes. Each second
  // one had no further frame.
  const image = await solidImage(COLOURS.blue, 900, 700);
  const urlOf = (nth: number) => lab.server.file(`/picture-${nth}.png`, 'image/png', image);
  for (const frames of await filmAtOnce(t, urlOf)) {
    const last = frames.at(-1);
    const at = (50 * view.viewport_width + 160) * 3;
    const [red = NaN, green = NaN, blue = NaN] = last?.data.subarray(at, at + 3) ?? [];
    t.ok(red < 10 && green < 10 && blue > 245, `${red},${green},${blue}`);
  }
});

t.test('backgrounds that begin to blend all the time, at the same time', async (t) => {
  const url = page(
    'blending',
    `<style>div{height:100px;background:red;transition:background-color .3s}div.x{background:blue}</style>
<div></div><div></div><script>setInterval(() => document.querySelectorAll('div').forEach((div) => div.classList.toggle('x')), 120)</script>`,
  );
  await filmAtOnce(t, () => url);
});

t.test('a cancelled recording leaves no encoder, and the next one runs', async (t) => {
  const url = page('cancel', moving);
  const { aborted } = lab.encoders;
  const stop = new AbortController();
  const work = failureOf(
    lab.film(
      { ...view, url, duration: 10 },
      { signal: stop.signal, onProgress: ({ frames }) => frames === 10 && stop.abort() },
    ),
  );
  t.equal((await work).code, 'cancelled');
  t.match(lab.encoders, { open: 0, aborted: aborted + 1 });
  const { frames } = await lab.film({ ...view, url, duration: 0.3 });
  t.equal(frames.length, 9);
});

t.test('without frame control it is recorded in real time, and says so', async (t) => {
  const live = await createFilmLab(t, { withoutFrameControl: true });
  // It moves while the page loads as well, however long that takes here: 20 px a second, in a view
  // of 320.
  const slow = moving.replace('20s', '200s');
  const { frames, result } = await live.film({
    ...view,
    url: page('live', slow, live),
    duration: 0.6,
    device_scale_factor: 2,
  });
  t.equal(frames.length, 18);
  t.match(frames[0], { width: 640, height: 200 });
  t.match(result.warnings, [/recorded in real time/]);
  const positions = frames.map((frame) => darkCentre(frame, { row: 40 }));
  t.ok(
    positions.every((at, index) => index === 0 || at >= (positions[index - 1] ?? 0)),
    'in order',
  );
  t.ok((positions.at(-1) ?? 0) - (positions[0] ?? 0) > 12, 'it moves with the time');
  if (!inDepth(t, 'a scroll')) return;
  const scrolled = await live.film({
    ...view,
    url: page(
      'live-scroll',
      '<div style="height:3000px;background:linear-gradient(#000,#fff)">',
      live,
    ),
    scenario: 'scroll',
    duration: 1,
  });
  t.ok(new Set(scrolled.frames).size > 2);
});
