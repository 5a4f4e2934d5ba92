import { unwrapEmptyItems } from './empty-items.ts';
import { ownElements, ownShadow } from '../../../page/in-page/own-nodes.ts';
import { onUndo } from '../../../page/in-page/undo.ts';

/**
 * Adopts the rules of the paper. An adopted sheet comes after those of the page, and no security policy keeps it out. Shadow trees know no
 * other sheets than theirs. Runs in the page.
 */
export function adoptPaper(css: string): void {
  const world = globalThis as typeof globalThis & { tintypePaper?: CSSStyleSheet };
  const sheet = (world.tintypePaper ??= new CSSStyleSheet());
  sheet.replaceSync(css);
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    if (!root.adoptedStyleSheets.includes(sheet)) {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      onUndo(() => {
        root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
      });
    }
    for (const element of ownElements(root, '*')) {
      const shadowRoot = ownShadow(element);
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  unwrapEmptyItems(roots);
}
