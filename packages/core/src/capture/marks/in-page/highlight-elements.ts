import { deepFind } from '../../../page/in-page/deep-query.ts';
import { aroundElement, isVisible, ownBox, ownOf } from '../../../page/in-page/own-nodes.ts';
import { findMarked, onUnmark } from './mark-world.ts';

export interface Highlight {
  selector: string;
  caption: string;
}

/** Space between an element and its outline, with the outline, in CSS pixels. */
export const outlineOffsetPx = 4;

/** Distance from an element's corner to that of its badge, in CSS pixels. */
export const badgeOffsetPx = 14;

/** Boxes are in the top layer, where nothing clips or covers them, and follow their anchors. */
export const highlightStyles = `
.outline,.badge{all:initial;position:absolute;position-anchor:auto;position-visibility:anchors-visible;box-sizing:border-box;margin:0;pointer-events:none;print-color-adjust:exact;forced-color-adjust:none;color-scheme:only light}
.outline{left:calc(anchor(left) - var(--left));top:calc(anchor(top) - var(--top));right:calc(anchor(right) - var(--right));bottom:calc(anchor(bottom) - var(--bottom));border:3px solid #e11d48}
.badge{left:max(0px,anchor(left) - var(--left));top:max(0px,anchor(top) - var(--top));padding:0 6px;min-width:20px;max-width:min(360px,100%);background:#e11d48;color:#fff;font:bold 12px/20px sans-serif;border-radius:10px;text-align:center;overflow-wrap:anywhere}
.badge.end{left:auto;right:max(0px,anchor(right) - var(--right))}
.badge span{all:unset;margin-left:6px}`;

/** Counts visible matches of each selector: those before determine the numbers in a frame. */
export function countHighlights(items: readonly Highlight[]): {
  counts: number[];
  isComplete: boolean;
} {
  const { elements, isComplete } = findHighlights(items);
  return { counts: elements.map((each) => each.length), isComplete };
}

export function findHighlights(items: readonly Highlight[]): {
  elements: Element[][];
  isComplete: boolean;
} {
  const { elements, isComplete } = findMarked(items.map(({ selector }) => selector));
  const isShown = (element: Element) =>
    isVisible(element, { visibilityProperty: true, opacityProperty: true }) &&
    Element.prototype.getClientRects.call(element).length > 0;
  return { elements: elements.map((each) => each.filter(isShown)), isComplete };
}

/**
 * Outlines and numbers matches.
 * @param first - The number of the first match of each item.
 * @param captured - Selector of the element that the image shows: outlines and numbers are inside.
 */
export function highlightElements(
  items: readonly Highlight[],
  first: readonly number[],
  captured: string | null,
): void {
  const { elements } = findHighlights(items);
  const page = ownOf(document, 'documentElement');
  if (!(page instanceof HTMLElement)) return;
  const whole = captured === null ? null : deepFind(captured);
  const { scrollWidth, scrollHeight } = page;
  const area = whole ? ownBox(whole) : new DOMRect(-scrollX, -scrollY, scrollWidth, scrollHeight);
  const host = document.createElement('tintype-marks');
  // Each popover that is shown in a rendered element costs a layout of the page.
  host.style.cssText = 'all:initial!important;display:none!important';
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(highlightStyles);
  root.adoptedStyleSheets = [sheet];
  page.append(host);
  onUnmark(() => host.remove());
  const show = (
    className: string,
    source: HTMLElement,
    insets: Readonly<Record<string, number>>,
  ) => {
    const box = document.createElement('div');
    box.className = className;
    box.popover = 'manual';
    for (const [side, inset] of Object.entries(insets)) {
      box.style.setProperty(`--${side}`, `${inset}px`);
    }
    root.append(box);
    box.showPopover({ source });
    return box;
  };
  const marks = elements.flatMap((matches, item) =>
    matches.flatMap((element, at) => {
      const source = anchorOf(element);
      if (!source) return [];
      const label = String((first[item] ?? 1) + at);
      const [box, anchor] = [ownBox(element), ownBox(source)];
      return { source, box, anchor, label, caption: items[item]?.caption };
    }),
  );
  // Outside of the image, an outline would be cut off, or make the page larger.
  const offsets = (box: DOMRect, most: (room: number) => number) => ({
    left: most(box.left - area.left),
    top: most(box.top - area.top),
    right: most(area.right - box.right),
    bottom: most(area.bottom - box.bottom),
  });
  const insets = ({ box, anchor }: (typeof marks)[number], most: (room: number) => number) => {
    const { left, top, right, bottom } = offsets(box, most);
    return {
      left: left + anchor.left - box.left,
      top: top + anchor.top - box.top,
      right: right + box.right - anchor.right,
      bottom: bottom + box.bottom - anchor.bottom,
    };
  };
  for (const mark of marks) {
    const most = (room: number) => (room < outlineOffsetPx ? 0 : outlineOffsetPx);
    show('outline', mark.source, insets(mark, most));
  }
  // No outline covers a badge.
  const badges = marks.map((mark) => {
    const most = (room: number) => Math.max(0, Math.min(badgeOffsetPx, room));
    const badge = show('badge', mark.source, insets(mark, most));
    const { label, caption = '' } = mark;
    badge.append(label);
    if (caption !== '') badge.append(captionOf(caption));
    return badge;
  });
  host.style.setProperty('display', 'contents', 'important');
  const beyond = badges.filter((badge) => ownBox(badge).right > area.right);
  for (const badge of beyond) badge.classList.add('end');
}

export function captionOf(caption: string): HTMLElement {
  const text = document.createElement('span');
  text.append(caption);
  return text;
}

/** Returns the element itself, or for a part of a drawing the HTML element around it. */
export function anchorOf(element: Element): HTMLElement | undefined {
  let around: Element | null = element;
  while (around && !(around instanceof HTMLElement)) around = aroundElement(around);
  return around ?? undefined;
}
