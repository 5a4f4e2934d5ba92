import { sharp } from '@tintype/core/sharp';

/** The longer side of what an agent is shown, in pixels: models look at no more. */
const previewPx = 1_000;

/**
 * The part of a tall page that a preview shows: three times as high as wide; beyond that nothing
 * can be read.
 */
const tallest = 3;

/** A preview image: bounded, whatever the size of the original. */
export interface Preview {
  type: 'image';
  data: string;
  mimeType: string;
}

/** Parts omitted from a preview, as a sentence; empty if it shows everything. */
export interface PreviewOf {
  preview: Preview;
  width: number;
  height: number;
  note: string;
}

/**
 * Makes the preview of an image: at most 1,000 pixels on its longer side, as JPEG. Of a very tall
 * one it shows the top.
 */
export async function previewOf(image: Uint8Array): Promise<PreviewOf> {
  const { width, height } = await sharp(image).metadata();
  const shown = Math.min(height, width * tallest);
  const data = await sharp(image)
    .extract({ left: 0, top: 0, width, height: shown })
    .resize({ width: previewPx, height: previewPx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer();
  return {
    preview: { type: 'image', data: data.toString('base64'), mimeType: 'image/jpeg' },
    width,
    height,
    note: shown < height ? `The preview shows the top ${shown} of ${height} pixels.` : '',
  };
}
