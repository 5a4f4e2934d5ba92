import { descendants, elementsOf, isBlock, isInside, unwrap } from './tree.ts';

/** The attribute of what names a part that can be shown and hidden. */
export const summaryBox = 'data-summary';

/** turndown takes these for parts of a line, and would move the space at their edges. */
export function boxBlocks(root: Element): void {
  for (const part of elementsOf(root, 'details', 'summary')) {
    const box = root.ownerDocument.createElement('div');
    if (part.nodeName === 'SUMMARY') box.setAttribute(summaryBox, '');
    while (part.firstChild) box.append(part.firstChild);
    part.replaceWith(box);
  }
  const around = new Set<Element>();
  for (const block of descendants(root).filter(isBlock)) {
    let parent = block.parentNode as Element;
    while (parent !== root && !isBlock(parent) && !around.has(parent)) {
      around.add(parent);
      parent = parent.parentNode as Element;
    }
  }
  for (const element of around) if (!staysAround.test(element.nodeName)) unwrap(element);
}

/** Marks of quotation stand around blocks as well; the rest is no text. */
const staysAround = /^(Q|PRE|M[A-Z]+)$/i;

/** Elements that cannot contain a line of their own: inline elements, and lines. */
const inLine = /^(A|B|STRONG|I|EM|DEL|S|STRIKE|SUP|SUB|Q|RT|H[1-6]|SUMMARY|DT|T[DH])$/;

/** A formula is inline if its container has other content, else in a box of its own. */
export function boxFormulas(root: Element): void {
  for (const formula of elementsOf(root, 'math')) {
    if (formula.getAttribute('display') !== 'block') continue;
    if (isInside(formula, inLine)) {
      formula.removeAttribute('display');
      continue;
    }
    const box = root.ownerDocument.createElement('div');
    formula.replaceWith(box);
    box.append(formula);
  }
}
