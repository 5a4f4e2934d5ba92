import { sharp } from '@tintype/core/sharp';

/** Maximum length of the longer side, in pixels: models see no more. */
const previewPx = 1_000;

/** Maximum ratio of height to width: nothing is readable in the preview of a taller page. */
const tallest = 3;

/** A preview image of bounded size. */
export interface Preview {
  type: 'image';
  data: string;
  mimeType: string;
}

/** A preview, and a sentence about omitted parts; empty if it shows everything. */
export interface PreviewOf {
  preview: Preview;
  width: number;
  height: number;
  note: string;
}

/** Creates a JPEG of at most 1,000 pixels on its longer side, cut at the bottom. */
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
