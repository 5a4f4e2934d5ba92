import { isVisible, ownBox, ownElements } from '../../../page/in-page/own-nodes.ts';
import { passFrames } from '../../../page/in-page/page-waits.ts';
import { isInView, openTrees } from '../../../page/in-page/trees.ts';

/** A box in CSS pixels of the page. */
export interface FrameArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the displayed frames that this document cannot read, as they have another origin. */
export function foreignFrames(whole: boolean): Element[] {
  return openTrees().flatMap((tree) =>
    [...ownElements(tree, 'iframe, frame, object')].filter((element) => {
      const { contentWindow, contentDocument } = element as HTMLIFrameElement;
      if (!contentWindow || contentDocument) return false;
      const { width, height } = ownBox(element);
      // Frames of visitor counters are one pixel large, or hidden.
      if (width < 3 || height < 3) return false;
      if (!isVisible(element, { opacityProperty: true, visibilityProperty: true })) return false;
      return whole || isInView(element);
    }),
  );
}

/** Scroll offset of the window, and the foreign frames that are not completely inside it. */
export interface HiddenFrames {
  left: number;
  top: number;
  width: number;
  height: number;
  areas: FrameArea[];
}

export function hiddenFrames(): HiddenFrames {
  const areas = foreignFrames(true)
    .map((frame) => areaInWindow(frame))
    .filter(
      ({ x, y, width, height }) =>
        x < 0 || y < 0 || x + width > innerWidth || y + height > innerHeight,
    )
    .map((area) => ({ ...area, x: area.x + scrollX, y: area.y + scrollY }))
    .sort((a, b) => a.y - b.y);
  return { left: scrollX, top: scrollY, width: innerWidth, height: innerHeight, areas };
}

/** Scrolls the window. The second frame after it shows the effect. */
export async function scrollToArea(left: number, top: number): Promise<void> {
  scrollTo({ left, top, behavior: 'instant' });
  await passFrames(2);
}

export function areaInWindow(element: Element): FrameArea {
  const { left, top, width, height } = ownBox(element);
  const area = { x: left, y: top, width, height };
  let view = element.ownerDocument.defaultView;
  while (view && view !== window && view.frameElement) {
    const outer = ownBox(view.frameElement);
    area.x += outer.left + view.frameElement.clientLeft;
    area.y += outer.top + view.frameElement.clientTop;
    view = view.frameElement.ownerDocument.defaultView;
  }
  return area;
}
