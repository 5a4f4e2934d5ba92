/** A part of an image, in pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Returns the smallest rectangle that contains every pixel in which two images differ.
 * @param pixels - RGB or RGBA, row after row without gaps; and so `before`.
 * @returns undefined when they are the same.
 */
export function changedArea(
  pixels: Buffer,
  before: Buffer,
  { width, channels }: { width: number; channels: number },
): Area | undefined {
  const stride = width * channels;
  const rows = pixels.byteLength / stride;
  const isSameRow = (row: number) =>
    pixels.compare(before, row * stride, (row + 1) * stride, row * stride, (row + 1) * stride) ===
    0;
  let top = 0;
  while (top < rows && isSameRow(top)) top += 1;
  if (top === rows) return undefined;
  let bottom = rows - 1;
  while (isSameRow(bottom)) bottom -= 1;
  let first = stride;
  let last = -1;
  for (let row = top; row <= bottom; row += 1) {
    const start = row * stride;
    let at = 0;
    // Only pixels that would widen the rectangle are compared.
    while (at < first && pixels[start + at] === before[start + at]) at += 1;
    first = Math.min(first, at);
    at = stride - 1;
    while (at > last && pixels[start + at] === before[start + at]) at -= 1;
    last = Math.max(last, at);
  }
  const left = Math.floor(first / channels);
  return { left, top, width: Math.floor(last / channels) - left + 1, height: bottom - top + 1 };
}
