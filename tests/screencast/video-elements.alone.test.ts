import { createEncoders } from '@tintype/video/encoders';
import type { ScreencastInput } from '@tintype/contract';
import { inDepth } from '@tintype/testkit';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { createFilmLab, darkCentre, whileHeldUp, type Film } from './film-lab.ts';

const lab = await createFilmLab(t);
// It tries once what it can encode.
const encoders = createEncoders({ env: process.env });
const size = { width: 640, height: 32 };
/** Long enough that a busy machine has the page loaded before it ends. */
const playedFrames = 200;
const stepPx = 2;
const barPx = 8;

/** Images that each video begins with, in the way that its encoder wants them. */
const known = new Map<string, Buffer>();
async function imageOf(number: number, pixels: 'jpeg' | 'png'): Promise<Buffer> {
  const key = `${number} ${pixels}`;
  const image = known.get(key) ?? (await draw(number).toFormat(pixels).toBuffer());
  known.set(key, image);
  return image;
}

function draw(number: number) {
  const pixels = Buffer.alloc(size.width * size.height * 3, 255);
  for (let row = 0; row < size.height; row += 1) {
    const left = (row * size.width + number * stepPx) * 3;
    pixels.fill(0, left, left + barPx * 3);
  }
  return sharp(pixels, { raw: { ...size, channels: 3 } });
}

/** A video of 30 frames a second in which a black bar says the number of the frame. */
async function numbered(format: 'mp4' | 'webm' | 'gif' | 'webp', fps = 30): Promise<Uint8Array> {
  const stop = new AbortController();
  const encoder = await encoders.open(
    { ...size, fps, format },
    { signal: stop.signal, browser: (signal) => lab.source.acquire({ gpu: false, signal }) },
  );
  for (let number = 0; number < (fps < 30 ? 40 : playedFrames); number += 1)
    await encoder.write(await imageOf(number, encoder.pixels), 1);
  return encoder.close();
}

const blank = '<!doctype html><body style="margin:0;background:#fff">';
const moving =
  '<style>@keyframes move { to { transform: translateX(400px) } }</style><div style="width:20px;height:20px;background:#06c;position:absolute;top:40px;animation:move 4s linear"></div>';

/** A page that has `plays` once a video plays in it or in a frame. */
const hears = '<script>onmessage = () => { window.plays = true; };</script>';
const tells =
  "<script>document.querySelector('video').ontimeupdate = ({ target }) => { if (target.currentTime > 0.2) top.postMessage('', '*'); };</script>";

/** The numbers that are seen in a row of pixels of each frame. */
const numbers = (frames: Parameters<typeof darkCentre>[0][], row: number) =>
  frames.map((frame) => (darkCentre(frame, { row }) - barPx / 2) / stepPx);

for (const [name, body] of Object.entries({
  mp4: await numbered('mp4'),
  webm: await numbered('webm'),
})) {
  const video = lab.server.route(`/numbered.${name}`, (request, response) => {
    const [, from = 0, to = body.byteLength - 1] =
      /bytes=(\d+)-(\d+)?/.exec(request.headers.range ?? '')?.map((at) => Number(at)) ?? [];
    const end = Number.isNaN(to) ? body.byteLength - 1 : to;
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': `video/${name}`,
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${end}/${body.byteLength}`,
    });
    response.end(body.subarray(from, end + 1));
  });
  const element = `<video src="${video}" width="640" height="32" muted autoplay style="display:block"></video>`;
  const url = lab.server.page(`/plays-${name}`, `${blank}${hears}${element}${tells}`);
  const film = (options: Partial<ScreencastInput> & { url: string }) =>
    lab.film({
      duration: 0.5,
      // Of a video that began with the recording, early frames have been seen one off.
      wait_for_function: 'window.plays',
      viewport_width: 640,
      viewport_height: 64,
      ...options,
    });
  // WebM rounds its times to whole milliseconds, so where two frames meet it may be either.
  const mayBeApart = (fps: number) => (name === 'webm' ? 1.5 : fps === 30 ? 0 : 1);
  t.test(`a video element that plays ${name} is in step`, async (t) => {
    // In the default run at the rate that is exact, and at the one that is hardest to be in step
    // with.
    const covering = name === 'mp4' ? 30 : 24;
    const rates = [30, 60, 24].filter((fps) => fps === covering || inDepth(t, `${fps} fps`));
    for (const fps of rates) {
      const { frames } = await film({ url, fps });
      assertInStep(t, frames, fps, mayBeApart(fps));
    }
  });
  t.test(
    `${name}: from its first frame on, in a slow browser`,
    { skip: process.platform !== 'linux' && 'processes are found in /proc' },
    async (t) => {
      const rounds = inDepth(t, 'five rounds') ? 5 : name === 'webm' ? 1 : 2;
      for (let round = 0; round < rounds; round += 1) {
        const { frames } = await whileHeldUp(() => film({ url, fps: 30, duration: 0.2 }));
        assertInStep(t, frames, 30, mayBeApart(30));
      }
    },
  );
  if (name === 'mp4') continue;
  t.test('so is one in a frame of another site, beside something that moves', async (t) => {
    const other = new URL(url);
    other.hostname = '127.0.0.2';
    const frame = `<iframe src="${other}" width="640" height="32" style="display:block;border:0"></iframe>`;
    const framed = lab.server.page(`/frames-${name}`, `${blank}${hears}${frame}${moving}`);
    const { frames } = await film({ url: framed, fps: 30 });
    assertInStep(t, frames, 30, 1);
  });
  t.test('and one that comes in the middle', async (t) => {
    const insert = `document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(element)})`;
    const { frames } = await film({
      url: lab.server.page(`/late-${name}`, `${blank}${moving}`),
      wait_for_function: `() => setTimeout(() => ${insert}, 900)`,
      fps: 30,
      duration: 1.4,
    });
    const seen = numbers([...frames], 16);
    const shown = seen.findLastIndex(Number.isNaN) + 1;
    t.ok(shown > 0 && shown < 30, `it is seen from frame ${shown} on`);
    assertInStep(t, frames.slice(shown), 30, 1);
  });
}

/** An image that is put in after some ms. */
const inserted = (src: string, afterMs: number) =>
  `<script>setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '<img src="${src}" style="display:block">'), ${afterMs})</script>`;

for (const [nth, format] of (['gif', 'webp'] as const).entries()) {
  const body = Buffer.from(await numbered(format, 10));
  const src = lab.server.route(`/numbered.${format}`, (_request, response) => {
    response.setHeader('content-type', `image/${format}`);
    response.end(body);
  });
  const images = {
    'from a server': `<img src="${src}" style="display:block">`,
    'in the page itself': `<img src="data:image/${format};base64,${body.toString('base64')}" style="display:block">`,
    'that comes early': inserted(src, 600),
    'that comes in the middle': inserted(src, 900),
  };
  // In the default run a format is in the page itself, and the other one comes in the middle.
  for (const [at, [where, html]] of Object.entries(images).entries()) {
    if (at !== 1 + 2 * nth && !inDepth(t, `${format} ${where}`)) continue;
    t.test(`an animated ${format} ${where} keeps its time beside movement`, async (t) => {
      const url = lab.server.page(
        `/${format}-${where.replaceAll(' ', '-')}`,
        `${blank}${moving}${html}`,
      );
      const { frames } = await lab.film({
        url,
        fps: 30,
        // A busy machine needs some of it to load the image.
        duration: 2,
        delay: 0.3,
        viewport_width: 640,
        viewport_height: 64,
      });
      assertOwnPace(t, frames);
    });
  }
  if (format === 'gif' && !inDepth(t, 'an animated gif that comes as the recording starts'))
    continue;
  t.test(`an animated ${format} that comes as the recording starts keeps its time`, async (t) => {
    for (const afterMs of [0, 20, 40]) {
      const { frames } = await lab.film({
        url: lab.server.page(`/${format}-as-it-starts`, `${blank}${moving}`),
        wait_for_function: `() => setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '<img src="${src}?${afterMs}" style="display:block">'), ${afterMs})`,
        fps: 30,
        duration: 1.2,
        viewport_width: 640,
        viewport_height: 64,
      });
      assertOwnPace(t, frames);
    }
  });
}

/** The frames are those of an animated image with ten a second, from the first that shows it. */
function assertOwnPace(t: Test, frames: Film['frames']): void {
  const seen = numbers([...frames], 16).map((number) => Math.round(number));
  const whole = seen.slice(seen.findLastIndex(Number.isNaN) + 1);
  t.ok(whole.length > 20, `it is seen in ${whole.length} frames`);
  const steps = whole.slice(1).map((number, index) => number - (whole[index] ?? NaN));
  t.ok(
    steps.every((step) => step === 0 || step === 1),
    `one image after the other (${whole.join(' ')})`,
  );
  const apart = whole.map((number, index) => number - index / 3);
  t.ok(Math.max(...apart) - Math.min(...apart) <= 1.01, `at its own pace (${whole.join(' ')})`);
}

/** The frames are those of a video that plays. */
function assertInStep(t: Test, frames: Film['frames'], fps: number, mayBeApart: number): void {
  const seen = numbers([...frames], 16);
  const whole = seen.map((number) => Math.round(number));
  t.ok(
    seen.every((number, index) => Math.abs(number - (whole[index] ?? NaN)) < 0.4),
    'each shows one frame of the video',
  );
  t.ok((whole[0] ?? NaN) >= 0 && (whole.at(-1) ?? NaN) < playedFrames - 1, 'while it plays');
  // Frame n of one is shown with frame n * 30 / fps of the other, or with its neighbour where that
  // lies between two.
  const apart = whole.map((number, index) => number - (index * 30) / fps);
  const spread = Math.max(...apart) - Math.min(...apart);
  t.ok(spread <= mayBeApart, `at ${fps} fps: ${spread} frames from its place (${whole.join(' ')})`);
}
