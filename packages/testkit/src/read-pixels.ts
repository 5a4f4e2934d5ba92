import sharp from 'sharp';
import { isClose, type Colour } from './colour.ts';

/** A rectangle in pixels of an image. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A decoded image. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** What sharp recognised: `jpeg`, `png`, `webp`, `gif`. */
  readonly format: string;
  /** One pixel. Throws outside the image. */
  at(x: number, y: number): Colour;
  /** How many pixels of the area (default: all) are within `tolerance` of the colour. */
  count(colour: Colour, tolerance?: number, area?: Area): number;
  /** Says where the area (default: all) first differs from the colour; undefined where it never does. */
  firstMismatch(colour: Colour, tolerance?: number, area?: Area): string | undefined;
  /** Throws what {@link DecodedImage.firstMismatch} says. */
  expectSolid(colour: Colour, tolerance?: number, area?: Area): void;
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
  const firstMismatch = (colour: Colour, tolerance = 0, area = everything) => {
    for (const [x, y] of pixelsOf(area)) {
      const found = at(x, y);
      if (!isClose(found, colour, tolerance))
        return `at ${x},${y}: expected ${colour.join(' ')}, came ${found.join(' ')}`;
    }
    return undefined;
  };
  return {
    width,
    height,
    format,
    at,
    firstMismatch,
    count(colour, tolerance = 0, area = everything) {
      let found = 0;
      for (const [x, y] of pixelsOf(area)) if (isClose(at(x, y), colour, tolerance)) found += 1;
      return found;
    },
    expectSolid(colour, tolerance, area) {
      const mismatch = firstMismatch(colour, tolerance, area);
      if (mismatch !== undefined) throw new Error(mismatch);
    },
  };
}

function* pixelsOf(area: Area): Generator<[x: number, y: number]> {
  for (let y = area.y; y < area.y + area.height; y += 1)
    for (let x = area.x; x < area.x + area.width; x += 1) yield [x, y];
}
