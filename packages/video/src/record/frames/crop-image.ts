import { sharp } from '@tintype/core/sharp';
import type { Sharp } from 'sharp';
import type { Crop } from './frame-area.ts';
import type { ImageSize } from './image-size.ts';

/** Cuts a part out of an image. At a quality where what the encoder of the video loses decides. */
export async function cropImage(image: Uint8Array, crop: Crop): Promise<Uint8Array> {
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
