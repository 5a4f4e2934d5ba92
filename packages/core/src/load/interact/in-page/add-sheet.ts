import { ownOf, setOwn } from '../../../page/in-page/own-nodes.ts';
/**
 * Puts a sheet behind the page's own. An adopted sheet is beyond the reach of a content security
 * policy, which a style element is not. Called again after the page has run: a page that adopts
 * sheets itself may have dropped this one. Runs in the page.
 */
export function addSheet(css: string): void {
  if (self !== top) return;
  const world = globalThis as typeof globalThis & { tintypeStyle?: CSSStyleSheet };
  if (!world.tintypeStyle) {
    world.tintypeStyle = new CSSStyleSheet();
    world.tintypeStyle.replaceSync(css);
  }
  const own = world.tintypeStyle;
  const others = ownOf(document, 'adoptedStyleSheets').filter((sheet) => sheet !== own);
  setOwn(document, 'adoptedStyleSheets', [...others, own]);
}
