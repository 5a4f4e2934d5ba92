import sharp from 'sharp';

/** Names of the top-level boxes of an mp4 or mov, in order. */
export function boxNames(file: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= file.byteLength;) {
    const bytes = file.readUInt32BE(at);
    names.push(file.toString('latin1', at + 4, at + 8));
    at += bytes === 1 ? Number(file.readBigUInt64BE(at + 8)) : bytes;
  }
  return names;
}

/** Metadata of an animation by sharp. */
export interface AnimationInfo {
  width: number;
  height: number;
  /** Milliseconds. */
  delays: number[];
  /** 0 is for ever. */
  loop: number;
  /** RGB of each image. */
  images: Buffer[];
}

export async function readAnimation(file: Buffer): Promise<AnimationInfo> {
  const info = await sharp(file, { animated: true }).metadata();
  // A single image has no pages.
  const { width, pageHeight = info.height, delay = [0], loop = -1 } = info;
  const pixels = await sharp(file, { animated: true }).removeAlpha().raw().toBuffer();
  const bytes = width * pageHeight * 3;
  const images = delay.map((_one, index) => pixels.subarray(index * bytes, (index + 1) * bytes));
  return { width, height: pageHeight, delays: delay, loop, images };
}
