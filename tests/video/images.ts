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
  const colours = (x: number) => patches[Math.floor(x / stripe)]!;
  return image(width, height, as, () => colours);
}

/** White with a black square at a place that tells the number of the frame. */
export function numbered(
  width: number,
  height: number,
  number: number,
  as: Encoding,
): Promise<Buffer> {
  const left = squareLeft(number);
  const black: Rgb = [0, 0, 0];
  const white: Rgb = [255, 255, 255];
  const through = (x: number) => (x >= left && x < left + squareSide ? black : white);
  const beside = () => white;
  return image(width, height, as, (y) => (y >= 8 && y < 8 + squareSide ? through : beside));
}

export const squareSide = 16;

/** Left edge of the square in a frame. */
export function squareLeft(number: number): number {
  return 4 + number * 4;
}

/** Noise, which no JPEG makes small. */
export async function noisy(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width, height, channels: 3, background: 'black', noise } as const;
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer();
}

/** A JPEG of a given size that decodes as fast as before: comments are added to it. */
export function padded(jpeg: Buffer, bytes: number): Buffer {
  const [marker, comment] = [jpeg.subarray(0, 2), Buffer.alloc(65_000, 0x20)];
  comment.set([0xff, 0xfe, (65_000 - 2) >> 8, (65_000 - 2) & 0xff]);
  const comments = Array<Buffer>(Math.ceil(bytes / comment.byteLength)).fill(comment);
  return Buffer.concat([marker, ...comments, jpeg.subarray(2)]);
}

async function image(
  width: number,
  height: number,
  as: Encoding,
  coloursOf: (y: number) => (x: number) => Rgb,
): Promise<Buffer> {
  const rows = new Map<(x: number) => Rgb, Buffer>();
  const rowOf = (y: number) => {
    const colours = coloursOf(y);
    const row =
      rows.get(colours) ?? Buffer.from(Array.from({ length: width }, (_, x) => colours(x)).flat());
    rows.set(colours, row);
    return row;
  };
  const pixels = Buffer.concat(Array.from({ length: height }, (_, y) => rowOf(y)));
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  return as === 'png' ? image.png().toBuffer() : image.jpeg({ quality: 92 }).toBuffer();
}
