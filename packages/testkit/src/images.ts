import sharp from 'sharp';
import { COLOURS, type Colour } from './colour.ts';

export function solidImage(colour: Colour, width = 40, height = 40): Promise<Uint8Array> {
  const [r, g, b, alpha] = colour;
  const background = { r, g, b, alpha: alpha / 255 };
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
}

/** A PNG of four quarters: red, green, blue, yellow, from the top left in reading order. */
export function quadrantImage(width = 80, height = 80): Promise<Uint8Array> {
  const quarters = [COLOURS.red, COLOURS.green, COLOURS.blue, COLOURS.yellow];
  return rawImage(width, height, (x, y) => {
    const index = (x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2);
    return quarters[index] ?? COLOURS.black;
  });
}

function rawImage(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
): Promise<Uint8Array> {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(colourAt(x, y), (y * width + x) * 4);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
