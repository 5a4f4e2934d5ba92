import { elementsOf, isInside } from './tree.ts';

/** The attribute that names a note, and each place that refers to it. */
export const noteLabel = 'data-note-label';

/** Longer text is a part of the page that a link leads to. */
const longest = 5000;

/** Notes and the signs that lead to them become `[^1]` and `[^1]: text`. */
export function gatherNotes(root: Element): void {
  const links = elementsOf(root, 'a').filter((link) => link.hasAttribute('data-note'));
  if (links.length === 0) return;
  const targets = new Map<string, Element>();
  for (const element of elementsOf(root, 'li', 'p', 'div', 'aside', 'dd')) {
    const id = element.getAttribute('id');
    if (id && !targets.has(id)) targets.set(id, element);
  }
  const labels = new Map<Element, string>();
  const textOf = textReader();
  for (const link of links) {
    const note = targets.get(decoded(link.getAttribute('data-note') ?? ''));
    if (!note || isAround(note, link) || textOf(note).length > longest) continue;
    const label = labels.get(note) ?? String(labels.size + 1);
    labels.set(note, label);
    refer(link, label, textOf);
  }
  const lists = new Set<Element>();
  for (const [note, label] of labels) define(note, label, lists);
  for (const list of lists) if (elementsOf(list, 'li').length === 0) list.remove();
}

/** Any number of links may lead to one note, or be in one element: its text is assembled once. */
function textReader(): (element: Element) => string {
  const texts = new Map<Element, string>();
  return (element) => {
    const text = texts.get(element) ?? element.textContent ?? '';
    texts.set(element, text);
    return text;
  };
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

function isAround(note: Element, link: Element): boolean {
  for (let node: Node | null = link; node; node = node.parentNode) if (node === note) return true;
  return false;
}

/** The sign above the line goes with the link: Markdown's is one. */
function refer(link: Element, label: string, textOf: (element: Element) => string): void {
  const sign = link.ownerDocument.createElement('span');
  sign.setAttribute(noteLabel, label);
  sign.textContent = label;
  const parent = link.parentNode as Element | null;
  const isAlone = parent?.nodeName === 'SUP' && textOf(parent).trim() === link.textContent?.trim();
  if (parent && isAlone) parent.replaceWith(sign);
  else link.replaceWith(sign);
}

/** The lists that a note was an item of are added to `lists`. */
function define(note: Element, label: string, lists: Set<Element>): void {
  for (const link of elementsOf(note, 'a')) {
    if (link.hasAttribute('data-back') || link.hasAttribute('data-note')) link.remove();
  }
  const first = note.firstChild;
  if (first?.nodeType === 3) first.nodeValue = (first.nodeValue ?? '').replace(/^\s*\^\s*/, '');
  const definition = note.ownerDocument.createElement('div');
  definition.setAttribute(noteLabel, label);
  while (note.firstChild) definition.append(note.firstChild);
  const list = note.parentNode as Element | null;
  if (note.nodeName !== 'LI' || !list || !/^[UO]L$/.test(list.nodeName) || isInside(list, /^LI$/)) {
    note.replaceWith(definition);
    return;
  }
  list.before(definition);
  note.remove();
  lists.add(list);
}
