import { documentElementAs } from '../../../page/in-page/find-scroller.ts';
import { topmostAt } from '../../../page/in-page/own-nodes.ts';

/** Minimum share of the window that the frame covers: with less, the page has content beside it. */
export const leastFrameShare = 0.9;

/** Returns the frame that fills the window of a page with nothing else to scroll. */
export function coveringFrame(): Element | null {
  const root = documentElementAs('scrollingElement') ?? documentElementAs('documentElement');
  if (!root || root.scrollHeight - root.clientHeight >= 2) return null;
  const hit = topmostAt(innerWidth / 2, innerHeight / 2);
  if (hit?.localName !== 'iframe' || /^no$/i.test((hit as HTMLIFrameElement).scrolling))
    return null;
  const box = hit.getBoundingClientRect();
  const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
  const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
  return width * height >= innerWidth * innerHeight * leastFrameShare ? hit : null;
}

/** Returns the height of the content and of the window that shows it. Runs in the frame. */
export function frameHeights(): { content: number; window: number } {
  const root = documentElementAs('scrollingElement') ?? documentElementAs('documentElement');
  return { content: root?.scrollHeight ?? 0, window: innerHeight };
}

/** Runs in a frame: waits for its new size, which another process receives later. */
export async function untilTall(height: number): Promise<void> {
  for (let looks = 0; looks < 50 && innerHeight < height; looks += 1) {
    await new Promise((done) => setTimeout(done, 20));
  }
}
