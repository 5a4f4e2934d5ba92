import type { FrameFormat } from '../encoder.ts';
import { maxGifFps } from '../ffmpeg/animation-arguments.ts';
import type { AnimationWriter } from './animation-writer.ts';

const TICKS_PER_SECOND = 100;

/** Writes an animated GIF (w3.org/Graphics/GIF/spec-gif89a.txt), each image with a palette. */
export function createGifWriter({ width, height, alpha = false }: FrameFormat): AnimationWriter {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  const repeat = Buffer.from('21ff0b' + '4e45545343415045322e30' + '0301000000', 'hex');
  const parts: Buffer[] = [Buffer.from('GIF89a'), screen, repeat];
  return {
    ticksPerSecond: TICKS_PER_SECOND,
    minTicks: TICKS_PER_SECOND / maxGifFps,
    grid: 1,
    // Transparent pixels do not erase those of the image before.
    isWhole: alpha,
    encode: (part) => part.gif({ effort: 3, dither: 0.5 }).toBuffer(),
    add(encoded, area, ticks) {
      const { palette, pixels, transparent } = readStill(encoded);
      const flags = (alpha ? CLEAR : KEEP) | (transparent === undefined ? 0 : 1);
      const control = Buffer.from([0x21, 0xf9, 4, flags, 0, 0, transparent ?? 0, 0]);
      control.writeUInt16LE(Math.min(ticks, 0xffff), 4);
      const descriptor = Buffer.alloc(10);
      descriptor[0] = 0x2c;
      descriptor.writeUInt16LE(area.left, 1);
      descriptor.writeUInt16LE(area.top, 3);
      descriptor.writeUInt16LE(area.width, 5);
      descriptor.writeUInt16LE(area.height, 7);
      // A palette of its own, with 2^(n+1) colours.
      descriptor[9] = 0x80 | (Math.log2(palette.byteLength / 3) - 1);
      parts.push(control, descriptor, palette, pixels);
    },
    finish: () => Buffer.concat([...parts, Buffer.from([0x3b])]),
  };
}

/** The image stays when the next one comes. */
const KEEP = 1 << 2;
/** The image is removed when the next one comes. */
const CLEAR = 2 << 2;

interface Still {
  palette: Buffer;
  pixels: Buffer;
  /** Number of the colour that is transparent. */
  transparent?: number;
}

/** Palette and compressed pixels of a GIF with one image. */
function readStill(file: Buffer): Still {
  let at = 13;
  let palette: Buffer = Buffer.alloc(0);
  const readPalette = (flags: number) => {
    if ((flags & 0x80) === 0) return;
    const bytes = 3 << ((flags & 7) + 1);
    palette = file.subarray(at, at + bytes);
    at += bytes;
  };
  readPalette(file[10]!);
  let transparent: number | undefined;
  while (file[at] === 0x21) {
    const isControl = file[at + 1] === 0xf9 && (file[at + 3]! & 1) === 1;
    if (isControl) transparent = file[at + 6]!;
    at = endOfBlocks(file, at + 2);
  }
  if (file[at] !== 0x2c) throw new Error('no image in the GIF');
  const flags = file[at + 9]!;
  if ((flags & 0x40) !== 0) throw new Error('the GIF is interlaced');
  at += 10;
  readPalette(flags);
  const pixels = file.subarray(at, endOfBlocks(file, at + 1));
  return { palette, pixels, ...(transparent !== undefined && { transparent }) };
}

/** The place after a run of blocks, each of which begins with its length; an empty one ends it. */
function endOfBlocks(file: Buffer, start: number): number {
  let at = start;
  while (file[at] !== 0) {
    if (at >= file.byteLength) throw new Error('the GIF ends early');
    at += 1 + file[at]!;
  }
  return at + 1;
}
