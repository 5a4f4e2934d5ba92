import { onUndo } from '@tintype/core';
import { setForNow, takeOut } from './document-html.ts';
import { attributeOf, childNodesOf, findAll, ownValue, parentOf } from './page-nodes.ts';

/** Fewer letters than this are no page. */
export const fewLetters = 200;

/**
 * Shows what waits for scripts that did not do their work: where a page shows next to nothing, what it has for browsers without
 * scripts takes its place, and boxes around most of its text are displayed. Says whether anything changed. Runs in the page.
 */
export function uncoverPage(root: Element, seen: number): boolean {
  if (seen >= fewLetters) return false;
  let isChanged = false;
  for (const noscript of findAll(root, 'noscript')) {
    const written = ownValue(noscript, Node.prototype, 'textContent') as string;
    const inner = new DOMParser().parseFromString(written, 'text/html');
    if (lettersOf(inner.documentElement) < Math.max(fewLetters, seen * 3)) continue;
    const box = Document.prototype.createElement.call(document, 'div');
    for (const child of childNodesOf(inner.body)) box.append(child);
    noscript.after(box);
    onUndo(() => box.remove());
    takeOut(noscript);
    isChanged = true;
  }
  const all = lettersOf(root);
  if (isChanged || all < Math.max(fewLetters, seen * 3)) return isChanged;
  for (let box: Element | undefined = root; box; box = largestPart(box, all)) {
    const { display, visibility } = getComputedStyle(box);
    if (display !== 'none' && visibility === 'visible') continue;
    isChanged = true;
    setForNow(box, 'style', attributeOf(box, 'style') ?? '');
    const { style } = box as HTMLElement;
    if (display === 'none') style.setProperty('display', 'block', 'important');
    if (visibility !== 'visible') {
      // An animation would win over any other style.
      style.setProperty('animation', 'none', 'important');
      style.setProperty('visibility', 'visible', 'important');
    }
  }
  return isChanged;
}

/** How many letters an element has, whether or not they show. */
export function lettersOf(root: Element): number {
  let count = 0;
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const name = parentOf(node)?.localName ?? '';
    if (/^(script|style|noscript|template|textarea|title|option)$/.test(name)) continue;
    count += (node.nodeValue ?? '').replace(/\s+/g, '').length;
  }
  return count;
}

export function largestPart(box: Element, all: number): Element | undefined {
  for (const child of childNodesOf(box)) {
    if (child.nodeType === 1 && lettersOf(child as Element) > all / 2) return child as Element;
  }
  return undefined;
}
