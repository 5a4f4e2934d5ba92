import { sharp } from '@tintype/core/sharp';
import type { Sharp } from 'sharp';
import type { Area } from '../../encode/animation/changed-area.ts';

/** Width and height in px. */
export interface ImageSize {
  width: number;
  height: number;
}

const pngSignature = 0x89504e47;

/** Reads the size out of the head of a JPEG or PNG; nothing when it is neither. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength >= 24 && view.getUint32(0) === pngSignature) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    // ITU-T T.81, table B.1: SOF0 to SOF15 without C4, C8 and CC.
    const isFrame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xc4, 0xc8, 0xcc].includes(marker & 0xff);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker >>> 8 !== 0xff) return undefined;
  }
  return undefined;
}

/** Cuts a part out of an image. At a quality where what the encoder of the video loses decides. */
export async function cropImage(image: Uint8Array, crop: Area): Promise<Uint8Array> {
  return encode(image, sharp(image).extract(crop));
}

/** Brings an image to a size. */
export async function resizeImage(image: Uint8Array, size: ImageSize): Promise<Uint8Array> {
  return encode(image, sharp(image).resize({ ...size, fit: 'fill' }));
}

async function encode(original: Uint8Array, changed: Sharp): Promise<Uint8Array> {
  const { format } = await sharp(original).metadata();
  return format === 'png'
    ? changed.png({ compressionLevel: 1 }).toBuffer()
    : changed.jpeg({ quality: 97 }).toBuffer();
}
