import { sharp } from '@tintype/core/sharp';
import type { EncoderBounds, FrameFormat, VideoEncoder } from '../encoder.ts';
import { refuseLargeFile } from '../file-bound.ts';
import { encoderFailed } from '../stream-encoder.ts';
import type { AnimationWriter } from './animation-writer.ts';
import { changedArea, type Area } from './changed-area.ts';
import { createGifWriter } from './gif-writer.ts';
import { createWebpWriter } from './webp-writer.ts';

export type AnimationFrames = FrameFormat & { format: 'gif' | 'webp' };

/** An image that is shown now; how long, the next one says. */
interface Shown {
  encoded: Buffer;
  area: Area;
  startTicks: number;
}

/** Encodes an animation from still images: of each only the part that has changed. */
export function openSharpEncoder(
  frames: AnimationFrames,
  { signal, maxBytes }: EncoderBounds,
): VideoEncoder {
  const { width, height, format, fps, alpha = false } = frames;
  const raw = { width, height, channels: alpha ? 4 : 3 } as const;
  const writer = (format === 'gif' ? createGifWriter : createWebpWriter)(frames);
  const ticksAt = (index: number) => Math.round((index * writer.ticksPerSecond) / fps);
  let before: Buffer | undefined;
  let shown: Shown | undefined;
  let count = 0;
  let isAborted = false;
  let bytes = 0;

  function flush(endTicks: number): void {
    if (shown) {
      const ticks = Math.max(writer.minTicks, endTicks - shown.startTicks);
      bytes += shown.encoded.byteLength;
      refuseLargeFile(bytes, maxBytes);
      writer.add(shown.encoded, shown.area, ticks);
    }
    shown = undefined;
  }

  async function put(image: Uint8Array, index: number): Promise<void> {
    const startTicks = ticksAt(index);
    // An image shown too briefly is replaced by the next one, with its changed area.
    const isTooSoon = shown !== undefined && startTicks - shown.startTicks < writer.minTicks;
    const still = sharp(image);
    const pixels = await (alpha ? still.ensureAlpha() : still.removeAlpha()).raw().toBuffer();
    if (pixels.byteLength !== width * height * raw.channels) {
      throw new Error(`expected an image of ${width} x ${height}, got another size`);
    }
    const whole = { left: 0, top: 0, width, height };
    const part = before ? changedArea(pixels, before, raw) : whole;
    before = pixels;
    if (part === undefined) return;
    const changed = writer.isWhole ? whole : part;
    const area = onGrid(isTooSoon && shown ? union(shown.area, changed) : changed, writer.grid);
    const encoded = await encodeArea(writer, pixels, area, raw);
    if (isTooSoon && shown) shown = { encoded, area, startTicks: shown.startTicks };
    else {
      flush(startTicks);
      shown = { encoded, area, startTicks };
    }
  }

  async function guarded<T>(work: () => Promise<T> | T): Promise<T> {
    signal.throwIfAborted();
    try {
      const result = await work();
      signal.throwIfAborted();
      if (isAborted) throw new Error('it was aborted');
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw encoderFailed('sharp', error);
    }
  }

  return {
    name: 'sharp',
    pixels: format === 'gif' || alpha ? 'png' : 'jpeg',
    width,
    height,
    write: (image, repeat) =>
      guarded(async () => {
        await put(image, count);
        count += repeat;
      }),
    close: () =>
      guarded(() => {
        if (shown === undefined) throw new Error('no frame was written');
        flush(ticksAt(count));
        return writer.finish();
      }),
    async abort() {
      isAborted = true;
      before = undefined;
    },
  };
}

async function encodeArea(
  writer: AnimationWriter,
  pixels: Buffer,
  area: Area,
  raw: { width: number; height: number; channels: 3 | 4 },
): Promise<Buffer> {
  return writer.encode(sharp(pixels, { raw }).extract(area));
}

function onGrid({ left, top, width, height }: Area, grid: number): Area {
  const [dx, dy] = [left % grid, top % grid];
  return { left: left - dx, top: top - dy, width: width + dx, height: height + dy };
}

function union(a: Area, b: Area): Area {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}
