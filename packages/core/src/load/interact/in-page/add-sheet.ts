import { ownOf, setOwn } from '../../../page/in-page/own-nodes.ts';
/**
 * Adds a sheet after the page's own. A content security policy blocks a style element, but not an
 * adopted sheet. Called again after the page has run: a page that adopts sheets itself may have
 * dropped this one.
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
