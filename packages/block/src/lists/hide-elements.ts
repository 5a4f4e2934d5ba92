import { callInPage, isContextGone, type PageHandle } from '@tintype/core';
import { pageCode } from '../page-code.ts';
import type { FilterList } from './filter-list.ts';

/** Hides the elements that lists name as ads. Returns whether there was anything to hide. */
export async function hideElements(
  page: PageHandle,
  lists: readonly FilterList[],
): Promise<boolean> {
  try {
    return await hide(page, lists);
  } catch (error) {
    // The page is on its way to another one, which settles again.
    if (isContextGone(error)) return false;
    throw error;
  }
}

async function hide(page: PageHandle, lists: readonly FilterList[]): Promise<boolean> {
  const { url, ...marks } = await callInPage(page, pageCode.readMarks);
  const styles = lists.map((list) => list.stylesFor(url, marks)).filter((style) => style !== '');
  if (styles.length === 0) return false;
  await callInPage(page, pageCode.adoptSheet, styles.join('\n'));
  return true;
}
