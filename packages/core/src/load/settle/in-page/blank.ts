import { ownOf } from './trees.ts';

/**
 * Whether the page has scripts and shows nothing at all: no text, no picture, no field, no background but white. Runs in the page.
 */
export function isBlank(): boolean {
  const body = ownOf(document, 'body');
  if (!body || ownOf(document, 'scripts').length === 0) return false;
  if (body.innerText.trim() !== '') return false;
  const backgrounds = [document.documentElement, body].map((element) => getComputedStyle(element));
  const isWhite = backgrounds.every(
    ({ backgroundColor, backgroundImage }) =>
      /^rgba\(.*, 0\)$|^rgb\(255, 255, 255\)$/.test(backgroundColor) && backgroundImage === 'none',
  );
  return isWhite && ![...body.querySelectorAll('*')].some((element) => showsSomething(element));
}

/** Runs in the page. */
export function showsSomething(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  if (element.shadowRoot) return true;
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
