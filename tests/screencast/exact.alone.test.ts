import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { unpackBundledBrowser } from '@tintype/chrome';
import type { ScreencastInput } from '@tintype/contract';
import { COLOURS, inDepth, solidImage } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { browserOptions } from '../browser-options.ts';
import { createFilmLab, darkCentre, furthestFromLine, type Film } from './film-lab.ts';

/** Black boxes that move 200 px a second, each by a clock of its own kind. */
const movingPage = `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #fff; overflow: hidden }
div { position: absolute; left: 0; width: 20px; height: 20px; background: #000 }
@keyframes move { to { transform: translateX(4000px) } }
</style>
<div style="top: 10px; animation: move 20s linear"></div>
<canvas id="canvas" width="640" height="20" style="position: absolute; left: 0; top: 50px"></canvas>
<div id="timer" style="top: 90px"></div>
<div id="web" style="top: 130px"></div>
<script>
const pen = canvas.getContext('2d');
requestAnimationFrame(function draw(now) {
  pen.clearRect(0, 0, 640, 20);
  pen.fillRect(now * 0.2, 0, 20, 20);
  requestAnimationFrame(draw);
});
const startedAt = Date.now();
(function tick() {
  timer.style.left = (Date.now() - startedAt) * 0.2 + 'px';
  setTimeout(tick, 1);
})();
web.animate([{ left: '0px' }, { left: '4000px' }], 20000);
</script>`;

const rows = {
  'CSS animation': 20,
  'canvas of rAF': 60,
  'clock of timers': 100,
  'Web Animation': 140,
};
const view = { viewport_width: 640, viewport_height: 160 };

function assertExact(
  t: Test,
  { frames }: Film,
  fps: number,
  { seconds, seen = rows }: { seconds: number; seen?: Partial<typeof rows> },
): void {
  t.equal(frames.length, Math.round(fps * seconds));
  for (const [name, row] of Object.entries(seen)) {
    const positions = frames.map((frame) => darkCentre(frame, { row }));
    t.notOk(positions.some(Number.isNaN), `${name} is in every frame`);
    const apartPx = furthestFromLine(positions, 200 / fps);
    t.ok(apartPx <= 1, `${name} at ${fps} fps: at most ${apartPx.toFixed(2)} px from its place`);
  }
}

/**
 * A box that turns for 0.8 s, and then one elsewhere that moves: of an animation that gives way to
 * another, Chromium's screencast leaves frames out.
 */
const changingPage = `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #fff; overflow: hidden }
canvas { position: absolute; left: 400px; top: 100px }
#box { position: absolute; top: 10px; width: 20px; height: 20px; background: #000 }
</style><canvas width="200" height="40"></canvas><div id="box"></div><script>
const pen = document.querySelector('canvas').getContext('2d');
let first;
requestAnimationFrame(function draw(now) {
  first ??= now;
  const passed = now - first;
  if (passed < 800) {
    pen.fillStyle = 'hsl(' + Math.round(passed) + ' 100% 80%)';
    pen.fillRect(0, 0, 200, 40);
  } else {
    box.style.left = (passed - 800) * 0.2 + 'px';
  }
  requestAnimationFrame(draw);
});
</script>`;

function assertNothingLeftOut(t: Test, { frames }: Film, fps: number): void {
  const positions = frames.map((frame) => darkCentre(frame, { row: 20 }));
  // The first that moves; all after it are on a line.
  const begins = positions.findIndex((position) => position > 10.5);
  t.ok(begins > 0, 'it moves');
  const apartPx = furthestFromLine(positions.slice(begins), 200 / fps);
  t.ok(apartPx <= 1, `at ${fps} fps: at most ${apartPx.toFixed(2)} px from its place`);
  const moves = positions
    .slice(begins - 1)
    .map((position, index, all) => position - (all[index - 1] ?? 0));
  t.ok(
    moves.slice(1).every((px) => px > 0),
    'each frame shows another place',
  );
}

/** One black band, 2,850 px below the top of a page that is 3,300 px long. */
const longPage = `<!doctype html><style>html { scroll-behavior: smooth; scroll-snap-type: y mandatory } body { margin: 0; background: #fff } section { scroll-snap-align: start }</style>
<section style="height: 2850px"></section><section style="height: 40px; background: #000"></section><section style="height: 410px"></section>`;
const scroll: Partial<ScreencastInput> = {
  viewport_width: 320,
  viewport_height: 300,
  scenario: 'scroll',
  scroll_by_amount: 3000,
  scroll_by_duration: 600,
  scroll_easing: 'ease_in_out_cubic',
};
/** Eased progress after a share of the time. */
const eased = (passed: number) => (passed < 0.5 ? 4 * passed ** 3 : 1 - (2 - 2 * passed) ** 3 / 2);

function assertEasedScroll(t: Test, { frames }: Film, fps: number): void {
  let seen = 0;
  let furthest = 0;
  frames.forEach((frame, index) => {
    const ideal = 2870 - 3000 * eased(index / fps / 0.6);
    const isWholeInView = ideal > 20 && ideal < 280;
    if (!isWholeInView) return;
    seen += 1;
    furthest = Math.max(furthest, Math.abs(darkCentre(frame, { column: 5 }) - ideal));
  });
  // It crosses the window in 56 ms.
  t.ok(seen >= fps / 30, `the band is seen in ${seen} frames`);
  t.ok(
    furthest <= 1,
    `eased scroll at ${fps} fps: at most ${furthest.toFixed(2)} px from its place`,
  );
}

/** Keeps every core busy until the work is over. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const endless = 'const end = Date.now() + 60000; while (Date.now() < end);';
  const busy = [1, 2].map(() => spawn(process.execPath, ['-e', endless], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
}

async function bundledShell(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  return (await unpackBundledBrowser(browserOptions())).path;
}

const found = await createFilmLab(t);
const bundled = await bundledShell();
for (const [browser, executablePath] of [
  ['the browser that is found', undefined],
  ['the bundled shell', bundled],
] as const) {
  if (browser === 'the bundled shell' && bundled === undefined) {
    t.test(browser, { skip: 'there is none for this system' }, async () => {});
    continue;
  }
  // A second engine.
  if (executablePath !== undefined && !inDepth(t, browser)) continue;
  t.test(browser, async (t) => {
    const lab = executablePath ? await createFilmLab(t, { executablePath }) : found;
    const moving = lab.server.page('/moving', movingPage);
    const long = lab.server.page('/long', longPage);
    const changing = lab.server.page('/changing', changingPage);
    t.test('an animation gives way to another at 15 fps', async (t) => {
      if (!inDepth(t, '15 fps')) return;
      const film = await lab.film({ url: changing, ...view, fps: 15, duration: 1.2 });
      assertNothingLeftOut(t, film, 15);
    });
    // A recorder that is exact at sixty is exact at thirty, which the recordings below have.
    for (const fps of [60, 30].filter((rate) => rate === 60 || inDepth(t, `${rate} fps`))) {
      const film = (duration: number) => lab.film({ url: moving, ...view, fps, duration });
      const scrolled = () => lab.film({ url: long, ...view, ...scroll, fps, duration: 0.7 });
      t.test(`${fps} fps`, async (t) => {
        const made = await film(0.6);
        assertExact(t, made, fps, { seconds: 0.6 });
        t.same(made.result.warnings, []);
        if (fps === 60 || inDepth(t, 'a scroll')) assertEasedScroll(t, await scrolled(), fps);
      });
      t.test(`an animation gives way to another at ${fps} fps`, async (t) => {
        const duration = 1.2;
        assertNothingLeftOut(t, await lab.film({ url: changing, ...view, fps, duration }), fps);
      });
      if (fps === 30) continue;
      t.test('more frames than a screencast of the browser captures', async (t) => {
        const duration = 0.5;
        const made = await lab.film({ url: moving, ...view, fps: 120, duration });
        assertExact(t, made, 120, { seconds: duration });
      });
      // What slows a page down is below: an encoder that is slower than it.
      if (!inDepth(t, 'both cores are busy')) continue;
      t.test(`${fps} fps while both cores are busy`, async (t) => {
        assertExact(t, await whileBusy(() => film(0.5)), fps, { seconds: 0.5 });
        assertEasedScroll(t, await whileBusy(scrolled), fps);
      });
    }
  });
}

t.test('as PNG, for formats that keep few colours', async (t) => {
  const url = found.server.page('/moving', movingPage);
  const film = await found.film({ url, ...view, duration: 0.5 }, { encoding: { pixels: 'png' } });
  assertExact(t, film, 30, { seconds: 0.5 });
});

t.test('an encoder that is slower than the page holds up its clock', async (t) => {
  const url = found.server.page('/moving', movingPage);
  const film = await found.film({ url, ...view, duration: 0.5 }, { encoding: { writeMs: 80 } });
  assertExact(t, film, 30, { seconds: 0.5 });
});

for (const [name, answerMs] of [
  ['at once', 0],
  ['after a while', 400],
] as const) {
  if (answerMs > 0 && !inDepth(t, name)) continue;
  t.test(`images that come in the middle, ${name}, leave no frame out`, async (t) => {
    const png = await solidImage(COLOURS.red, 8, 8);
    const src = found.server.route('/still.png', async (_request, response) => {
      await delay(answerMs);
      response.setHeader('content-type', 'image/png');
      response.end(png);
    });
    const insert = `for (const at of [300, 600]) setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<img style="position:absolute;left:600px;top:0" src="${src}?' + at + '">'), at)`;
    const url = found.server.page('/images', `${movingPage}<script>${insert}</script>`);
    // Chromium puts Date and timers 10 ms ahead, once, when something is loaded.
    const { 'clock of timers': _, ...seen } = rows;
    const hardest = answerMs === 0 ? 60 : 30;
    for (const fps of [30, 60].filter((one) => one === hardest || inDepth(t))) {
      const film = await found.film({ url, ...view, fps, duration: 0.9 });
      assertExact(t, film, fps, { seconds: 0.9, seen });
    }
  });
}
