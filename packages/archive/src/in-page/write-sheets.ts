import { documentElementAs, onUndo, ownElements, ownOf, ownShadow } from '@tintype/core/in-page';

/** Writes sheets that scripts made into elements: an archive contains no others. */
export function writeSheets(): void {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of ownElements(root, '*')) {
      const shadowRoot = ownShadow(element);
      if (shadowRoot) roots.push(shadowRoot);
    }
    const sheets = ownOf(root, 'adoptedStyleSheets').filter((sheet) => !sheet.disabled);
    const parent = root === document ? documentElementAs('documentElement') : root;
    if (sheets.length === 0 || !parent) continue;
    const style = Document.prototype.createElementNS.call(
      document,
      'http://www.w3.org/1999/xhtml',
      'style',
    );
    style.textContent = sheets.map(sheetText).join('\n');
    parent.append(style);
    onUndo(() => style.remove());
  }
}

/** The rules of a sheet, inside its media query. */
export function sheetText({ cssRules, media }: CSSStyleSheet): string {
  const rules = Array.from(cssRules, ({ cssText }) => cssText).join('\n');
  return media.mediaText === '' ? rules : `@media ${media.mediaText} {\n${rules}\n}`;
}
