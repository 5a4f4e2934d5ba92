import type { ElementsInImage } from '@tintype/core';

/** Difference of both scales, from rounding a page to whole pixels. */
const tolerance = 0.01;

/**
 * Returns the elements beside a stored image. Parameters of finished requests are not stored: the
 * image must have the proportions of the whole page, or places are not known.
 */
export async function storedElements(
  json: Uint8Array | undefined,
  image: Uint8Array,
): Promise<ElementsInImage | undefined> {
  if (!json) return undefined;
  const { sharp } = await import('@tintype/core/sharp');
  const page = pageSize(json);
  const { width, height } = await sharp(image).metadata();
  const scale = width / page.width;
  const isWhole = Math.abs(height / page.height / scale - 1) < tolerance;
  return scale > 0 && isWhole ? { json, scale } : undefined;
}

function pageSize(json: Uint8Array): { width: number; height: number } {
  try {
    const { width = 0, height = 0 } = JSON.parse(new TextDecoder().decode(json));
    return { width: Number(width), height: Number(height) };
  } catch {
    return { width: 0, height: 0 };
  }
}
