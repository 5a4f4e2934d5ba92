import { isVisible, ownBox, ownElements } from '../../page/in-page/own-nodes.ts';

/** Returns the first elements of a selector that are displayed with a size. */
export function displayed(selector: string, max: number): Element[] {
  const found: Element[] = [];
  let left = 200;
  for (const element of ownElements(document, selector)) {
    if (found.length >= max || left-- === 0) break;
    if (!isDisplayed(element)) continue;
    const { width, height } = ownBox(element);
    if (width >= 8 && height >= 8) found.push(element);
  }
  return found;
}

export function isDisplayed(element: Element): boolean {
  return isVisible(element, { opacityProperty: true, visibilityProperty: true });
}

export function squeezed(text: string, max: number): string {
  return text
    .slice(0, max * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max);
}
