import sharp from 'sharp';
import { createRandom } from './create-random.ts';

const [width, height] = [160, 100];

/** A photo-like image: spots of colour on a gradient, with grain. */
function pixels(seed: number): Buffer {
  const random = createRandom(seed * 7_919 + 1);
  const spots = Array.from({ length: 8 }, () => ({
    x: random() * width,
    y: random() * height,
    size: 10 + random() * 30,
    colour: [random() * 255, random() * 255, random() * 255],
  }));
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const spot = spots.find((one) => Math.hypot(x - one.x, y - one.y) < one.size);
    for (let channel = 0; channel < 3; channel += 1) {
      const value = spot?.colour[channel] ?? (x + y * channel) % 256;
      data[at * 3 + channel] = Math.min(255, value * 0.9 + random() * 25);
    }
  }
  return data;
}

const photoCount = 6;

/** Files that pages show: photos, icons, an animated GIF and style sheets. */
export async function makeAssets(): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>([
    ['page.css', Buffer.from('.tintype-shop{outline:3px solid #06c}')],
    ['noise.css', Buffer.from('.noise-styled{color:#084}')],
  ]);
  const raw = { width, height, channels: 3 as const };
  const photos = Array.from({ length: photoCount }, (_, seed) => pixels(seed));
  for (const [at, photo] of photos.entries()) {
    const image = sharp(photo, { raw });
    files.set(`photo-${at}.png`, await image.clone().png().toBuffer());
    files.set(`icon-${at}.png`, await image.clone().resize(16, 16).png().toBuffer());
  }
  const frames = { ...raw, height: height * 3, pageHeight: height };
  const moving = sharp(Buffer.concat(photos.slice(0, 3)), { raw: frames });
  files.set('moving.gif', await moving.gif({ delay: [90, 90, 90] }).toBuffer());
  return files;
}
