import { syntheticHost, type Lease } from '@tintype/core';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createEncoderLab, numberedVideo, shown, ways } from './encoder-lab.ts';
import { patches, striped } from './images.ts';
import { withoutFfmpeg } from './probe-video.ts';

const lab = await createEncoderLab(t);
const mediaTypes: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  mov: 'video/mp4',
  webm: 'video/webm',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Opens a blank page of a browser beside a file. */
async function openPlayer(file: Buffer, format: string): Promise<Lease> {
  const lease = await lab.source.acquire({ gpu: false, signal: new AbortController().signal });
  const page = Buffer.from('<!doctype html><title>player</title>');
  lease.network.serve(syntheticHost, ({ url }) =>
    url.pathname === '/file'
      ? { status: 200, headers: { 'content-type': mediaTypes[format]! }, body: file }
      : { status: 200, headers: { 'content-type': 'text/html' }, body: page },
  );
  await lease.session.send('Page.navigate', { url: `http://${syntheticHost}/` });
  return lease;
}

async function evaluate<T>({ session }: Lease, expression: string): Promise<T> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(async () => { ${expression} })()`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
  return result.value as T;
}

const play = `
  const video = document.createElement('video');
  video.muted = true;
  video.src = '/file';
  const ended = new Promise((resolve, reject) => {
    video.onended = resolve;
    video.onerror = () => reject(new Error(video.error.message));
  });
  await video.play();
  await ended;
  return { width: video.videoWidth, height: video.videoHeight, durationS: video.duration };
`;

/**
 * Colours in the middle of each stripe, as the browser itself paints them, once it has painted
 * anything.
 */
const readStripes = (element: string, count: number) => `
  ${element}
  const canvas = document.createElement('canvas');
  canvas.width = ${count};
  canvas.height = 1;
  const context = canvas.getContext('2d');
  const stripe = (media.videoWidth || media.naturalWidth) / ${count};
  for (let attempts = 0; ; attempts += 1) {
    for (let index = 0; index < ${count}; index += 1) {
      context.drawImage(media, (index + 0.5) * stripe, 20, 1, 1, index, 0, 1, 1);
    }
    const pixels = [...context.getImageData(0, 0, ${count}, 1).data];
    if (attempts === 100 || pixels.some((value, at) => at % 4 < 3 && value > 0)) return pixels;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
`;

const asVideo = `
  const media = document.createElement('video');
  media.muted = true;
  media.src = '/file';
  await new Promise((resolve, reject) => {
    media.onloadeddata = resolve;
    media.onerror = () => reject(new Error(media.error.message));
  });
`;
const asImage = `
  const media = new Image();
  media.src = '/file';
  await media.decode();
`;

/**
 * Each format that browsers play, one way at least, and each way but the one whose colours
 * `encoders.test.ts` reads.
 */
const covering = [
  'mp4 by ffmpeg',
  'webm by ffmpeg',
  'webp by ffmpeg',
  'mp4 by WebCodecs',
  'gif by sharp',
];
for (const { kind, formats } of ways) {
  for (const format of formats) {
    // Browsers play none of it.
    if (format === 'avi') continue;
    const name = `${format} by ${kind}`;
    if (!covering.includes(name) && !inDepth(t, name)) continue;
    const isImage = format === 'gif' || format === 'webp';
    const skip = kind === 'ffmpeg' && withoutFfmpeg;
    t.test(name, { skip }, async (t) => {
      if (!isImage) {
        const frames = { width: 101, height: 75, fps: 30, format };
        const encoder = await lab.open(kind, frames);
        const player = await openPlayer(await numberedVideo(encoder, frames), format);
        const { durationS, ...size } = await evaluate<Record<string, number>>(player, play);
        t.same(size, { width: 102, height: 76 }, 'a browser plays it to its end');
        t.ok(Math.abs(durationS! - shown.length / 30) <= 1 / 30, `${durationS} s`);
        player.release();
      }
      const size = { width: 192, height: 64 };
      const encoder = await lab.open(kind, { ...size, fps: 30, format });
      await encoder.write(await striped(size.width, size.height, encoder.pixels), 3);
      const player = await openPlayer(Buffer.from(await encoder.close()), format);
      const read = readStripes(isImage ? asImage : asVideo, patches.length);
      const pixels = await evaluate<number[]>(player, read);
      player.release();
      for (const [index, wanted] of patches.entries()) {
        const came = pixels.slice(index * 4, index * 4 + 3);
        const isClose = wanted.every((value, channel) => Math.abs(value - came[channel]!) <= 12);
        t.ok(isClose, `a browser shows ${wanted.join(' ')} as ${came.join(' ')}`);
      }
    });
  }
}
