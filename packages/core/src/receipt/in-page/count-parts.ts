import { openTrees } from '../../page/in-page/trees.ts';
import { isVisible, ownElements, ownOf } from '../../page/in-page/own-nodes.ts';

/** Displayed images that are not visible. */
export interface ImageCounts {
  broken: number;
  loading: number;
  lazy: number;
  /** URLs of the first broken ones. */
  first: string[];
}

/** Counts the first 3,000 images of a page. */
export function countImages(): ImageCounts {
  const counts: ImageCounts = { broken: 0, loading: 0, lazy: 0, first: [] };
  let left = 3000;
  for (const tree of openTrees()) {
    for (const image of ownElements<HTMLImageElement>(tree, 'img')) {
      if (left-- === 0) return counts;
      if (image.namespaceURI !== 'http://www.w3.org/1999/xhtml') continue;
      if (!isVisible(image, { opacityProperty: true, visibilityProperty: true })) continue;
      const state = imageState(image);
      if (state === 'shown') continue;
      counts[state] += 1;
      if (state !== 'broken' || counts.first.length >= 5) continue;
      counts.first.push((image.currentSrc || image.src).slice(0, 200));
    }
  }
  return counts;
}

export function imageState(image: HTMLImageElement): 'shown' | 'broken' | 'loading' | 'lazy' {
  // Tracking pixels are not images that a reader misses.
  if (image.width <= 2 && image.height <= 2 && image.hasAttribute('width')) return 'shown';
  const address = image.currentSrc || image.src;
  if (address === '')
    return image.matches('[data-src], [data-lazy-src], [data-srcset], [data-original]')
      ? 'lazy'
      : 'shown';
  if (!image.complete) return image.loading === 'lazy' ? 'lazy' : 'loading';
  if (image.naturalWidth > 0) return 'shown';
  // An image without an intrinsic size, such as SVG, has one from its styles.
  const [entry] = performance.getEntriesByName(address, 'resource').slice(-1);
  const { responseStatus = 0 } = (entry ?? {}) as Partial<PerformanceResourceTiming>;
  const isVector = /\.svg(?:[?#]|$)|^data:image\/svg/i.test(address.slice(0, 2000));
  return isVector && (responseStatus === 200 || address.startsWith('data:')) ? 'shown' : 'broken';
}

/** Counts web font families that failed, of the first 2,000 faces. */
export function countFonts(): { count: number; first: string[] } {
  const families = new Set<string>();
  let left = 2000;
  for (const { status, family } of ownOf(document, 'fonts')) {
    if (left-- === 0) break;
    if (status === 'error') families.add(family.slice(0, 60).replace(/^["']|["']$/g, ''));
  }
  return { count: families.size, first: [...families].slice(0, 5) };
}

/** Counts requests of the document and of frames of its origin, as far as Chromium records them. */
export function countResources(): { made: number; failed: number } {
  const counts = { made: 1, failed: 0 };
  for (const tree of openTrees()) {
    for (const entry of viewOf(tree)?.performance.getEntriesByType('resource') ?? []) {
      counts.made += 1;
      if ((entry as PerformanceResourceTiming).responseStatus >= 400) counts.failed += 1;
    }
  }
  return counts;
}

/** Returns the window of a document; null for a shadow tree. */
export function viewOf(tree: Node): Window | null {
  const isDocument = ownOf(tree, 'nodeType') === 9;
  return isDocument ? ownOf(tree as Document, 'defaultView') : null;
}
