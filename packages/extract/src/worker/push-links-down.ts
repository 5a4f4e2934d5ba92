import { elementsOf, holdsBlock, isBlankText, isBlock, isInside, unwrap } from './tree.ts';

/** A link cannot hold a block: where it does, one line of it takes the link. */
export function pushLinksDown(root: Element): void {
  for (const link of elementsOf(root, 'a')) {
    if (isInside(link, /^A$/)) {
      unwrap(link);
      continue;
    }
    moveEdgesOut(link);
    if (!holdsBlock(link)) continue;
    const line = titleLine(linesOf(link));
    if (line) wrap(line, link);
    unwrap(link);
  }
}

/** Spaces around an image would be lost with the edges of its link. */
function moveEdgesOut(link: Element): void {
  if (link.firstChild && isBlankText(link.firstChild)) {
    if (/\s$/.test(link.previousSibling?.nodeValue ?? '')) link.firstChild.remove();
    else link.before(link.firstChild);
  }
  if (link.lastChild && isBlankText(link.lastChild)) {
    if (/^\s/.test(link.nextSibling?.nodeValue ?? '')) link.lastChild.remove();
    else link.after(link.lastChild);
  }
}

/** The content of one line: neighbours that are not blocks. */
type Line = [ChildNode, ...ChildNode[]];

/** The lines of an element that say something, in their order. A listing cannot hold a link. */
function linesOf(element: Element, lines: Line[] = []): Line[] {
  let line: ChildNode[] = [];
  const close = () => {
    const [first, ...more] = line;
    if (first && line.some((node) => !isBlankText(node))) lines.push([first, ...more]);
    line = [];
  };
  for (const node of Array.from(element.childNodes)) {
    const isBox = node.nodeType === 1 && (isBlock(node) || holdsBlock(node as Element));
    if (!isBox) {
      line.push(node);
      continue;
    }
    close();
    if (node.nodeName !== 'PRE') linesOf(node as Element, lines);
  }
  close();
  return lines;
}

/** The line that names a link's target: a heading, else the first with words. */
function titleLine(lines: readonly Line[]): Line | undefined {
  const textOf = (line: Line) => line.map((node) => node.textContent ?? '').join('');
  const texts = lines.filter((line) => /\S/.test(textOf(line)));
  return (
    texts.find(([node]) => isHeading(node.parentNode)) ??
    texts.find((line) => /\p{L}{2}|[\u3040-\u9fff\uac00-\ud7af]/u.test(textOf(line))) ??
    texts[0] ??
    lines.find((line) => line.some(isImage))
  );
}

function isHeading(node: Node | null): boolean {
  return /^H[1-6]$/.test(node?.nodeName ?? '');
}

function isImage(node: Node): boolean {
  return (
    node.nodeName === 'IMG' ||
    (node.nodeType === 1 && elementsOf(node as Element, 'img').length > 0)
  );
}

function wrap(line: Line, link: Element): void {
  const inner = link.ownerDocument.createElement('a');
  for (const name of ['href', 'title']) {
    const value = link.getAttribute(name);
    if (value !== null) inner.setAttribute(name, value);
  }
  line[0].before(inner);
  for (const node of line) inner.append(node);
  moveEdgesOut(inner);
}
