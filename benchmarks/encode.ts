/**
 * Video encoders: frames per second of each, for each format that it makes.
 *
 * node --conditions=@tintype/source benchmarks/encode.ts [--rounds 3] [--frames 60] [--size
 * 1280x1080] [--only ffmpeg,WebCodecs] [--formats mp4,webm]
 *
 * The frames are a page of text that scrolls. From the first frame to the file, so that starting
 * the encoder does not count: it starts while the page loads.
 */
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { createChromeSource, defaultCacheDir } from '@tintype/chrome';
import { createEgress } from '@tintype/egress';
import { createEncoders } from '@tintype/video/encoders';
import type { EncoderKind, VideoFormat } from '@tintype/video';
import sharp from 'sharp';
import { render } from 'tintype';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    frames: { type: 'string', default: '60' },
    size: { type: 'string', default: '1280x1080' },
    only: { type: 'string' },
    formats: { type: 'string' },
  },
});
const [width = 0, height = 0] = values.size.split('x').map(Number);
const count = Number(values.frames);
const stepPx = 12;

const ways: readonly [EncoderKind, readonly VideoFormat[]][] = [
  ['ffmpeg', ['mp4', 'mov', 'webm', 'avi', 'gif', 'webp']],
  ['WebCodecs', ['mp4', 'mov', 'webm']],
  ['ffmpeg.wasm', ['mp4', 'mov', 'webm', 'avi']],
  ['sharp', ['gif', 'webp']],
];

async function makeImages(): Promise<Record<'jpeg' | 'png', Buffer[]>> {
  const lines = Array.from(
    { length: 200 },
    (_none, line) =>
      `<p style="color:hsl(${line * 7} 70% 40%)">Line ${line}: the quick brown fox jumps over the lazy dog.`,
  );
  const page = { viewport_width: width, viewport_height: height } as const;
  const html = `<body style="font:18px sans-serif">${lines.join('')}<div style="height:${height + count * stepPx}px">`;
  const shot = { kind: 'screenshot', html, format: 'png', full_page: true, ...page } as const;
  const whole = Buffer.from((await render(shot)).body);
  const made = { jpeg: [] as Buffer[], png: [] as Buffer[] };
  for (let frame = 0; frame < count; frame += 1) {
    const view = sharp(whole).extract({ left: 0, top: frame * stepPx, width, height });
    made.jpeg.push(await view.clone().jpeg({ quality: 92 }).toBuffer());
    made.png.push(await view.clone().png({ compressionLevel: 3 }).toBuffer());
  }
  return made;
}

const images = await makeImages();
const { env, platform } = process;
const cacheDir = defaultCacheDir({ env, platform, uid: process.getuid?.(), homedir: homedir() });
const egress = createEgress({ allow: [] });
const source = createChromeSource({ egress, cacheDir, env, homedir: homedir() });
const browser = (signal: AbortSignal) => source.acquire({ gpu: false, signal });

async function framesPerSecond(kind: EncoderKind, format: VideoFormat) {
  const { signal } = new AbortController();
  const encoders = createEncoders({ env, use: [kind] });
  const encoder = await encoders.open({ width, height, fps: 30, format }, { signal, browser });
  const startMs = performance.now();
  for (const image of images[encoder.pixels]) await encoder.write(image, 1);
  const { byteLength } = await encoder.close();
  return { fps: (count * 1000) / (performance.now() - startMs), bytes: byteLength };
}

const only = values.only?.split(',');
const formats = values.formats?.split(',');
// A browser that idles keeps no process alive.
const alive = setInterval(() => {}, 2 ** 30);
console.log(
  `${count} frames of ${width} x ${height}, frames per second of ${values.rounds} rounds`,
);
for (const [kind, made] of ways) {
  if (only && !only.includes(kind)) continue;
  for (const format of made) {
    if (formats && !formats.includes(format)) continue;
    const rates: number[] = [];
    let size = 0;
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const { fps, bytes } = await framesPerSecond(kind, format);
      rates.push(fps);
      size = bytes;
    }
    const [least, max] = [Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(1));
    const kilobytes = Math.round(size / 1000);
    console.log(`${kind.padEnd(12)} ${format.padEnd(5)} ${least} to ${max}, ${kilobytes} KB`);
  }
}
await source.stop();
await egress.close();
clearInterval(alive);
