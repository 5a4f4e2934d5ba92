import { elementsOf, isBlankText, isInside, unwrap } from './tree.ts';

/** Puts stray items and cells into lists and tables, and other things out of them. */
export function repairStructure(root: Element): void {
  for (const menu of elementsOf(root, 'menu', 'dir')) rename(menu, 'ul');
  for (const list of elementsOf(root, 'ul', 'ol')) repairList(list);
  for (const list of elementsOf(root, 'dl')) repairDefinitions(list);
  for (const part of elementsOf(root, 'td', 'th', 'caption')) {
    const isAtHome = part.nodeName === 'CAPTION' ? /^TABLE$/ : /^TR$/;
    if (!isAtHome.test(part.parentNode?.nodeName ?? '')) rename(part, 'div');
  }
  gather(root, /^LI$/, /^[UO]L$/, 'ul');
  gather(root, /^D[TD]$/, /^DL$/, 'dl');
  gather(root, /^TR$/, /^(TABLE|THEAD|TBODY|TFOOT)$/, 'table');
  gather(root, /^(THEAD|TBODY|TFOOT)$/, /^TABLE$/, 'table');
  for (const row of elementsOf(root, 'tr')) wrapOthers(row, /^T[DH]$/, ['td']);
  for (const part of elementsOf(root, 'thead', 'tbody', 'tfoot')) {
    wrapOthers(part, /^TR$/, ['tr', 'td']);
  }
  for (const table of elementsOf(root, 'table')) {
    wrapOthers(table, /^(CAPTION|THEAD|TBODY|TFOOT|TR)$/, ['tr', 'td']);
  }
}

/** Boxes between a list and its items go; what is no item becomes one. */
function repairList(list: Element): void {
  openBoxes(list, /^LI$/);
  wrapOthers(list, /^(LI|UL|OL)$/, ['li']);
}

function repairDefinitions(list: Element): void {
  openBoxes(list, /^D[TD]$/);
  wrapOthers(list, /^D[TD]$/, ['dd']);
}

/** Unwraps the children that hold parts of this list, as long as there are any. */
function openBoxes(list: Element, part: RegExp): void {
  for (let child = list.firstChild; child;) {
    const next: ChildNode | null = child.nextSibling;
    const isBox = child.nodeType === 1 && !part.test(child.nodeName) && !isList(child);
    if (isBox && holdsPart(child as Element, part, list)) {
      const first = child.firstChild;
      unwrap(child as Element);
      child = first ?? next;
    } else child = next;
  }
}

function isList(node: Node): boolean {
  return /^(UL|OL|DL|TABLE)$/.test(node.nodeName);
}

function holdsPart(box: Element, part: RegExp, list: Element): boolean {
  return elementsOf(box, 'li', 'dt', 'dd').some((one) => {
    if (!part.test(one.nodeName)) return false;
    for (let around = one.parentNode; around; around = around.parentNode) {
      if (around === list) return true;
      if (isList(around) || part.test(around.nodeName)) return false;
    }
    return false;
  });
}

/** Runs of children that do not fit are put into elements of these names, the outer one first. */
function wrapOthers(parent: Element, fitting: RegExp, names: readonly string[]): void {
  let run: ChildNode[] = [];
  const close = () => {
    if (run.some((node) => !isBlankText(node))) {
      const [outer, inner] = wrapperOf(parent, names);
      run[0]?.before(outer);
      for (const node of run) inner.append(node);
    }
    run = [];
  };
  for (const child of Array.from(parent.childNodes)) {
    if (fitting.test(child.nodeName)) close();
    else run.push(child);
  }
  close();
}

function wrapperOf(parent: Element, names: readonly string[]): [outer: Element, inner: Element] {
  const [first = 'div', ...more] = names;
  const outer = parent.ownerDocument.createElement(first);
  let inner = outer;
  for (const name of more) {
    const next = parent.ownerDocument.createElement(name);
    inner.append(next);
    inner = next;
  }
  return [outer, inner];
}

/** Runs of parts outside of what they are parts of get one of their own. */
function gather(root: Element, part: RegExp, home: RegExp, name: string): void {
  const names = ['li', 'dt', 'dd', 'tr', 'thead', 'tbody', 'tfoot'].filter((one) =>
    part.test(one.toUpperCase()),
  );
  for (const element of elementsOf(root, ...names)) {
    const parent = element.parentNode;
    if (!parent || home.test(parent.nodeName) || isInside(element, /^PRE$/)) continue;
    const box = root.ownerDocument.createElement(name);
    element.before(box);
    for (let node: ChildNode | null = element; node;) {
      const next: ChildNode | null = node.nextSibling;
      if (!part.test(node.nodeName) && !isBlankText(node)) break;
      box.append(node);
      node = next;
    }
  }
}

function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  while (element.firstChild) other.append(element.firstChild);
  element.replaceWith(other);
}
