import sharp from 'sharp';
import t, { type Test } from 'tap';
import { createRenderer } from 'tintype';
import { createEncoders } from '@tintype/video/encoders';
import { createEncoderLab } from './encoder-lab.ts';
import { decodeRgba, withoutFfmpeg } from './probe-video.ts';

const size = { width: 61, height: 40 };
const even = { width: 62, height: 40 };

/** Half transparent red left of `edge`, opaque blue right of it, nothing in the lower half. */
function image(edge: number): Promise<Buffer> {
  const pixels = Buffer.alloc(size.width * size.height * 4);
  for (let at = 0; at < size.width * (size.height / 2); at += 1) {
    pixels.set(at % size.width < edge ? [255, 0, 0, 128] : [0, 0, 255, 255], at * 4);
  }
  return sharp(pixels, { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer();
}

/** Frames as RGBA. */
interface Decoded {
  frames: Buffer[];
  width: number;
}

async function decode(format: string, file: Buffer): Promise<Decoded> {
  if (format === 'webm' || format === 'mov') {
    const decoder = format === 'webm' ? ['-c:v', 'libvpx-vp9'] : [];
    return { frames: await decodeRgba(file, even, decoder), width: even.width };
  }
  const { pages = 1 } = await sharp(file).metadata();
  const frames = Array.from({ length: pages }, (_, page) =>
    sharp(file, { page }).ensureAlpha().raw().toBuffer(),
  );
  return { frames: await Promise.all(frames), width: size.width };
}

function expectPixels(t: Test, { frames, width }: Decoded, format: string) {
  const at = (frame: number, x: number, y: number) => {
    const place = (y * width + x) * 4;
    return [...(frames[frame] ?? Buffer.alloc(0)).subarray(place, place + 4)];
  };
  const isNear = (pixel: number[], wanted: number[]) =>
    wanted.every((value, channel) => Math.abs((pixel[channel] ?? -99) - value) <= 12);
  // A colour of a GIF is transparent or opaque.
  const half = format === 'gif' ? 255 : 128;
  for (const [frame, edge] of [20, 40].entries()) {
    t.ok(isNear(at(frame, edge - 10, 8), [255, 0, 0, half]), `red: ${at(frame, edge - 10, 8)}`);
    t.ok(isNear(at(frame, edge + 10, 8), [0, 0, 255, 255]), `blue: ${at(frame, edge + 10, 8)}`);
    t.equal(at(frame, 30, 32)[3], 0, 'the lower half is transparent');
  }
}

const lab = await createEncoderLab(t);
for (const kind of ['ffmpeg', 'sharp'] as const) {
  const formats =
    kind === 'sharp' ? (['gif', 'webp'] as const) : (['webm', 'mov', 'gif', 'webp'] as const);
  const skip = kind === 'ffmpeg' && withoutFfmpeg;
  for (const format of formats) {
    t.test(`${format} by ${kind} keeps transparency`, { skip }, async (t) => {
      const encoder = await lab.open(kind, { ...size, fps: 10, format, alpha: true });
      t.equal(encoder.pixels, 'png');
      await encoder.write(await image(20), 1);
      await encoder.write(await image(40), 1);
      expectPixels(t, await decode(format, Buffer.from(await encoder.close())), format);
    });
  }
}

t.test('an encoder that would drop transparency is not used', async (t) => {
  const frames = { ...size, fps: 10, format: 'webm', alpha: true } as const;
  const { signal } = new AbortController();
  const encoders = createEncoders({ env: {}, use: ['WebCodecs', 'ffmpeg.wasm'] });
  await t.rejects(encoders.open(frames, { signal }), {
    code: 'unsupported',
    message: /No encoder keeps the transparency of webm.*use webp or gif/,
  });
});

t.test('a page without a background is recorded transparent', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.stop());
  const { body } = await renderer.render({
    kind: 'screencast',
    html: '<style>body{margin:0}div{width:50px;height:40px;background:rgb(0 128 0 / 50%)}</style><div>',
    format: 'webp',
    duration: 0.2,
    fps: 10,
    viewport_width: 100,
    viewport_height: 80,
    omit_background: true,
  });
  const pixels = await sharp(body).ensureAlpha().raw().toBuffer();
  const alphaAt = (x: number, y: number) => pixels[(y * 100 + x) * 4 + 3];
  t.equal(alphaAt(25, 20), 128);
  t.equal(alphaAt(75, 20), 0);
});
