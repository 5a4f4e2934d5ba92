/**
 * Screencasts: seconds of wall time for each second of video, at 30 and 60 frames a second.
 *
 * node --conditions=@tintype/source benchmarks/screencast.ts [--rounds 5] [--seconds 5] [--size 1280x1080] [--only tintype,tintype-live,puppeteer]
 *
 * A page of text with a CSS animation, a canvas and a timer. `tintype-live` is the recording in real time of browsers without frame
 * control; `puppeteer` is its own `page.screencast()` with ffmpeg, also in
 * real time and so never below 1; it runs where it is named, as not every ffmpeg takes what it asks. Start-up and load count.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChromeSource, defaultCacheDir, findBrowser } from '@tintype/chrome';
import { createRenderer } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import { createVideo } from '@tintype/video';
import puppeteer from 'puppeteer-core';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    size: { type: 'string', default: '1280x1080' },
    only: { type: 'string' },
  },
});
const [width = 0, height = 0] = values.size.split('x').map(Number);
const seconds = Number(values.seconds);

const page = `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; font: 16px/1.5 sans-serif }
.box { position: absolute; left: 0; width: 40px; height: 40px; background: #06c; animation: move 4s linear infinite alternate }
@keyframes move { to { transform: translateX(1000px) } } p { margin: 120px 20px 0 }
</style><div class="box"></div><canvas id="c" width="1000" height="40" style="position:absolute;top:50px"></canvas>
<p>${'What silver does in the light. '.repeat(300)}<p id="clock"></p>
<script>const pen = c.getContext('2d');
requestAnimationFrame(function draw(now) { pen.clearRect(0, 0, 1000, 40); pen.fillRect((now / 4) % 1000, 0, 40, 40); requestAnimationFrame(draw) });
setInterval(() => { clock.textContent = new Date().toISOString() }, 10)</script>`;
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(page);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

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
const found = await findBrowser({ cacheDir, env, homedir: homedir() });
const browser = await puppeteer.launch({
  executablePath: found.path,
  headless: 'shell',
  args: ['--no-sandbox'],
  defaultViewport: { width, height },
});
const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));

const request = {
  kind: 'screencast',
  url,
  duration: seconds,
  viewport_width: width,
  viewport_height: height,
} as const;
const contenders: Record<string, (fps: number) => Promise<unknown>> = {
  tintype: (fps) => exact.render({ ...request, fps }),
  'tintype-live': (fps) => live.render({ ...request, fps }),
  async puppeteer(fps) {
    const tab = await browser.newPage();
    await tab.goto(url);
    const recorder = await tab.screencast({
      path: join(folder, 'x.webm') as `${string}.webm`,
      fps,
    });
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await recorder.stop();
    await tab.close();
  },
};

const names = values.only?.split(',') ?? ['tintype', 'tintype-live'];
const measured = new Map<string, number[]>();
try {
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const fps of [30, 60]) {
      for (const name of names) {
        const startedAt = performance.now();
        await contenders[name]?.(fps);
        const key = `${name} ${fps} fps`;
        const wall = (performance.now() - startedAt) / 1000 / seconds;
        measured.set(key, [...(measured.get(key) ?? []), wall]);
      }
    }
  }
  for (const [name, walls] of measured) {
    const sorted = walls.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? NaN;
    const spread = `${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)}`;
    console.log(`${name.padEnd(24)} ${middle.toFixed(2)} s per s (${spread})`);
  }
} finally {
  await browser.close();
  await exact.stop();
  await egress.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
}
