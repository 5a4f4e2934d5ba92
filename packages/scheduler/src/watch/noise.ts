import type { Region } from '@tintype/compare';
import type { MonitorNoise } from '@tintype/contract/wire';
import type { Area, MonitorState } from './monitor-state.ts';

/** Of each: areas, selectors and expressions. As many as a comparison ignores. */
const maxOfEach = 50;

/** Around an area, in pixels: text is not as wide each time. */
const marginPx = 4;

/** Areas up to this height are of a line of text, in which other digits differ next time. */
const maxLinePx = 40;

/** Selectors that would leave out the page. */
const wholePage = /^(?:html|body|main|:root)$/;

/** Two occasions further apart show no noise together. */
const maxSuspectMs = 7 * 24 * 60 * 60_000;

/** Of an image: noise that covers more would hide the page. */
const maxShare = 0.3;

export interface Size {
  width: number;
  height: number;
}

const kinds = ['selector', 'text', 'area'] as const;

/** Returns both, each once, and at most 50 of each type. */
export function mergeNoise(
  known: readonly MonitorNoise[],
  found: readonly MonitorNoise[],
): MonitorNoise[] {
  const merged: MonitorNoise[] = [...known];
  for (const noise of found) {
    const at = merged.findIndex((other) => isSameNoise(other, noise));
    if (at < 0) merged.push(noise);
    else merged[at] = union(merged[at]!, noise);
  }
  const counts = { selector: 0, text: 0, area: 0 };
  return merged.filter((noise) => (counts[kindOf(noise)] += 1) <= maxOfEach);
}

/** As `mergeNoise`; without areas that, together with the known ones, cover most of the image. */
export function addNoise(
  known: readonly MonitorNoise[],
  found: readonly MonitorNoise[],
  size: Size | undefined,
): MonitorNoise[] {
  const merged = mergeNoise(known, found);
  if (!isTooWide(merged, size)) return merged;
  return mergeNoise(
    known,
    found.filter(({ area }) => area === undefined),
  );
}

/** True if areas cover more of an image than noise may. */
export function isTooWide(noise: readonly MonitorNoise[], size: Size | undefined): boolean {
  if (size === undefined) return false;
  const areas = noise.flatMap(({ area }) => (area ? [area] : []));
  return coveredPixels(areas, size) > maxShare * size.width * size.height;
}

/** Number of pixels of an image in at least one of the areas. */
function coveredPixels(areas: readonly Area[], size: Size): number {
  const within = (value: number, side: number) => Math.min(Math.max(0, value), side);
  const boxes = areas.map(({ x, y, width, height }) => ({
    left: within(x, size.width),
    right: within(x + width, size.width),
    top: within(y, size.height),
    bottom: within(y + height, size.height),
  }));
  const rows = boxes.flatMap(({ top, bottom }) => [top, bottom]).toSorted((a, b) => a - b);
  let pixels = 0;
  for (const [at, top] of rows.entries()) {
    const bottom = rows[at + 1] ?? top;
    if (bottom === top) continue;
    const crossing = boxes.filter((box) => box.top <= top && box.bottom >= bottom);
    let end = 0;
    for (const { left, right } of crossing.toSorted((a, b) => a.left - b.left)) {
      pixels += Math.max(0, right - Math.max(left, end)) * (bottom - top);
      end = Math.max(end, right);
    }
  }
  return pixels;
}

/**
 * Noise of one change is learned once it is seen a second time within a week: a page that is changed
 * twice within a minute also differs between two loads.
 */
export function learnNoise(
  { noise, suspects = [], suspectsAt = 0 }: Learned,
  { noise: found, size }: { noise: readonly MonitorNoise[]; size?: Size },
  at: number,
): Learned {
  const isRecent = at - suspectsAt <= maxSuspectMs;
  const isSuspect = (one: MonitorNoise) =>
    isRecent && suspects.some((other) => isSameNoise(other, one));
  const others = found.filter((one) => !isSuspect(one));
  return {
    noise: addNoise(noise, found.filter(isSuspect), size),
    suspects: mergeNoise([], others),
    suspectsAt: at,
  };
}

type Learned = Pick<MonitorState, 'noise' | 'suspects' | 'suspectsAt'>;

const kindOf = (noise: MonitorNoise) => kinds.find((kind) => noise[kind] !== undefined) ?? 'area';

function isSameNoise(one: MonitorNoise, other: MonitorNoise): boolean {
  const kind = kindOf(one);
  if (kind !== kindOf(other)) return false;
  if (kind !== 'area') return one[kind] === other[kind];
  return one.area !== undefined && other.area !== undefined && overlap(one.area, other.area);
}

function overlap(one: Area, other: Area): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function union(one: MonitorNoise, other: MonitorNoise): MonitorNoise {
  if (!one.area || !other.area) return one;
  const [a, b] = [one.area, other.area];
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  const height = Math.max(a.y + a.height, b.y + b.height) - y;
  return { ...one, area: { x, y, width, height } };
}

/** Returns regions of an image as noise: their elements where they are known. */
export function noiseOfRegions(regions: readonly Region[]): MonitorNoise[] {
  const largest = regions.toSorted((one, other) => other.pixels - one.pixels).slice(0, maxOfEach);
  return largest.map((region) => {
    const { area, selector } = region;
    const isKnown = selector !== undefined && !wholePage.test(selector) && isOfElement(region);
    return { area: grown(area), ...(isKnown && { selector }) };
  });
}

/**
 * True if the element itself differs, or shows no text. An element with the same text in both loads
 * may be another one: of a page that still moves, boxes are not those of the image.
 */
function isOfElement({ type, text }: Region): boolean {
  return type === 'text' || type === 'image' || text === undefined;
}

/**
 * Returns regions that continue an area of noise to the right, within its rows: if a number becomes
 * longer, such as `9 minutes ago`, the rest of its line moves.
 */
export function restsOfLines(regions: readonly Region[], areas: readonly Area[]): Area[] {
  const isRest = (area: Area) =>
    areas.some(
      ({ x, y, width, height }) =>
        area.height <= maxLinePx &&
        height <= maxLinePx + 2 * marginPx &&
        Math.abs(area.x - x - width) <= 1 &&
        area.y >= y &&
        area.y + area.height <= y + height,
    );
  return regions.flatMap(({ area }) => (isRest(area) ? [area] : []));
}

function grown({ x, y, width, height }: Area): Area {
  const side = height <= maxLinePx ? 3 * height + marginPx : marginPx;
  const [left, top] = [Math.max(0, x - side), Math.max(0, y - marginPx)];
  return {
    x: left,
    y: top,
    width: x + width + side - left,
    height: y + height + marginPx - top,
  };
}
