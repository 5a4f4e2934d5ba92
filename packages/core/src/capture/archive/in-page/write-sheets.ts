/**
 * Writes sheets that scripts made into elements, behind all others, as sheets without an element are in no archive. Runs in the page.
 */
export function writeSheets(): void {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    if (root.adoptedStyleSheets.length === 0) continue;
    const style = document.createElement('style');
    style.textContent = root.adoptedStyleSheets
      .flatMap((sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText))
      .join('\n');
    (root === document ? document.documentElement : root).append(style);
  }
}
