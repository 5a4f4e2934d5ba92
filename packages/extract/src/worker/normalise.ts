import { boxBlocks, boxFormulas } from './box-blocks.ts';
import { gatherNotes, noteLabel } from './gather-notes.ts';
import { pushLinksDown } from './push-links-down.ts';
import { repairStructure } from './repair-structure.ts';
import {
  descendants,
  elementsOf,
  holdsBlock,
  isBlankText,
  isBlock,
  isInside,
  unwrap,
} from './tree.ts';

const emphasis = ['b', 'strong', 'i', 'em', 'del', 's', 'strike'];

const meanings: Record<string, string> = {
  B: 'strong',
  STRONG: 'strong',
  I: 'em',
  EM: 'em',
  DEL: 'del',
  S: 'del',
  STRIKE: 'del',
};

/** Brings a page into shapes that Markdown can say; what is shown stays the same. */
export function normalise(root: Element): void {
  gatherNotes(root);
  unwrapBoxes(root);
  flattenHeadings(root);
  flattenCode(root);
  pushLinksDown(root);
  repairStructure(root);
  straightenEmphasis(root);
  mergeNeighbours(root);
  boxFormulas(root);
  tidyBreaks(root);
  partChoices(root);
  boxBlocks(root);
}

/** Boxes around a single box say nothing; without them code that descends is quicker. */
function unwrapBoxes(root: Element): void {
  for (const box of elementsOf(
    root,
    'div',
    'section',
    'article',
    'main',
    'header',
    'footer',
    'aside',
    'nav',
  )) {
    const only = onlyChild(box);
    const isNote = box.hasAttribute(noteLabel);
    if (only && isBlock(only) && !isItem(only) && !isNote) unwrap(box);
  }
}

/** All that an element shows, where that is one node. */
function onlyChild(element: Element): ChildNode | undefined {
  const [only, ...more] = Array.from(element.childNodes).filter((child) => !isBlankText(child));
  return more.length === 0 ? only : undefined;
}

function isItem(node: Node): boolean {
  return /^(LI|DT|DD|TR|TD|TH|TBODY|THEAD|TFOOT)$/.test(node.nodeName);
}

/** A heading is one line, and so is what names a part that can be shown and hidden. */
function flattenHeadings(root: Element): void {
  for (const heading of elementsOf(root, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary')) {
    if (!heading.parentNode || !holdsBlock(heading)) continue;
    if (heading.nodeName === 'SUMMARY' && holdsMore(heading)) continue;
    for (const block of descendants(heading).filter(isBlock)) {
      block.before(' ');
      block.after(' ');
      unwrap(block);
    }
    for (const edge of [heading.firstChild, heading.lastChild]) {
      if (edge && isBlankText(edge)) edge.remove();
    }
  }
  for (const term of elementsOf(root, 'dt')) {
    const only = onlyChild(term);
    if (only && /^H[1-6]$/.test(only.nodeName)) unwrap(only as Element);
  }
}

/** More than a line can say. */
function holdsMore(summary: Element): boolean {
  const more = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table', 'pre', 'blockquote'];
  return elementsOf(summary, ...more).length > 0;
}

/** A code span holds text only. A link in it goes around its own part. */
function flattenCode(root: Element): void {
  for (const pre of elementsOf(root, 'pre')) {
    for (const br of elementsOf(pre, 'br')) br.replaceWith('\n');
    const [only, ...more] = pre.children;
    const names = only?.getAttribute('class');
    if (names && more.length === 0 && !pre.hasAttribute('class')) pre.setAttribute('class', names);
    // turndown asks for the space around all text but code, in quadratic time.
    const code = root.ownerDocument.createElement('code');
    code.textContent = pre.textContent;
    pre.replaceChildren(code);
  }
  for (const code of elementsOf(root, 'code', 'kbd', 'samp', 'tt')) {
    if (isInside(code, /^(CODE|KBD|SAMP|TT|PRE)$/)) {
      unwrap(code);
      continue;
    }
    if (breakLines(code)) continue;
    const links = elementsOf(code, 'a');
    if (links.length === 0 || code.ownerDocument === null) continue;
    for (const link of links) {
      const inner = code.ownerDocument.createElement('code');
      inner.textContent = link.textContent;
      link.textContent = '';
      link.append(inner);
    }
    for (const child of Array.from(code.childNodes)) {
      if (child.nodeType === 1 && elementsOf(child as Element, 'a').length > 0) continue;
      if (child.nodeName === 'A' || isBlankText(child)) continue;
      const inner = code.ownerDocument.createElement('code');
      child.replaceWith(inner);
      inner.append(child);
    }
    unwrap(code);
  }
}

/** Code over several lines is a listing if it is alone. Returns whether it is one now. */
function breakLines(code: Element): boolean {
  const breaks = elementsOf(code, 'br');
  if (breaks.length === 0) return false;
  const { parentNode, ownerDocument } = code;
  const siblings = Array.from(parentNode?.childNodes ?? []);
  const isAlone = siblings.every((node) => node === code || isBlankText(node));
  const isListing =
    isAlone && parentNode !== null && /^(P|DIV|LI|DD|TD|SECTION|BODY)$/.test(parentNode.nodeName);
  for (const br of breaks) br.replaceWith(isListing ? '\n' : ' ');
  if (!isListing) return false;
  const listing = ownerDocument.createElement('pre');
  listing.textContent = code.textContent;
  code.replaceWith(listing);
  return true;
}

/** No emphasis inside the same, around blocks, or where everything is strong anyway. */
function straightenEmphasis(root: Element): void {
  for (const element of elementsOf(root, ...emphasis)) {
    const meaning = meanings[element.nodeName] ?? '';
    const isSaid = isEmphasised(element, meaning);
    if (isSaid || holdsBlock(element) || isInside(element, /^(CODE|PRE)$/)) unwrap(element);
  }
}

function isEmphasised(element: Element, meaning: string): boolean {
  for (let parent = element.parentNode; parent; parent = parent.parentNode) {
    // Emphasis inside emphasis adds to it, unless it is all of it; strong inside strong adds nothing.
    if (meanings[parent.nodeName] === meaning) return meaning !== 'em' || isAlone(element, parent);
    if (meaning === 'strong' && /^(H[1-6]|TH|DT|SUMMARY)$/.test(parent.nodeName)) return true;
    if (isBlock(parent)) return false;
  }
  return false;
}

/** Returns whether an element is the only content of an ancestor. */
function isAlone(element: Element, around: Node): boolean {
  for (let node: Node | null = element; node && node !== around; node = node.parentNode) {
    const { previousSibling, nextSibling } = node;
    const hasNeighbour =
      skipBlank(previousSibling, 'previousSibling') ?? skipBlank(nextSibling, 'nextSibling');
    if (hasNeighbour) return false;
  }
  return true;
}

/** `**a****b**` would not be read as two. */
function mergeNeighbours(root: Element): void {
  for (const element of elementsOf(root, ...emphasis, 'code', 'kbd', 'samp', 'tt')) {
    if (!element.parentNode) continue;
    for (;;) {
      const next = element.nextSibling;
      if (next?.nodeType !== 1 || kindOf(next) !== kindOf(element)) break;
      while (next.firstChild) element.append(next.firstChild);
      (next as Element).remove();
    }
  }
}

function kindOf(node: Node): string {
  return meanings[node.nodeName] ?? (/^(CODE|KBD|SAMP|TT)$/.test(node.nodeName) ? 'code' : 'other');
}

/** Line breaks at the edges of a block show nothing; two in a row are a new paragraph. */
function tidyBreaks(root: Element): void {
  for (const br of elementsOf(root, 'br')) {
    if (!br.parentNode) continue;
    const next = skipBlank(br.nextSibling, 'nextSibling');
    const previous = skipBlank(br.previousSibling, 'previousSibling');
    const parentIsBlock = isBlock(br.parentNode) || br.parentNode === root;
    const isFirst = previous === null ? parentIsBlock : isBlock(previous);
    const isLast = next === null ? parentIsBlock : isBlock(next);
    if (isFirst || isLast) {
      // With the space around it, which every break after it would pass again.
      for (const step of ['nextSibling', 'previousSibling'] as const) {
        for (let blank = br[step]; blank && isBlankText(blank); blank = br[step]) blank.remove();
      }
      br.remove();
    } else if (next?.nodeName === 'BR') {
      const gap = root.ownerDocument.createElement('div');
      while (skipBlank(br.nextSibling, 'nextSibling')?.nodeName === 'BR') br.nextSibling?.remove();
      // An empty block ends one paragraph and begins the next.
      if (parentIsBlock) br.replaceWith(gap);
    }
  }
}

function skipBlank(
  from: ChildNode | null,
  step: 'nextSibling' | 'previousSibling',
): ChildNode | null {
  let node = from;
  while (node && isBlankText(node)) node = node[step];
  return node;
}

/** Options are below each other in their box, and buttons in boxes of their own. */
function partChoices(root: Element): void {
  for (const choice of elementsOf(root, 'option', 'optgroup', 'button')) {
    choice.before(' ');
    choice.after(' ');
  }
}
