import sharp from 'sharp';
import type { Colour } from './colour.ts';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** Format detected by sharp: `jpeg`, `png`, `webp`, `gif`. */
  readonly format: string;
  /** One pixel. Throws outside the image. */
  at(x: number, y: number): Colour;
  /** Number of pixels of the area (default: all) within `tolerance` of the colour. */
  count(colour: Colour, tolerance?: number, area?: Area): number;
  /**
   * Says where the area (default: all) first differs from the colour; undefined where it never
   * does.
   */
  firstMismatch(colour: Colour, tolerance?: number, area?: Area): string | undefined;
  /**
   * Number of pixels that differ by more than `tolerance` from those of an image of the same size.
   */
  countDifferent(other: DecodedImage, tolerance?: number): number;
  /** The samples, four of each pixel, row by row. */
  readonly data: Uint8Array;
  /** Throws what {@link DecodedImage.firstMismatch} says. */
  expectSolid(colour: Colour, tolerance?: number, area?: Area): void;
}

interface Found {
  count: number;
  first: [x: number, y: number] | undefined;
}

/** Decodes an image of any size to RGBA. */
export async function readPixels(body: Uint8Array): Promise<DecodedImage> {
  // Full pages are larger than the limit that sharp sets against decompression bombs.
  const image = sharp(body, { limitInputPixels: false });
  const { format } = await image.metadata();
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return createImage(data, info.width, info.height, format ?? 'unknown');
}

function createImage(data: Buffer, width: number, height: number, format: string): DecodedImage {
  const everything: Area = { x: 0, y: 0, width, height };
  const at = (x: number, y: number): Colour => {
    if (x < 0 || y < 0 || x >= width || y >= height || !Number.isInteger(x + y * width)) {
      throw new RangeError(`The image is ${width}x${height}: there is no pixel at ${x},${y}.`);
    }
    const offset = (y * width + x) * 4;
    return [data[offset]!, data[offset + 1]!, data[offset + 2]!, data[offset + 3]!];
  };
  /** Millions of pixels are inspected: no object is allocated for each of them. */
  const find = (colour: Colour, tolerance: number, area: Area, isWanted: boolean): Found => {
    if (area.width <= 0 || area.height <= 0) return { count: 0, first: undefined };
    at(area.x, area.y);
    at(area.x + area.width - 1, area.y + area.height - 1);
    const [red, green, blue, alpha] = colour;
    const found: Found = { count: 0, first: undefined };
    for (let y = area.y; y < area.y + area.height; y += 1) {
      let offset = (y * width + area.x) * 4;
      for (let x = area.x; x < area.x + area.width; x += 1, offset += 4) {
        const isLike =
          (alpha === 0 && data[offset + 3] === 0) ||
          (Math.abs(data[offset]! - red) <= tolerance &&
            Math.abs(data[offset + 1]! - green) <= tolerance &&
            Math.abs(data[offset + 2]! - blue) <= tolerance &&
            Math.abs(data[offset + 3]! - alpha) <= tolerance);
        if (isLike !== isWanted) continue;
        if (!isWanted) return { count: 1, first: [x, y] };
        found.count += 1;
      }
    }
    return found;
  };
  const firstMismatch = (colour: Colour, tolerance = 0, area = everything) => {
    const { first } = find(colour, tolerance, area, false);
    if (first === undefined) return undefined;
    return `at ${first.join()}: expected ${colour.join(' ')}, came ${at(...first).join(' ')}`;
  };
  return {
    width,
    height,
    format,
    at,
    firstMismatch,
    data,
    count: (colour, tolerance = 0, area = everything) => find(colour, tolerance, area, true).count,
    countDifferent(other, tolerance = 0) {
      if (other.width !== width || other.height !== height)
        throw new RangeError(
          `The images are ${width}x${height} and ${other.width}x${other.height}.`,
        );
      return countDifferent(data, other.data, tolerance);
    },
    expectSolid(colour, tolerance, area) {
      const mismatch = firstMismatch(colour, tolerance, area);
      if (mismatch !== undefined) throw new Error(mismatch);
    },
  };
}

/** As {@link isClose} says of each two pixels. */
function countDifferent(one: Uint8Array, other: Uint8Array, tolerance: number): number {
  let different = 0;
  for (let offset = 0; offset < one.length; offset += 4) {
    if (one[offset + 3] === 0 && other[offset + 3] === 0) continue;
    for (let channel = offset; channel < offset + 4; channel += 1) {
      if (Math.abs(one[channel]! - other[channel]!) <= tolerance) continue;
      different += 1;
      break;
    }
  }
  return different;
}
