import { documentElementAs } from '../../../page/in-page/find-scroller.ts';
import { ownBox, ownElements, ownOf } from '../../../page/in-page/own-nodes.ts';

/** Returns the size of the document itself; a short one is less tall than the window. */
export function documentSize(): { width: number; height: number } {
  const root = documentElementAs('documentElement');
  // A script can remove the root element.
  if (!root) return { width: innerWidth, height: 1 };
  const { scrollWidth: width, scrollHeight } = root;
  if (scrollHeight > innerHeight) return { width, height: scrollHeight };
  // In quirks mode root and body are as tall as the window, regardless of their content.
  const quirks = ownOf(document, 'compatMode') === 'BackCompat';
  let bottom = 0;
  for (const element of ownElements(document, quirks ? 'body *' : 'html, body, body *')) {
    const box = ownBox(element);
    if (box.width > 0 || box.height > 0) bottom = Math.max(bottom, box.bottom);
  }
  const body = ownOf(document, 'body') as Element | null;
  if (body) {
    const content = new Range();
    content.selectNodeContents(body);
    const { paddingBottom, marginBottom } = getComputedStyle(body);
    const below = parseFloat(paddingBottom) + parseFloat(marginBottom);
    bottom = Math.max(bottom, content.getBoundingClientRect().bottom + below);
  }
  return { width, height: Math.min(scrollHeight, Math.max(1, bottom + scrollY)) };
}
