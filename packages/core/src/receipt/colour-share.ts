import { sharp } from '../sharp.ts';

/** Width of the inspected image. Thin letters still have more than one shade in it. */
const widthPx = 480;

/** Variation that JPEG causes within one colour. */
const tolerance = 4;

/** Returns the share of the most frequent colour. Transparent pixels count as white. */
export async function colourShare(image: Uint8Array): Promise<number> {
  const { data, info } = await sharp(image, { limitInputPixels: false })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: widthPx, height: 4000, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const counts = new Map<number, number>();
  for (let at = 0; at + 2 < data.length; at += channels) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [max] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  let same = 0;
  for (const [colour, count] of counts) if (isNear(colour, max)) same += count;
  const total = data.length / channels;
  return total === 0 ? 1 : same / total;
}

function isNear(one: number, other: number): boolean {
  return [16, 8, 0].every(
    (shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= tolerance,
  );
}
