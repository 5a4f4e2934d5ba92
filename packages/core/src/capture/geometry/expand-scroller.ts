import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { expandFrame } from './expand-frame.ts';

/**
 * If the document does not scroll but a part of it does (an app shell), or a frame that fills the
 * window, the page is the content of that part: it and its ancestors grow until everything shows.
 *
 * @returns whether it has grown
 */
export async function expandScroller(page: PageHandle): Promise<boolean> {
  return (await callInPage(page, pageCode.growScroller)) || (await expandFrame(page));
}
