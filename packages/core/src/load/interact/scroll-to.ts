import { callInPage } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { findSelected } from '../../page/selectors.ts';
import { pageCode } from '../page-code.ts';

/**
 * Scrolls to what `scroll_to` names: an element, which may take a moment to appear, or a distance
 * in px.
 * @throws {RenderError} `selector_not_found`, `invalid_selector`
 */
export async function scrollTo(page: PageHandle, place: string): Promise<void> {
  const [, distance] = /^ *([0-9]+) *(?:px)? *$/i.exec(place) ?? [];
  if (distance !== undefined) {
    await callInPage(page, pageCode.scrollToDistance, Number(distance));
    return;
  }
  await findSelected(page, place, 'scroll_to');
  await callInPage(page, pageCode.scrollToElement, place);
}
