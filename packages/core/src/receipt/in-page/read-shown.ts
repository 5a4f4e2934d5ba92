import { isUnreadElement } from './missing-letters.ts';
import { isVisible } from '../../page/in-page/own-nodes.ts';

/** The text of a page or a part of it that is displayed. */
export interface ShownText {
  text: string;
  /** True if there is more. */
  isLong: boolean;
  /** True if some of it is uncovered in the window, and darker than white. */
  isSeen: boolean;
}

/** Returns the displayed text of an element; inspects the first 5,000 text nodes. */
export function readShown(root: Node | null, max: number): ShownText {
  const shown: ShownText = { text: '', isLong: false, isSeen: false };
  if (!root) return shown;
  let left = 5000;
  let hits = 30;
  // An image of that name would replace the method.
  const walker = Document.prototype.createTreeWalker.call(document, root, 4);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left-- === 0) return { ...shown, isLong: true };
    const { data, parentElement: parent } = node as Text;
    if (!/\S/.test(data.slice(0, 1000)) || !parent || isUnreadElement(parent)) continue;
    if (!isVisible(parent, { opacityProperty: true, visibilityProperty: true })) continue;
    if (!shown.isSeen && hits-- > 0) shown.isSeen = isSeen(node as Text, parent);
    shown.text += `${data.slice(0, max).replace(/\s+/g, ' ').trim()} `;
    if (shown.text.length <= max) continue;
    return { text: shown.text.slice(0, max), isLong: true, isSeen: shown.isSeen };
  }
  shown.text = shown.text.trim();
  return shown;
}

/** Returns whether a text in the window is uncovered and has a colour. */
export function isSeen(node: Text, parent: Element): boolean {
  const range = new Range();
  range.selectNodeContents(node);
  const [first] = range.getClientRects();
  if (!first || first.width < 4 || first.height < 4) return false;
  const [x, y] = [first.left + first.width / 2, first.top + first.height / 2];
  const top = Document.prototype.elementFromPoint.call(document, x, y);
  const holds = (outer: Node, inner: Node) => Node.prototype.contains.call(outer, inner);
  if (!top || !(holds(parent, top) || holds(top, parent))) return false;
  const [red = 255, green = 255, blue = 255, alpha = 1] = (
    getComputedStyle(parent).color.match(/[\d.]+/g) ?? []
  ).map(Number);
  return alpha > 0.3 && Math.min(red, green, blue) < 200;
}
