import { createEncoders } from '@tintype/video/encoders';
import sharp from 'sharp';
import t from 'tap';
import { createFilmLab, darkCentre } from './film-lab.ts';

const lab = await createFilmLab(t);
const size = { width: 640, height: 32 };
/** Long enough that a busy machine has the page loaded before it ends. */
const playedFrames = 300;
const stepPx = 2;
const barPx = 8;

/** A video of 30 frames a second in which a black bar says the number of the frame. */
async function numberedVideo(format: 'mp4' | 'webm'): Promise<Uint8Array> {
  const stop = new AbortController();
  const encoder = await createEncoders({ env: process.env }).open(
    { ...size, fps: 30, format },
    { signal: stop.signal, browser: (signal) => lab.source.acquire({ gpu: false, signal }) },
  );
  for (let number = 0; number < playedFrames; number += 1) {
    const bar = { width: barPx, height: size.height, channels: 3 as const, background: '#000' };
    const picture = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
      .composite([{ input: { create: bar }, left: number * stepPx, top: 0 }])
      .toFormat(encoder.pixels)
      .toBuffer();
    await encoder.write(picture, 1);
  }
  return encoder.close();
}

/** The numbers that are seen in a row of pixels of each frame. */
const numbers = (frames: Parameters<typeof darkCentre>[0][], row: number) =>
  frames.map((frame) => (darkCentre(frame, { row }) - barPx / 2) / stepPx);

for (const [name, body] of Object.entries({
  mp4: await numberedVideo('mp4'),
  webm: await numberedVideo('webm'),
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
  const url = lab.server.page(
    `/plays-${name}`,
    `<!doctype html><body style="margin:0;background:#fff"><video src="${video}" width="640" height="32" muted autoplay style="display:block"></video>`,
  );
  t.test(`a video element that plays ${name} is in step`, async (t) => {
    for (const fps of [30, 60, 24]) {
      const { frames } = await lab.film({
        url,
        fps,
        duration: 0.7,
        // Of a video that began with the recording, early frames have been seen one off.
        delay: 0.5,
        viewport_width: 640,
        viewport_height: 64,
      });
      const seen = numbers([...frames], 16);
      const whole = seen.map((number) => Math.round(number));
      t.ok(
        seen.every((number, index) => Math.abs(number - (whole[index] ?? NaN)) < 0.4),
        'each shows one frame of the video',
      );
      t.ok((whole[0] ?? NaN) >= 0 && (whole.at(-1) ?? NaN) < playedFrames - 1, 'while it plays');
      // Frame n of one is shown with frame n * 30 / fps of the other, or with its neighbour where that lies between two.
      const apart = whole.map((number, index) => number - (index * 30) / fps);
      const spread = Math.max(...apart) - Math.min(...apart);
      t.ok(
        spread <= (fps === 30 ? 0 : 1),
        `at ${fps} fps: ${spread} frames from its place (${whole.join(' ')})`,
      );
    }
  });
}
