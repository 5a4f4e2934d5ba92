import { ownOf, setOwn } from '../../../page/in-page/own-nodes.ts';
/** Adds a sheet after the page's own, again if the page dropped it. No policy blocks it. */
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
