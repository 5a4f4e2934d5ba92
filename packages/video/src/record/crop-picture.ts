import { sharp } from '@tintype/core/sharp';
import type { Sharp } from 'sharp';
import type { Crop } from './frame-area.ts';
import type { PictureSize } from './picture-size.ts';

/** Cuts a part out of a picture. At a quality where what the encoder of the video loses decides. */
export async function cropPicture(picture: Uint8Array, crop: Crop): Promise<Uint8Array> {
  return encode(picture, sharp(picture).extract(crop));
}

/** Brings a picture to a size. */
export async function resizePicture(picture: Uint8Array, size: PictureSize): Promise<Uint8Array> {
  return encode(picture, sharp(picture).resize({ ...size, fit: 'fill' }));
}

async function encode(original: Uint8Array, changed: Sharp): Promise<Uint8Array> {
  const { format } = await sharp(original).metadata();
  return format === 'png'
    ? changed.png({ compressionLevel: 1 }).toBuffer()
    : changed.jpeg({ quality: 97 }).toBuffer();
}
