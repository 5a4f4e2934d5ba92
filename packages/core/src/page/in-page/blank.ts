import { isVisible, ownBox, ownElements, ownOf, ownShadow } from './own-nodes.ts';

/** Returns whether the page has scripts and shows no text, image, field or coloured background. */
export function isBlank(): boolean {
  const body = ownOf(document, 'body');
  if (!body || ownOf(document, 'scripts').length === 0) return false;
  if (showsText(body)) return false;
  const backgrounds = [ownOf(document, 'documentElement'), body].map((element) =>
    getComputedStyle(element),
  );
  const isWhite = backgrounds.every(
    ({ backgroundColor, backgroundImage }) =>
      /^rgba\(.*, 0\)$|^rgb\(255, 255, 255\)$/.test(backgroundColor) && backgroundImage === 'none',
  );
  return isWhite && ![...ownElements(body, '*')].some((element) => showsSomething(element));
}

/** Returns whether a text is visible; on most pages, one of the first is. */
export function showsText(body: Element): boolean {
  // An image of that name would replace the method.
  const walker = Document.prototype.createTreeWalker.call(document, body, 4);
  const looks = { opacityProperty: false, visibilityProperty: true };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (
      /\S/.test(node.nodeValue ?? '') &&
      node.parentElement &&
      isVisible(node.parentElement, looks)
    )
      return true;
  }
  return false;
}

export function showsSomething(element: Element): boolean {
  if (!isVisible(element, { opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = ownBox(element);
  if (width === 0 || height === 0) return false;
  if (ownShadow(element)) return true;
  if (
    /^(?:img|svg|canvas|video|audio|i?frame|object|embed|input|textarea|select|hr|meter|progress)$/i.test(
      element.localName,
    )
  ) {
    return true;
  }
  const { backgroundColor, backgroundImage, borderTopStyle, boxShadow } = getComputedStyle(element);
  const isPlain = /^rgba\(.*, 0\)$/.test(backgroundColor) && backgroundImage === 'none';
  return !isPlain || borderTopStyle !== 'none' || boxShadow !== 'none';
}
