import { unwrapEmptyItems } from './empty-items.ts';
import { ownElements, ownOf, ownShadow, setOwn } from '../../../page/in-page/own-nodes.ts';
import { onUndo } from '../../../page/in-page/undo.ts';

/** Adopts rules after the page's own sheets; no security policy blocks them. */
export function adoptPaper(css: string): void {
  const world = globalThis as typeof globalThis & { tintypePaper?: CSSStyleSheet };
  const sheet = (world.tintypePaper ??= new CSSStyleSheet());
  sheet.replaceSync(css);
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    const adopted = () => ownOf(root, 'adoptedStyleSheets');
    const adopt = (sheets: CSSStyleSheet[]) => setOwn(root, 'adoptedStyleSheets', sheets);
    if (!adopted().includes(sheet)) {
      adopt([...adopted(), sheet]);
      onUndo(() => adopt(adopted().filter((each) => each !== sheet)));
    }
    for (const element of ownElements(root, '*')) {
      const shadowRoot = ownShadow(element);
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  unwrapEmptyItems(roots);
}
