import { isVisible, ownElements } from '../../../page/in-page/own-nodes.ts';
import { passFrames } from '../../../page/in-page/page-waits.ts';
import { isInView, openTrees } from '../../../page/in-page/trees.ts';

/** Maximum number of canvases outside the window that are compared. */
export const canvasLimit = 20;

/**
 * Waits for several frames.
 * @returns whether anything changed outside of the window, which no image of it shows: elements, or
 *   the pixels of a canvas
 */
export async function movesOutside(frameCount: number): Promise<boolean> {
  let hasChanged = false;
  const observer = new MutationObserver((records) => {
    hasChanged ||= records.some(isChangeOutside);
  });
  for (const tree of openTrees()) {
    observer.observe(tree, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
    });
  }
  const before = await sampleCanvases();
  await passFrames(frameCount);
  const after = await sampleCanvases();
  hasChanged ||= observer.takeRecords().some(isChangeOutside);
  observer.disconnect();
  return hasChanged || after.some((pixels, at) => pixels !== (before[at] ?? pixels));
}

export function isChangeOutside({
  type,
  target,
  attributeName,
  oldValue,
}: MutationRecord): boolean {
  const element = target.nodeType === 1 ? (target as Element) : target.parentElement;
  if (!element || !isVisible(element) || isInView(element, true)) return false;
  if (type === 'characterData') return target.nodeValue !== oldValue;
  return attributeName === null || element.getAttribute(attributeName) !== oldValue;
}

/** Reads canvases outside the window in a frame: WebGL may discard its pixels when it ends. */
export function sampleCanvases(): Promise<string[]> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const canvases = openTrees().flatMap((tree) => [
        ...ownElements<HTMLCanvasElement>(tree, 'canvas'),
      ]);
      const outside = canvases.filter((canvas) => isVisible(canvas) && !isInView(canvas));
      resolve(outside.slice(0, canvasLimit).map(sampleCanvas));
    });
    setTimeout(() => resolve([]), 200);
  });
}

/** Returns a digest of the pixels; a canvas with images of other origins cannot be read. */
export function sampleCanvas(canvas: HTMLCanvasElement): string {
  const width = Math.min(canvas.width, 200);
  const height = Math.min(canvas.height, 200);
  const brush = new OffscreenCanvas(width || 1, height || 1).getContext('2d', {
    willReadFrequently: true,
  });
  try {
    brush?.drawImage(canvas, 0, 0, width, height);
    return brush?.getImageData(0, 0, width || 1, height || 1).data.join() ?? '';
  } catch {
    return '';
  }
}
