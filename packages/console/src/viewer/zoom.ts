/** Bounds of a zoom: pixels of the window for one of the image. */
const bounds = { least: 0.05, most: 8 };

const step = 1.25;

/** Returns the next zoom for a key: a number, `fit`, or undefined for other keys. */
export function zoomOfKey(key: string, zoom: number): number | 'fit' | undefined {
  if (key === '+' || key === '=') return boundedZoom(zoom * step);
  if (key === '-') return boundedZoom(zoom / step);
  if (key === '0') return 'fit';
  return key === '1' ? 1 : undefined;
}

/** Returns the zoom after a wheel moved by some pixels. */
export function zoomOfWheel(deltaY: number, zoom: number): number {
  // A notch of a wheel is 100 or more; a pinch on a trackpad, a few.
  const moved = Math.max(-100, Math.min(100, deltaY));
  return boundedZoom(zoom * step ** (-moved / 50));
}

export function boundedZoom(zoom: number): number {
  return Math.min(bounds.most, Math.max(bounds.least, zoom));
}

/**
 * Returns the scroll position that keeps a point in its place.
 * @param offset - place of the point in the window of the scroller, in px
 */
export function scrollAfter(scroll: number, offset: number, ratio: number): number {
  return (scroll + offset) * ratio - offset;
}
