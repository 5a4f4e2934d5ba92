import { isContextGone, type PageHandle } from '@tintype/core';
import type { FilterList } from './filter-list.ts';

/** Ids and classes of a page, as many as are worth asking about. */
const readMarks = `(() => {
  const ids = new Set();
  const classes = new Set();
  for (const element of document.querySelectorAll('[id], [class]')) {
    if (element.id) ids.add(element.id);
    for (const name of element.classList) classes.add(name);
    if (ids.size + classes.size > 5000) break;
  }
  return { url: document.URL, ids: [...ids], classes: [...classes] };
})()`;

/** Hides the places that lists name as those of ads. Gives whether there was anything to hide. */
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
  const { url, ...marks } = await page.evaluate<{ url: string; ids: string[]; classes: string[] }>(
    readMarks,
  );
  const styles = lists.map((list) => list.stylesFor(url, marks)).filter((style) => style !== '');
  if (styles.length === 0) return false;
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(styles.join('\n'))});
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  })()`);
  return true;
}
