import type { PageHandle } from '../page/page-handle.ts';
import { expandFrame } from './expand-frame.ts';
import { growScroller } from './grow-element.ts';

/**
 * Where the document does not scroll but a part of it does (an app shell), or a frame that fills the window, the page is what that holds:
 * it and what it lies in grow until everything shows.
 *
 * @returns whether it has grown
 */
export async function expandScroller(page: PageHandle): Promise<boolean> {
  return (await page.evaluate<boolean>(growScroller)) || (await expandFrame(page));
}
