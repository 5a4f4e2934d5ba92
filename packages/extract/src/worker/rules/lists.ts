import type TurndownService from 'turndown';
import type { Conversion } from '../conversion.ts';
import { marks } from '../marks.ts';
import { isBlankText } from '../tree.ts';
import { closedUp, sealed, trimmed, withListsClose } from './blank-lines.ts';
import { definitions, indented } from './definitions.ts';

/** Lists, each item indented by the width of its own marker. */
export function addListRules(turndown: TurndownService, conversion: Conversion): void {
  const { parts } = conversion;
  const bullets = new WeakMap<Node, boolean>();
  turndown.addRule('item', {
    filter: ['li', 'dt', 'dd'],
    replacement(content, node) {
      parts.set(node, trimmed(content).replace(/^(\[[ x]\])\s+/, '$1 '));
      return '';
    },
  });
  turndown.addRule('list', {
    filter: ['ul', 'ol'],
    replacement(_content, node) {
      const text = sealed(list(node, conversion, isSecond(node, bullets)));
      if (/^[UO]L$/.test(node.parentNode?.nodeName ?? '')) {
        // A list right inside a list belongs to the item before it.
        parts.set(node, text);
        return '';
      }
      return `\n\n${text}\n\n`;
    },
  });
  turndown.addRule('definitions', {
    filter: 'dl',
    replacement: (_content, node) => `\n\n${definitions(node, conversion)}\n\n`,
  });
}

function list(node: Element, conversion: Conversion, isOther: boolean): string {
  const children = shownChildren(node, conversion.parts);
  const tight = children.map(({ text }) => closedUp(text, conversion));
  const isLoose = tight.includes(undefined) || hasParagraphs(children.map(({ child }) => child));
  const items: string[] = [];
  const start = Number.parseInt(node.getAttribute('start') ?? '1', 10);
  let number = start >= 0 && start < 999_999_999 ? start : 1;
  let pad = '';
  for (const [index, { child, text }] of children.entries()) {
    const loose = holdsParagraph(child) ? text : withListsClose(text);
    const content = (isLoose ? undefined : tight[index]) ?? loose;
    if (child.nodeName !== 'LI') {
      const previous = items.pop();
      const between = isLoose ? '\n\n' : '\n';
      items.push(previous === undefined ? content : previous + between + indented(content, pad));
      continue;
    }
    const own = Number.parseInt(child.getAttribute('value') ?? '', 10);
    if (own >= 0 && own < 999_999_999) number = own;
    const marker =
      node.nodeName === 'OL' ? `${number++}${isOther ? ')' : '.'} ` : isOther ? '* ' : '- ';
    pad = ' '.repeat(marker.length);
    items.push(marker + (indented(content, pad).trimStart() || marks.gap));
  }
  return items.join(isLoose ? '\n\n' : '\n');
}

interface ShownChild {
  child: Element;
  text: string;
}

/** Items and lists with content. Empty items of a numbered list stay, for the others' numbers. */
function shownChildren(node: Element, parts: WeakMap<Node, string>): ShownChild[] {
  const all = [...node.children].map((child) => ({ child, text: parts.get(child) ?? '' }));
  const last = all.findLastIndex(({ text }) => text !== '');
  return all.filter(
    ({ child, text }, index) =>
      text !== '' || (node.nodeName === 'OL' && child.nodeName === 'LI' && index < last),
  );
}

/** Elements that no item has its own text in. */
const parted = /^(P|[UO]L|DL|BLOCKQUOTE|PRE|H[1-6]|HR|TABLE)$/;

/** Returns whether the items are in paragraphs, so that a browser leaves space between them. */
function hasParagraphs(items: readonly Element[]): boolean {
  const holdsLine = (item: Element) =>
    Array.from(item.childNodes).some((node) => !isBlankText(node) && !parted.test(node.nodeName));
  const holdsMore = (item: Element) => holdsParagraph(item) && item.children.length > 1;
  return items.some(holdsMore) || (items.some(holdsParagraph) && !items.some(holdsLine));
}

function holdsParagraph(item: Element): boolean {
  return [...item.children].some(({ nodeName }) => nodeName === 'P');
}

/** Two lists in a row would be read as one: the second takes the other marker. */
function isSecond(node: Node, known: WeakMap<Node, boolean>): boolean {
  const before = nodeBefore(node);
  const isOther = before?.nodeName === node.nodeName && known.get(before) === false;
  known.set(node, isOther);
  return isOther;
}

const transparent =
  /^(DIV|SECTION|ARTICLE|MAIN|NAV|HEADER|FOOTER|ASIDE|FORM|FIELDSET|DETAILS|FIGURE)$/;

function nodeBefore(node: Node): Node | undefined {
  let current: Node | null = node;
  for (let steps = 0; current && steps < 64; steps += 1) {
    let previous: Node | null = current.previousSibling;
    while (previous && isBlankText(previous)) previous = previous.previousSibling;
    if (previous) {
      while (transparent.test(previous.nodeName) && previous.lastChild)
        previous = previous.lastChild;
      return previous;
    }
    current = current.parentNode;
    if (!current || !transparent.test(current.nodeName)) return undefined;
  }
  return undefined;
}
