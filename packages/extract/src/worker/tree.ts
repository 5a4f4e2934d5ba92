const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LEGEND LI MAIN MENU NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);

/** Returns whether a node starts a line of its own. */
export function isBlock(node: Node): boolean {
  return blocks.has(node.nodeName);
}

/** Returns whether a node shows nothing. */
export function isBlankText(node: Node): boolean {
  return node.nodeType === 8 || (node.nodeType === 3 && !/\S/.test(node.nodeValue ?? ''));
}

/** A text as one line, without space around it. */
export function oneLine(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** Every element inside, in document order. linkedom knows no `getElementsByTagName('*')`. */
export function descendants(root: Element): Element[] {
  const found: Element[] = [];
  let node: Node | null = root.firstChild;
  while (node) {
    if (node.nodeType === 1) found.push(node as Element);
    if (node.firstChild) {
      node = node.firstChild;
      continue;
    }
    while (node && node !== root && !node.nextSibling) node = node.parentNode;
    node = node === root ? null : (node?.nextSibling ?? null);
  }
  return found;
}

/** Every element of these names, in the order of the document, as they are now. */
export function elementsOf(root: Element, ...names: string[]): Element[] {
  return descendants(root).filter(({ localName }) => names.includes(localName));
}

/** Puts the children of an element into its place. */
export function unwrap(element: Element): void {
  const { parentNode } = element;
  while (element.firstChild) parentNode?.insertBefore(element.firstChild, element);
  element.remove();
}

/** Returns whether there is a block anywhere inside. */
export function holdsBlock(element: Element): boolean {
  return descendants(element).some(isBlock);
}

/** Returns whether an ancestor has one of these names, up to and without `root`. */
export function isInside(node: Node, names: RegExp): boolean {
  for (let parent = node.parentNode; parent; parent = parent.parentNode) {
    if (names.test(parent.nodeName)) return true;
  }
  return false;
}

/** Returns the longest first-level heading in the document's title, else the only one, else ''. */
export function headingOf(body: Element, title: string): string {
  const texts = elementsOf(body, 'h1')
    .map((heading) => oneLine(heading.textContent))
    .filter(Boolean);
  const [named] = texts
    .filter((text) => oneLine(title).includes(text))
    .toSorted((a, b) => b.length - a.length);
  return named ?? (texts.length === 1 ? texts[0]! : '');
}
