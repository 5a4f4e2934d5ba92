import {
  isVisible,
  maxAncestors,
  ownBox,
  ownElements,
  ownMatches,
  ownOf,
  ownParent,
  ownShadow,
} from '../../page/in-page/own-nodes.ts';
import { readLabels } from './find-controls.ts';
import { readShown } from './read-shown.ts';

/** A layer over the middle of a page. */
export interface LayerSign {
  text: string;
  isLong: boolean;
  /** Share of the window that it covers, 0 to 1. */
  share: number;
  /** True if it hides the page behind it. */
  isOpaque: boolean;
  /** True if it, or something behind it, covers the window, so that nothing else can be clicked. */
  covers: boolean;
  /** True if the page behind it cannot be scrolled. */
  locked: boolean;
  passwords: number;
  /** Fields for a date. */
  dates: number;
  buttons: string[];
  /** Number of characters of the page outside the layer; at most 2,000. */
  behind: number;
}

/** Returns the layer over the middle of the window, where a reader looks first. */
export function findLayer(): LayerSign | undefined {
  const points: [number, number][] = [
    [0.5, 0.5],
    [0.5, 0.3],
    [0.5, 0.75],
  ];
  for (const [x, y] of points) {
    const layer = layerAt(innerWidth * x, innerHeight * y);
    if (layer) return describeLayer(layer);
  }
  return undefined;
}

/** Returns the outermost element at a point that is positioned over the page. */
export function layerAt(x: number, y: number): Element | undefined {
  let found: Element | undefined;
  let at = Document.prototype.elementFromPoint.call(document, x, y);
  const [root, body] = [ownOf(document, 'documentElement'), ownOf(document, 'body')];
  let left = maxAncestors;
  for (; at && at !== body && at !== root && left-- > 0; at = ownParent(at)) {
    const { position, zIndex } = getComputedStyle(at);
    const isDialog = ownMatches(at, 'dialog[open], [role="dialog"], [aria-modal="true"]');
    if (isDialog || position === 'fixed' || (position === 'absolute' && Number(zIndex) >= 10)) {
      found = at;
    }
  }
  return found;
}

export function describeLayer(layer: Element): LayerSign {
  const inside: Element | ShadowRoot = ownShadow(layer) ?? layer;
  const box = ownBox(layer);
  const width = Math.max(0, Math.min(box.right, innerWidth) - Math.max(box.left, 0));
  const height = Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0));
  const share = (width * height) / (innerWidth * innerHeight);
  const corner = layerAt(4, innerHeight * 0.5);
  const { text, isLong } = readShown(inside, 2000);
  const styles = [ownOf(document, 'documentElement'), ownOf(document, 'body') as Element | null]
    .filter((each) => each !== null)
    .map((each) => getComputedStyle(each));
  return {
    text,
    isLong,
    share,
    isOpaque: isOpaque(layer),
    covers: share >= 0.9 || corner !== undefined,
    locked: styles.some(
      ({ overflowY, position }) => /^(?:hidden|clip)$/.test(overflowY) || position === 'fixed',
    ),
    passwords: ownElements(inside, 'input[type="password" i]').length,
    dates: ownElements(
      inside,
      'select, input[type="date" i], input[name*="year" i], input[name*="birth" i], input[placeholder*="YYYY" i]',
    ).length,
    buttons: readLabels(inside),
    behind: textBehind(layer),
  };
}

export function isOpaque(layer: Element): boolean {
  const { backgroundColor, backgroundImage, opacity } = getComputedStyle(layer);
  const [, , , alpha = 1] = (backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
  return Number(opacity) > 0.97 && (alpha > 0.97 || /url\(/.test(backgroundImage));
}

/** Returns the number of characters of the page outside a layer; at most 2,000. */
export function textBehind(layer: Element): number {
  const walker = Document.prototype.createTreeWalker.call(
    document,
    ownOf(document, 'body') ?? document,
    4,
  );
  let length = 0;
  let left = 3000;
  for (let node = walker.nextNode(); node && left-- > 0; node = walker.nextNode()) {
    const { data, parentElement: parent } = node as Text;
    if (!/\S/.test(data.slice(0, 1000)) || !parent || Node.prototype.contains.call(layer, parent))
      continue;
    if (/^(?:script|style|noscript|template|title|textarea)$/.test(parent.localName)) continue;
    if (isVisible(parent, { visibilityProperty: true })) length += data.trim().length;
    if (length > 2000) return 2000;
  }
  return length;
}
