import type { Area, CompareOptions, PageElement, PageElements, Region } from '../comparison.ts';
import type { CanvasRegion } from './find-regions.ts';

/** Share of a region that its element contains: anti-aliasing and shadows are around it. */
const mostOfRegion = 0.6;
/** Share of an element that is within a region of several elements. */
const mostOfElement = 0.5;
/** Elements within a region that are compared. */
const maxWithin = 100;
/** Limits of what is reported. */
const maxText = 120;
const maxSelector = 500;

/** The element of a region in each page, if it is known. */
interface Found {
  before?: PageElement | undefined;
  after?: PageElement | undefined;
}

/** Names a region after its element, if elements are known, and sets its type. */
export function nameRegion(
  found: CanvasRegion,
  { before, after, scale = 1 }: NonNullable<CompareOptions['elements']> = {},
): CanvasRegion {
  const { places, region, isWhole } = found;
  const [old, now] = [inPage(places.before, scale), inPage(places.after, scale)];
  const { before: first, after: second } = elementsAt(before, old, after, now);
  const element = second ?? first;
  if (!element || element.selector.length > maxSelector) return found;
  const texts = { ...textOf('before', first), ...textOf('after', second) };
  const type = isWhole || !first || !second ? region.type : typeOf(region, first, second);
  const named: Region = {
    ...region,
    type,
    // What looked as if it was added, such as a further word, has both.
    ...((type === 'text' || type === 'image') && {
      area: places.after ?? region.area,
      ...(places.before && { before: places.before }),
    }),
    selector: element.selector,
    ...(Object.keys(texts).length > 0 && { text: texts }),
  };
  return { ...found, region: named };
}

function typeOf({ type }: Region, before: PageElement, after: PageElement): Region['type'] {
  if (before.image !== undefined && after.image !== undefined) return 'image';
  return isSameText(before, after) ? type : 'text';
}

function isSameText(before: PageElement | undefined, after: PageElement | undefined): boolean {
  return (before?.text ?? '') === (after?.text ?? '');
}

function textOf(side: 'before' | 'after', element: PageElement | undefined) {
  return element?.text ? { [side]: element.text.slice(0, maxText) } : {};
}

function inPage(area: Area | undefined, scale: number): Area | undefined {
  if (!area || scale === 1) return area;
  const { x, y, width, height } = area;
  return { x: x / scale, y: y / scale, width: width / scale, height: height / scale };
}

/** Finds the element of a region in both pages: one around it, or one within it. */
function elementsAt(
  before: PageElements | undefined,
  old: Area | undefined,
  after: PageElements | undefined,
  now: Area | undefined,
): Found {
  const around = counterparts(elementAround(before, old), elementAround(after, now));
  const within = { before: elementsWithin(before, old), after: elementsWithin(after, now) };
  if (around.before && around.after) {
    return isSameText(around.before, around.after)
      ? (differing(within.before, within.after) ?? around)
      : around;
  }
  // A text that became longer: in one of the pages, its element is not around the region.
  if (around.after) return { before: sameElement(before, around.after, now, old), ...around };
  if (around.before) return { after: sameElement(after, around.before, old, now), ...around };
  return (
    differing(within.before, within.after) ?? { before: within.before[0], after: within.after[0] }
  );
}

/** Of two elements around a region, a much larger one is another element, such as the page. */
function counterparts(before: PageElement | undefined, after: PageElement | undefined): Found {
  if (!before || !after) return { ...(before && { before }), ...(after && { after }) };
  if (before.selector === after.selector) return { before, after };
  const [first, second] = [sizeOf(before), sizeOf(after)];
  if (first > 2 * second) return { after };
  return second > 2 * first ? { before } : { before, after };
}

/** The element with the selector of one in the other page, if it is in the same place. */
function sameElement(
  page: PageElements | undefined,
  { selector, box: [x = 0, y = 0, width = 0, height = 0] }: PageElement,
  from: Area | undefined,
  to: Area | undefined,
): PageElement | undefined {
  if (!from || !to) return undefined;
  const area = { x: x + to.x - from.x, y: y + to.y - from.y, width, height };
  return page?.elements.find(
    (element) => element.selector === selector && overlap(element, area) > 0,
  );
}

/** The largest element within a region whose text differs, by its selector. */
function differing(
  before: readonly PageElement[],
  after: readonly PageElement[],
): Found | undefined {
  const earlier = new Map(before.map((element) => [element.selector, element]));
  const element = after.find(({ selector, text = '' }) => {
    const other = earlier.get(selector);
    return other && text !== (other.text ?? '');
  });
  return element && { before: earlier.get(element.selector), after: element };
}

/** The smallest element that contains most of an area. */
function elementAround(
  page: PageElements | undefined,
  area: Area | undefined,
): PageElement | undefined {
  if (!page || !area) return undefined;
  const least = area.width * area.height * mostOfRegion;
  let found: PageElement | undefined;
  for (const element of page.elements) {
    if (overlap(element, area) < least) continue;
    if (!found || sizeOf(element) <= sizeOf(found)) found = element;
  }
  return found;
}

/** Elements that are mostly within an area, the largest first. */
function elementsWithin(page: PageElements | undefined, area: Area | undefined): PageElement[] {
  if (!page || !area) return [];
  return page.elements
    .filter((element) => sizeOf(element) > 0)
    .filter((element) => overlap(element, area) >= sizeOf(element) * mostOfElement)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, maxWithin);
}

function sizeOf({ box: [, , width = 0, height = 0] }: PageElement): number {
  return width * height;
}

function overlap({ box: [x = 0, y = 0, width = 0, height = 0] }: PageElement, area: Area): number {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  const down = Math.min(y + height, area.y + area.height) - Math.max(y, area.y);
  return Math.max(0, across) * Math.max(0, down);
}
