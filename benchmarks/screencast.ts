/**
 * Screencasts: seconds of wall time for each second of video, at 30 and 60 frames a second.
 *
 * node --conditions=@tintype/source benchmarks/screencast.ts [--rounds 5] [--seconds 5] [--size
 * 1280x1080] [--pages text,shapes,scroll] [--only raw,tintype,tintype-live,puppeteer]
 *
 * `text` is a page full of text in which a CSS animation, a canvas and a timer move: each image has
 * 665 KB. `shapes` is the same without the text. `scroll` is the text, scrolled with an easing.
 * `raw` is the floor: see raw-screencast.ts; it scrolls nothing, so it is not measured there.
 * `tintype-live` is the recording in real time of browsers without frame control; `puppeteer` is
 * its own `page.screencast()` with ffmpeg, also in real time and so never below 1; it runs where it
 * is named, as not every ffmpeg takes what it asks. Start-up of a recording and load of the page
 * count.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChromeSource, defaultCacheDir } from '@tintype/chrome';
import type { ScreencastInput } from '@tintype/contract';
import { createRenderer } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import { createVideo } from '@tintype/video';
import puppeteer from 'puppeteer-core';
import { findMachineBrowser } from './contenders.ts';
import { spread } from './median.ts';
import { rawScreencast } from './raw-screencast.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    size: { type: 'string', default: '1280x1080' },
    pages: { type: 'string', default: 'text,shapes,scroll' },
    only: { type: 'string', default: 'raw,tintype,tintype-live' },
  },
});
const [width = 0, height = 0] = values.size.split('x').map(Number);
const seconds = Number(values.seconds);

const page = (text: string) => `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; font: 16px/1.5 sans-serif }
.box { position: absolute; left: 0; width: 40px; height: 40px; background: #06c; animation: move 4s linear infinite alternate }
@keyframes move { to { transform: translateX(1000px) } } p { margin: 120px 20px 0 }
</style><div class="box"></div><canvas id="c" width="1000" height="40" style="position:absolute;top:50px"></canvas>
<p>${text}<p id="clock"></p>
<script>const pen = c.getContext('2d');
requestAnimationFrame(function draw(now) { pen.clearRect(0, 0, 1000, 40); pen.fillRect((now / 4) % 1000, 0, 40, 40); requestAnimationFrame(draw) });
setInterval(() => { clock.textContent = new Date().toISOString() }, 10)</script>`;
const line = 'What silver does in the light. ';
const pages: Record<string, { html: string; more?: Partial<ScreencastInput> }> = {
  text: { html: page(line.repeat(300)) },
  shapes: { html: page('') },
  scroll: { html: page(line.repeat(1200)), more: { scenario: 'scroll' } },
};
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(pages[request.url?.slice(1) ?? '']?.html);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const urlOf = (name: string) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;

const { env, platform } = process;
const cacheDir =
  env['TINTYPE_CACHE_DIR'] ??
  defaultCacheDir({ env, platform, uid: process.getuid?.(), homedir: homedir() });
const egress = createEgress({ allow: ['127.0.0.1'] });
const source = createChromeSource({ egress, cacheDir, env, homedir: homedir() });
const encoders = async () => {
  const { createEncoders } = await import('@tintype/video/encoders');
  return createEncoders({ env });
};
const exact = createRenderer({ source, plugins: [createVideo({ encoders })] });
const live = createRenderer({
  source: { ...source, acquire: (asked) => source.acquire({ ...asked, frameControl: false }) },
  plugins: [createVideo({ encoders })],
});
const found = await findMachineBrowser();
const browser = await puppeteer.launch({
  executablePath: found.path,
  headless: 'shell',
  args: ['--no-sandbox'],
  defaultViewport: { width, height },
});
const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));

const raw = await rawScreencast();

interface Job {
  page: string;
  fps: number;
}

const request = ({ page: name, fps }: Job) => ({
  kind: 'screencast' as const,
  url: urlOf(name),
  fps,
  duration: seconds,
  viewport_width: width,
  viewport_height: height,
  ...pages[name]?.more,
});
const contenders: Record<string, (job: Job) => Promise<unknown>> = {
  raw: ({ page: name, fps }) => raw.record({ url: urlOf(name), fps, seconds, width, height }),
  tintype: (job) => exact.render(request(job)),
  'tintype-live': (job) => live.render(request(job)),
  async puppeteer({ page: name, fps }) {
    const tab = await browser.newPage();
    await tab.goto(urlOf(name));
    const recorder = await tab.screencast({
      path: join(folder, 'x.webm') as `${string}.webm`,
      fps,
    });
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await recorder.stop();
    await tab.close();
  },
};

const rounds = Number(values.rounds);
try {
  for (const name of values.pages.split(',')) {
    const isScrolled = pages[name]?.more !== undefined;
    const names = values.only.split(',').filter((only) => !(isScrolled && only === 'raw'));
    for (const fps of [30, 60]) {
      const walls = new Map(names.map((only): [string, number[]] => [only, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const only of names) {
          const startedAt = performance.now();
          await contenders[only]?.({ page: name, fps });
          walls.get(only)?.push((performance.now() - startedAt) / 1000 / seconds);
        }
      }
      for (const [only, measured] of walls) {
        const floor = walls.get('raw');
        const ratios = floor?.map((wall, round) => (measured[round] ?? NaN) / wall);
        const compared = ratios && only !== 'raw' ? `, ${spread(ratios)} of raw` : '';
        console.log(
          `${name.padEnd(7)}${fps} fps  ${only.padEnd(13)} ${spread(measured)} s per s${compared}`,
        );
      }
    }
  }
} finally {
  await browser.close();
  raw.stop();
  await exact.stop();
  await egress.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
}
