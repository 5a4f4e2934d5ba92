import { setForNow, takeOut } from './document-html.ts';
import { onUndo, ownAttribute, ownElements, ownOf } from '@tintype/core/in-page';
import { childNodesOf } from './page-nodes.ts';

/** Fewer letters than this are no page. */
export const fewLetters = 200;

/** A page that shows more letters than this shows itself. */
export const manyLetters = 1500;

/** One that shows fewer, and less than this share of what it has, shows no more than its bars. */
export const leastShown = 0.05;

/** Shows content that waits for scripts, if there is next to none; returns whether it did. */
export function uncoverPage(root: Element, seen: number): boolean {
  if (seen >= manyLetters) return false;
  // Beside a bar, menus and dialogs that are not displayed may hold more than the page.
  const letters = lettersOf(root, seen >= fewLetters);
  const all = letters.get(root) ?? 0;
  if (seen >= fewLetters && seen > all * leastShown) return false;
  return showNoscripts(root, seen) || showLargest(root, seen, letters);
}

/** Replaces `noscript` elements with their content. */
export function showNoscripts(root: Element, seen: number): boolean {
  let isChanged = false;
  for (const noscript of ownElements(root, 'noscript')) {
    const written = ownOf(noscript, 'textContent') ?? '';
    const inner = new DOMParser().parseFromString(written, 'text/html');
    const body = ownOf(inner, 'body');
    if ((lettersOf(inner).get(inner) ?? 0) < Math.max(fewLetters, seen * 3)) continue;
    const box = Document.prototype.createElement.call(document, 'div');
    for (const child of childNodesOf(body)) box.append(child);
    noscript.after(box);
    onUndo(() => box.remove());
    takeOut(noscript);
    isChanged = true;
  }
  return isChanged;
}

/** Displays the boxes around most of the text; beside a bar they are only made visible. */
export function showLargest(
  root: Element,
  seen: number,
  letters: ReadonlyMap<Node, number>,
): boolean {
  const all = letters.get(root) ?? 0;
  if (all < Math.max(fewLetters, seen * 3)) return false;
  let isChanged = false;
  for (let box: Element | undefined = root; box; box = largestPart(box, letters, all)) {
    const { display, visibility } = getComputedStyle(box);
    if (display === 'none' && seen >= fewLetters) return isChanged;
    if (display !== 'none' && visibility === 'visible') continue;
    const style = styleOf(box);
    if (!style) continue;
    isChanged = true;
    setForNow(box, 'style', ownAttribute(box, 'style') ?? '');
    if (display === 'none') style.setProperty('display', 'block', 'important');
    if (visibility !== 'visible') {
      // An animation would win over any other style.
      style.setProperty('animation', 'none', 'important');
      style.setProperty('visibility', 'visible', 'important');
    }
  }
  return isChanged;
}

/** The inline styles of an element; other XML has none. */
export function styleOf(element: Element): CSSStyleDeclaration | undefined {
  return ownOf(element as HTMLElement, 'style') as CSSStyleDeclaration | undefined;
}

/** Number of letters of each element, or of those with a box; counted once for all. */
export function lettersOf(root: Node, isLaidOut = false): Map<Node, number> {
  const nodes: Node[] = [];
  const what = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = Document.prototype.createTreeWalker.call(document, root, what);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node);
  const letters = new Map<Node, number>([[root, 0]]);
  // Descendants come after their ancestor.
  for (const node of nodes.toReversed()) {
    const parent = ownOf(node, 'parentNode') as Node;
    let count = letters.get(node) ?? 0;
    if (node instanceof Text) {
      const { localName } = parent as Element;
      if (/^(script|style|noscript|template|textarea|title|option)$/.test(localName)) continue;
      if (isLaidOut && !Element.prototype.checkVisibility.call(parent)) continue;
      count = node.data.replace(/\s+/g, '').length;
    }
    letters.set(parent, (letters.get(parent) ?? 0) + count);
  }
  return letters;
}

/** The child with more than half of all letters. */
export function largestPart(
  box: Element,
  letters: ReadonlyMap<Node, number>,
  all: number,
): Element | undefined {
  for (const child of childNodesOf(box)) {
    if (child instanceof Element && (letters.get(child) ?? 0) > all / 2) return child;
  }
  return undefined;
}
