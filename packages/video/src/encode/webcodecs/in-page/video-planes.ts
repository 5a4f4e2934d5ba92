export interface PlaneLayout {
  offset: number;
  stride: number;
}

/** Sizes of image and video; the video may be one pixel larger each way. */
export interface PlaneSizes {
  width: number;
  height: number;
  videoWidth: number;
  videoHeight: number;
}

/**
 * Converts the planes of a JPEG (4:2:0, full range, BT.601) into those of a video (4:2:0, limited
 * range, BT.709). Both steps are linear, so that one matrix does it, and the chroma of four pixels
 * changes their luma by the same amount.
 *
 * Self-contained: it is sent to the page as source.
 */
export function planesOfJpeg(
  source: Uint8Array,
  [luma, blue, red]: readonly [PlaneLayout, PlaneLayout, PlaneLayout],
  { width, height, videoWidth, videoHeight }: PlaneSizes,
  target: Uint8ClampedArray,
): void {
  // Y' = Y + lb Cb + lr Cr; Cb' = bb Cb + br Cr; Cr' = rb Cb + rr Cr, from the definitions in
  // BT.601 and BT.709.
  const lb = -0.344136 * 0.7152 + 1.772 * 0.0722;
  const lr = 1.402 * 0.2126 - 0.714136 * 0.7152;
  const [bb, br] = [(1.772 - lb) / 1.8556, -lr / 1.8556];
  const [rb, rr] = [-lb / 1.5748, (1.402 - lr) / 1.5748];
  const [lumaScale, chromaScale] = [219 / 255, 224 / 255];

  const chromaWidth = videoWidth / 2;
  const blueStart = videoWidth * videoHeight;
  const redStart = blueStart + chromaWidth * (videoHeight / 2);
  for (let row = 0; row < videoHeight / 2; row += 1) {
    const upper = luma.offset + 2 * row * luma.stride;
    const lower = 2 * row + 1 < height ? upper + luma.stride : upper;
    const blueRow = blue.offset + row * blue.stride;
    const redRow = red.offset + row * red.stride;
    for (let column = 0; column < chromaWidth; column += 1) {
      const cb = source[blueRow + column]! - 128;
      const cr = source[redRow + column]! - 128;
      const shift = 16 + lumaScale * (lb * cb + lr * cr);
      const left = 2 * column;
      const right = left + 1 < width ? left + 1 : left;
      const at = 2 * row * videoWidth + left;
      target[at] = shift + lumaScale * source[upper + left]!;
      target[at + 1] = shift + lumaScale * source[upper + right]!;
      target[at + videoWidth] = shift + lumaScale * source[lower + left]!;
      target[at + videoWidth + 1] = shift + lumaScale * source[lower + right]!;
      const chroma = row * chromaWidth + column;
      target[blueStart + chroma] = 128 + chromaScale * (bb * cb + br * cr);
      target[redStart + chroma] = 128 + chromaScale * (rb * cb + rr * cr);
    }
  }
}

/** The same from RGBA, for images that Chromium does not provide as planes. */
export function planesOfRgba(
  source: Uint8Array,
  { width, height, videoWidth, videoHeight }: PlaneSizes,
  target: Uint8ClampedArray,
): void {
  const chromaWidth = videoWidth / 2;
  const blueStart = videoWidth * videoHeight;
  const redStart = blueStart + chromaWidth * (videoHeight / 2);
  for (let row = 0; row < videoHeight; row += 2) {
    for (let column = 0; column < videoWidth; column += 2) {
      let blueSum = 0;
      let redSum = 0;
      for (let corner = 0; corner < 4; corner += 1) {
        const y = row + (corner >> 1);
        const x = column + (corner & 1);
        const from = 4 * (Math.min(y, height - 1) * width + Math.min(x, width - 1));
        const r = source[from]!;
        const b = source[from + 2]!;
        const value = 0.2126 * r + 0.7152 * source[from + 1]! + 0.0722 * b;
        target[y * videoWidth + x] = 16 + (219 / 255) * value;
        blueSum += (b - value) / 1.8556;
        redSum += (r - value) / 1.5748;
      }
      const chroma = (row / 2) * chromaWidth + column / 2;
      target[blueStart + chroma] = 128 + (224 / 255) * (blueSum / 4);
      target[redStart + chroma] = 128 + (224 / 255) * (redSum / 4);
    }
  }
}
