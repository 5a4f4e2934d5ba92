import { documentElementAs } from './find-scroller.ts';
import { isVisible, maxAncestors, ownBox, ownElements, ownOf, ownParent } from './own-nodes.ts';

/** Edges in the window, in CSS pixels. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The constraints of an element on its descendants. */
export interface Surround {
  /** Overflow outside is clipped. */
  clip: Edges;
  /** Share that opacity, filters and clip paths leave, 0 to 1. */
  share: number;
  /** Colour behind it. */
  backdrop: string;
}

/** Painted area of an element and 200 inside it, weighed by opacity, filters and clip paths. */
export function paintedAreas(element: Element): number[] {
  const surrounds = new Map<Element, Surround>();
  const around = surroundOf(element);
  return [element, ...[...ownElements(element, '*')].slice(0, 200)].map((each) => {
    const within = surrounds.get(ownParent(each) as Element) ?? around;
    const style = getComputedStyle(each);
    const box = ownBox(each);
    const share =
      within.share *
      Number(style.opacity) *
      filterShare(style.filter) *
      clipShare(style.clipPath, box) *
      maskShare(style) *
      transformShare(each, style);
    const hasBackground = !isTransparent(style.backgroundColor);
    const backdrop = hasBackground ? style.backgroundColor : within.backdrop;
    const { overflowX, overflowY } = style;
    const isCut = overflowX !== 'visible' || overflowY !== 'visible';
    surrounds.set(each, { clip: isCut ? cut(within.clip, box) : within.clip, share, backdrop });
    if (share === 0 || !isVisible(each, { visibilityProperty: true })) return 0;
    const { left, top, right, bottom } = cut(within.clip, box);
    const isFilled = backdrop !== within.backdrop || style.backgroundImage !== 'none';
    const { webkitTextFillColor: color } = style;
    const isWritten = color !== backdrop && !isTransparent(color) && hasText(each);
    // Images and lines are always seen; a box without either holds others together.
    const ink = 0.1 + Number(isFilled) + Number(isWritten) + Number(isReplaced(each));
    return Math.max(0, right - left) * Math.max(0, bottom - top) * share * ink;
  });
}

/** Returns whether more is painted: counts elements of which a quarter appeared or disappeared. */
export function isMorePainted(before: readonly number[], after: readonly number[]): boolean {
  let gain = 0;
  for (const [index, area] of after.entries()) {
    const was = before[index] ?? 0;
    if (Math.min(area, was) < Math.max(area, was) * 0.75 - 4) gain += area - was;
  }
  return gain > 0;
}

export function surroundOf(element: Element): Surround {
  const root = documentElementAs('documentElement');
  // Beyond the left and upper edge nothing can be seen; no capture scrolls to the right.
  const right = (root ? ownOf(root, 'clientWidth') : innerWidth) - scrollX;
  let clip = { left: -scrollX, top: -scrollY, right, bottom: Infinity };
  let backdrop = '';
  let left = maxAncestors;
  for (let at = ownParent(element); at && left-- > 0; at = ownParent(at)) {
    const { overflowX, overflowY, backgroundColor } = getComputedStyle(at);
    if (backdrop === '' && !isTransparent(backgroundColor)) backdrop = backgroundColor;
    if (at === root || at === ownOf(document, 'body')) continue;
    if (overflowX !== 'visible' || overflowY !== 'visible') clip = cut(clip, ownBox(at));
  }
  return { clip, share: 1, backdrop: backdrop || 'rgb(255, 255, 255)' };
}

export function cut(edges: Edges, by: Edges): Edges {
  return {
    left: Math.max(edges.left, by.left),
    top: Math.max(edges.top, by.top),
    right: Math.min(edges.right, by.right),
    bottom: Math.min(edges.bottom, by.bottom),
  };
}

export function isTransparent(color: string): boolean {
  return /^rgba\(.*, 0\)$/.test(color);
}

export function hasText(element: Element): boolean {
  for (const node of ownOf(element, 'childNodes')) {
    if (ownOf(node, 'nodeType') === 3 && /\S/.test((node as Text).data)) return true;
  }
  return false;
}

export function isReplaced(element: Element): boolean {
  const name = ownOf(element, 'localName');
  return /^(?:img|canvas|video|i?frame|object|embed|path|rect|circle|line|text)$/.test(name);
}

/** Returns the share that a transform leaves: 0 for a hidden back face, half if moved away. */
export function transformShare(element: Element, style: CSSStyleDeclaration): number {
  const { backfaceVisibility, transform, rotate } = style;
  if (transform === 'none' && rotate === 'none') return 1;
  const matrix = new DOMMatrix(transform === 'none' ? '' : transform);
  const { m41: x, m42: y } = matrix;
  const [, axis = '', degrees = '0'] = /^([xy]) ([-\d.]+)deg$/.exec(rotate) ?? [];
  if (axis) {
    matrix.rotateAxisAngleSelf(axis === 'x' ? 1 : 0, axis === 'y' ? 1 : 0, 0, Number(degrees));
  }
  if (backfaceVisibility === 'hidden' && matrix.m33 < 0) return 0;
  const width = ownOf(element as HTMLElement, 'offsetWidth') as number | undefined;
  const height = ownOf(element as HTMLElement, 'offsetHeight') as number | undefined;
  const stays = (distance: number, size = 0) =>
    size > 0 ? Math.max(0, 1 - Math.abs(distance) / size) : 1;
  return 0.5 + 0.5 * stays(x, width) * stays(y, height);
}

/** Returns the share that filters leave; what is blurred by a pixel or more counts half. */
export function filterShare(filter: string): number {
  let share = 1;
  for (const [, name, value = ''] of filter.matchAll(/(opacity|blur|brightness)\(([\d.]+)/g)) {
    if (name === 'opacity') share *= Number(value);
    else if (name === 'blur') share *= Number(value) >= 1 ? 0.5 : 1;
    else if (Number(value) < 0.5) share *= Number(value);
  }
  return share;
}

/** Returns the share of a box that a basic shape leaves; 1 for a path. */
export function clipShare(clipPath: string, box: { width: number; height: number }): number {
  const [, shape, inner = ''] = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/.exec(clipPath) ?? [];
  const { width, height } = box;
  if (shape === undefined || width === 0 || height === 0) return 1;
  const length = (value = '0', whole: number) =>
    value.endsWith('%') ? (parseFloat(value) / 100) * whole : parseFloat(value);
  const [sizes = ''] = inner.split(/ (?:round|at) /);
  const [first = '0', second = first, third = first, fourth = second] = sizes.split(/\s+/);
  let area = width * height;
  if (shape === 'inset') {
    const across = width - length(second, width) - length(fourth, width);
    area =
      Math.max(0, across) * Math.max(0, height - length(first, height) - length(third, height));
  } else if (shape === 'polygon') {
    const points = inner.replace(/^\w+, /, '').split(/,\s*/);
    const corners = points.map((point) => {
      const [x, y] = point.split(/\s+/);
      return [length(x, width), length(y, height)] as const;
    });
    const twice = corners.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
      return sum + x * nextY - nextX * y;
    }, 0);
    area = Math.abs(twice) / 2;
  } else {
    const radius = shape === 'circle' ? Math.hypot(width, height) / Math.SQRT2 : width;
    const other = shape === 'circle' ? first : second;
    area = Math.PI * length(first, radius) * length(other, shape === 'circle' ? radius : height);
  }
  // A keyword, or a length that is calculated.
  return Number.isNaN(area) ? 1 : Math.min(1, area / (width * height));
}

/** Returns the share that a mask of one linear gradient leaves; 1 for any other. */
export function maskShare({ maskImage, maskSize, maskPosition }: CSSStyleDeclaration): number {
  if (!/^linear-gradient\((?:(?!-gradient).)*\)$/.test(maskImage)) return 1;
  const stops = [...maskImage.matchAll(/rgba?\(([^)]*)\)(?: ([\d.]+)%)?/g)].map(
    ([, color = '', at]) => ({
      alpha: Number(color.split(', ')[3] ?? 1),
      at: at === undefined ? undefined : Number(at) / 100,
    }),
  );
  const [horizontal = '', vertical = horizontal] = maskSize.split(' ');
  const isVertical = /^linear-gradient\((?:to (?:top|bottom)|rgb|0deg|180deg)/.test(maskImage);
  const size = parseFloat((isVertical ? vertical : horizontal) || '100') / 100 || 1;
  const [x = '0%', y = '0%'] = maskPosition.split(' ');
  const isBackwards = /^linear-gradient\((?:to (?:top|left)|0deg|270deg|-90deg)/.test(maskImage);
  const moved = parseFloat(isVertical ? y : x) / 100;
  const first = Math.max(0, moved * (1 - 1 / size));
  let sum = 0;
  for (let sample = 0.05; sample < 1; sample += 0.1) {
    const at = first + sample / Math.max(1, size);
    const along = isBackwards ? 1 - at : at;
    const placed = stops.map((stop, index) => ({
      ...stop,
      at: stop.at ?? index / Math.max(1, stops.length - 1),
    }));
    const next = placed.find((stop) => stop.at >= along) ?? placed.at(-1);
    const last = placed.findLast((stop) => stop.at < along) ?? placed[0];
    if (!next || !last) return 1;
    const way = next.at > last.at ? (along - last.at) / (next.at - last.at) : 1;
    sum += last.alpha + (next.alpha - last.alpha) * Math.min(1, Math.max(0, way));
  }
  return Math.min(1, (sum / 10) * Math.min(1, size));
}
