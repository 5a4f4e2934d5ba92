import type { ScreenshotRequest } from '@tintype/contract';
import { callInPage } from '../../page/create-page-code.ts';
import { frameBox } from '../../page/frame-box.ts';
import type { PageFrame } from '../../page/page-frames.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import type { Area, Geometry } from '../geometry/area.ts';
import { intersect } from '../geometry/geometry.ts';
import { pageCode as captureCode } from '../page-code.ts';
import { createDocuments } from './documents.ts';
import type { VisibleBox, VisibleBoxes } from './in-page/visible-boxes.ts';
import { pageCode } from './page-code.ts';

/** As many areas as a comparison accepts. */
const maxAreas = 50;

/** Finds the elements that do not count in a comparison: areas in device pixels of the image. */
export async function findIgnoredAreas(
  page: PageHandle,
  { ignore_selectors: selectors = [] }: ScreenshotRequest,
  geometry: Geometry,
  context: RenderContext,
): Promise<Area[]> {
  page.deadline.activity = 'finding elements to ignore';
  const documents = createDocuments(page);
  const parts = await documents.each('ignore_selectors', false, async (world, frame) => {
    const found = await callInPage(world, pageCode.visibleBoxes, selectors);
    const isEmpty = found.boxes.length === 0;
    return { ...found, boxes: frame && !isEmpty ? await inPage(found.boxes, frame) : found.boxes };
  });
  if (parts.some(({ isComplete }) => !isComplete)) {
    context.warn(
      'ignore_selectors: a document has more than 1000 matches, or is too large to search, so nothing in it is ignored.',
    );
  }
  const [own] = parts;
  if (!own) return [];
  const origin = await originOf(page, geometry, own);
  const boxes = parts.flatMap((part) => part.boxes);
  const areas = outermost(boxes.flatMap((box) => inImage(box, origin, geometry)));
  if (areas.length <= maxAreas) return areas;
  context.warn(
    `ignore_selectors: ${areas.length} areas matched; the largest ${maxAreas} are ignored.`,
  );
  const size = ({ width, height }: Area) => width * height;
  const kept = new Set(areas.toSorted((a, b) => size(b) - size(a)).slice(0, maxAreas));
  return areas.filter((area) => kept.has(area));
}

/** Returns the parts of boxes that a frame shows, in px of the page's viewport. */
async function inPage(boxes: readonly VisibleBox[], frame: PageFrame): Promise<VisibleBox[]> {
  const { x, y, width, height, scale } = await frameBox(frame);
  return boxes.map(({ left, top, right, bottom }) => ({
    left: Math.max(x, x + left * scale),
    top: Math.max(y, y + top * scale),
    right: Math.min(x + width, x + right * scale),
    bottom: Math.min(y + height, y + bottom * scale),
  }));
}

/** A point of the window, and the number of device pixels per px. */
interface Origin {
  x: number;
  y: number;
  scale: number;
}

/** Returns the point of the window that is the corner of the image. */
async function originOf(
  page: PageHandle,
  { area, deviceScaleFactor: scale }: Geometry,
  { scroll, view }: VisibleBoxes,
): Promise<Origin> {
  // A device shows a page that is wider than its screen in smaller size.
  if (!area) return { x: view.x, y: view.y, scale: scale * view.scale };
  const { cssContentSize } = await page.session.send('Page.getLayoutMetrics');
  const shift = await callInPage(page, captureCode.scrolledFromRight, cssContentSize.width);
  return { x: area.x - scroll.x - shift, y: area.y - scroll.y, scale };
}

function inImage(box: VisibleBox, { x, y, scale }: Origin, { pixels }: Geometry): Area[] {
  const [left, top] = [Math.floor((box.left - x) * scale), Math.floor((box.top - y) * scale)];
  const [right, bottom] = [Math.ceil((box.right - x) * scale), Math.ceil((box.bottom - y) * scale)];
  if (right <= left || bottom <= top) return [];
  const image = { x: 0, y: 0, ...pixels };
  const area = intersect({ x: left, y: top, width: right - left, height: bottom - top }, image);
  return area ? [area] : [];
}

/** Leaves out areas inside others, and all but one of equal ones. */
function outermost(areas: readonly Area[]): Area[] {
  return areas.filter(
    (inner, at) =>
      !areas.some((outer, place) => {
        const cut = intersect(inner, outer);
        const isInside = cut?.width === inner.width && cut.height === inner.height;
        const isEqual = outer.width === inner.width && outer.height === inner.height;
        return place !== at && isInside && (!isEqual || place < at);
      }),
  );
}
