import { inDepth } from '@tintype/testkit';
import t, { type Test } from 'tap';
import type { EncoderKind, VideoFormat } from '@tintype/video';
import { createEncoderLab, numberedVideo, shown, ways } from './encoder-lab.ts';
import { noisy, patches, squareLeft, squareSide, striped } from './images.ts';
import { decodeVideo, probeVideo, withoutFfmpeg } from './probe-video.ts';
import { boxNames, readAnimation } from './read-container.ts';

const lab = await createEncoderLab(t);
const odd = { width: 101, height: 75 };
const even = { width: 102, height: 76 };

/**
 * The left end of the black square: the mean of its dark pixels, so that no blurred edge counts.
 */
function squareAt(image: Buffer, width: number): number {
  let sum = 0;
  let count = 0;
  const row = 8 + squareSide / 2;
  for (let x = 0; x < width; x += 1) {
    if (image[(row * width + x) * 3]! > 100) continue;
    sum += x;
    count += 1;
  }
  return sum / count - (squareSide - 1) / 2;
}

/**
 * What the default run leaves out is in the same container, or by the same codec, as one that it
 * has.
 */
const isCovering = (kind: EncoderKind, format: VideoFormat) =>
  format !== 'mov' && (kind !== 'ffmpeg.wasm' || format === 'avi');

for (const { kind, formats } of ways) {
  if (kind === 'ffmpeg' && withoutFfmpeg) {
    t.test('ffmpeg', { skip: withoutFfmpeg }, () => {});
    continue;
  }
  for (const [at, format] of formats.entries()) {
    const isAnimation = format === 'gif' || format === 'webp';
    if (!isCovering(kind, format) && !inDepth(t, `${format} by ${kind}`)) continue;
    t.test(`${format} by ${kind}`, (t) =>
      // The first format of a kind at every rate, the others at one of them in turn.
      isAnimation
        ? checkAnimation(
            t,
            kind,
            format,
            [10, 25, 60].filter((_, nth) => nth === at % 3 || inDepth(t)),
          )
        : checkVideo(
            t,
            kind,
            format,
            at === 0 ? [30, 60].filter((fps) => fps === 30 || inDepth(t)) : [at % 2 ? 60 : 30],
          ),
    );
  }
}

async function checkVideo(
  t: Test,
  kind: EncoderKind,
  format: VideoFormat,
  rates: readonly number[],
): Promise<void> {
  for (const fps of rates) {
    const frames = { ...odd, fps, format };
    const encoder = await lab.open(kind, frames);
    t.equal(encoder.name, kind);
    t.match(encoder, even, 'an odd side gets one more pixel');
    const file = await numberedVideo(encoder, frames);
    if (format === 'mp4' || format === 'mov') {
      const names = boxNames(file).filter((name) => name === 'moov' || name === 'mdat');
      t.same(names, ['moov', 'mdat'], 'it can be played before the whole of it has come');
    }
    if (withoutFfmpeg) return void t.pass('its frames', { skip: withoutFfmpeg });
    const info = await probeVideo(file);
    t.match(info, { ...even, pix_fmt: 'yuv420p', avg_frame_rate: `${fps}/1` });
    if (format !== 'avi') {
      // The wasm core makes VP8, which knows no other matrix than that of BT.601.
      const color_space = info.codec_name === 'vp8' ? 'smpte170m' : 'bt709';
      t.match(info, { color_range: 'tv', color_space });
      t.match(info, { color_transfer: 'bt709', color_primaries: 'bt709' });
    }
    t.equal(info.times.length, shown.length, 'every frame');
    // WebM and AVI count in milliseconds.
    for (const [index, time] of info.times.entries()) {
      if (Math.abs(time - index / fps) > 0.001) t.fail(`frame ${index} comes at ${time} s`);
    }
    t.ok(Math.abs(info.durationS - shown.length / fps) <= 1 / fps, `${info.durationS} s long`);
    const images = await decodeVideo(file, even, 'bt709');
    const places = images.map((image) => Math.round(squareAt(image, even.width)));
    t.same(places, shown.map(squareLeft), 'each frame shows its image');
  }
  if (!withoutFfmpeg) await checkColours(t, kind, format);
}

async function checkColours(t: Test, kind: EncoderKind, format: VideoFormat): Promise<void> {
  const size = { width: 192, height: 64 };
  const encoder = await lab.open(kind, { ...size, fps: 30, format });
  await encoder.write(await striped(size.width, size.height, encoder.pixels), 3);
  const file = Buffer.from(await encoder.close());
  const [image = Buffer.alloc(0)] = await decodeVideo(
    file,
    size,
    format === 'avi' ? 'bt709' : undefined,
  );
  expectPatches(t, image, size);
}

function expectPatches(t: Test, image: Buffer, size: { width: number; height: number }) {
  const stripe = size.width / patches.length;
  for (const [index, wanted] of patches.entries()) {
    const at = ((size.height / 2) * size.width + Math.floor((index + 0.5) * stripe)) * 3;
    const came = [...image.subarray(at, at + 3)];
    const isClose = wanted.every((value, channel) => Math.abs(value - came[channel]!) <= 6);
    t.ok(isClose, `${wanted.join(' ')} comes out as ${came.join(' ')}`);
  }
}

async function checkAnimation(
  t: Test,
  kind: EncoderKind,
  format: VideoFormat,
  rates: readonly number[],
): Promise<void> {
  for (const fps of rates) {
    const frames = { ...odd, fps, format };
    const encoder = await lab.open(kind, frames);
    t.match(encoder, odd, 'odd sides stay');
    const info = await readAnimation(await numberedVideo(encoder, frames));
    t.match({ ...odd, loop: 0 }, { width: info.width, height: info.height, loop: info.loop });
    const totalMs = info.delays.reduce((sum, delay) => sum + delay, 0);
    // GIF counts in hundredths.
    const lengthMs = (shown.length * 1000) / fps;
    t.ok(Math.abs(totalMs - lengthMs) <= Math.min(1000 / fps, 20), `${totalMs} of ${lengthMs} ms`);
    t.ok(
      info.delays.every((delay) => delay > 10),
      'browsers take none of the delays for a mistake',
    );
    let endMs = 0;
    for (const [index, image] of info.images.entries()) {
      const startMs = endMs;
      endMs += info.delays[index]!;
      const number = (squareAt(image, odd.width) - squareLeft(0)) / 4;
      const first = (shown.indexOf(Math.round(number)) * 1000) / fps;
      const isInStep = Math.abs(startMs - first) <= 1000 / fps || shownAt(startMs, fps, number);
      t.ok(isInStep, `image ${number} at ${startMs} ms`);
    }
  }
  const size = { width: 192, height: 64 };
  const encoder = await lab.open(kind, { ...size, fps: 30, format });
  await encoder.write(await striped(size.width, size.height, encoder.pixels), 3);
  const { images } = await readAnimation(Buffer.from(await encoder.close()));
  expectPatches(t, images[0]!, size);
}

/** Returns whether an image is that of a time: several equal ones may follow each other. */
function shownAt(atMs: number, fps: number, number: number): boolean {
  return shown[Math.round((atMs * fps) / 1000)] === Math.round(number);
}

for (const { kind, formats } of ways) {
  const format = kind === 'sharp' ? 'webp' : formats[0]!;
  const skip = kind === 'ffmpeg' && withoutFfmpeg;
  t.test(
    `the quality and the rate decide the size of ${format} by ${kind}`,
    { skip },
    async (t) => {
      const size = { width: 640, height: 480, fps: 30, format };
      const image = await noisy(size.width, size.height);
      const bytesAt = async (settings: { quality?: number; bitrate?: number }) => {
        const encoder = await lab.open(kind, { ...size, ...settings });
        for (let frame = 0; frame < 3; frame += 1) await encoder.write(image, 10);
        return (await encoder.close()).byteLength;
      };
      const [low, usual, high] = [
        await bytesAt({ quality: 20 }),
        await bytesAt({}),
        await bytesAt({ quality: 98 }),
      ];
      t.ok(low * 1.3 < usual && usual * 1.1 < high, `${low}, ${usual}, ${high} bytes`);
      if (format === 'webp') return;
      const [slow, fast] = [await bytesAt({ bitrate: 300 }), await bytesAt({ bitrate: 6000 })];
      t.ok(slow * 1.2 < fast, `${slow}, ${fast} bytes`);
    },
  );
}
