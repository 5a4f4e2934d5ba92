import sharp from 'sharp';

/** Images as Chromium gives them: JPEG with 4:2:0 colours and full range, or PNG. */
export type Encoding = 'jpeg' | 'png';

type Rgb = readonly [number, number, number];

/** Colours whose planes all differ, in vertical stripes of equal width. */
export const patches: readonly Rgb[] = [
  [220, 30, 40],
  [30, 180, 60],
  [40, 60, 220],
  [128, 128, 128],
  [255, 255, 255],
  [0, 0, 0],
];

/** Stripes of {@link patches}. */
export function striped(width: number, height: number, as: Encoding): Promise<Buffer> {
  const stripe = width / patches.length;
  return image(width, height, as, (x) => patches[Math.floor(x / stripe)]!);
}

/** White with a black square at a place that tells the number of the frame. */
export function numbered(
  width: number,
  height: number,
  number: number,
  as: Encoding,
): Promise<Buffer> {
  const left = squareLeft(number);
  return image(width, height, as, (x, y) => {
    const isInside = x >= left && x < left + squareSide && y >= 8 && y < 8 + squareSide;
    return isInside ? [0, 0, 0] : [255, 255, 255];
  });
}

export const squareSide = 16;

/** Where the square of a frame begins. */
export function squareLeft(number: number): number {
  return 4 + number * 4;
}

/** Noise, which no JPEG makes small. */
export async function noisy(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width, height, channels: 3, background: 'black', noise } as const;
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer();
}

async function image(
  width: number,
  height: number,
  as: Encoding,
  colourAt: (x: number, y: number) => Rgb,
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(colourAt(x, y), (y * width + x) * 3);
  }
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  return as === 'png' ? image.png().toBuffer() : image.jpeg({ quality: 92 }).toBuffer();
}
