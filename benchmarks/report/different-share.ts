import sharp from 'sharp';

/** Two encodings of one image differ by less than this, of 255. */
const noise = 32;

/** Share of the pixels, 0 to 1, in which two images differ; 1 where they have different sizes. */
export async function differentShare(one: Uint8Array, other: Uint8Array): Promise<number> {
  const read = (image: Uint8Array) => sharp(image).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([read(one), read(other)]);
  if (a.length !== b.length) return 1;
  let different = 0;
  for (let at = 0; at < a.length; at += 3) {
    for (let part = at; part < at + 3; part += 1) {
      if (Math.abs(a[part]! - b[part]!) <= noise) continue;
      different += 1;
      break;
    }
  }
  return different / (a.length / 3);
}
