import type TurndownService from 'turndown';
import type { Conversion } from '../conversion.ts';
import { marks } from '../marks.ts';
import { isBlankText } from '../tree.ts';

/** Lists, each item indented by the width of its own marker. */
export function addListRules(turndown: TurndownService, { parts }: Conversion): void {
  const bullets = new WeakMap<Node, boolean>();
  turndown.addRule('item', {
    filter: ['li', 'dt', 'dd'],
    replacement(content, node) {
      const text = content.replace(/^\s*\n|^[ \t]+|\s+$/g, '').replace(/^(\[[ x]\]) +/, '$1 ');
      // Only paragraphs make a list loose, not the boxes that its parts stand in.
      const tight = text.replace(/\n\n(?=(?:[-*]|\d{1,9}[.)]) )/g, '\n');
      const isLoose = tight.includes('\n\n') || holdsParagraph(node as Element);
      parts.set(node, isLoose ? text : tight);
      return '';
    },
  });
  turndown.addRule('list', {
    filter: ['ul', 'ol'],
    replacement(_content, node) {
      const text = list(node as Element, parts, isSecond(node, bullets));
      const parent = node.parentNode?.nodeName ?? '';
      if (/^[UO]L$/.test(parent)) {
        // A list right inside a list belongs to the item before it.
        parts.set(node, text);
        return '';
      }
      return parent === 'LI' ? `\n${text}\n` : `\n\n${text}\n\n`;
    },
  });
  turndown.addRule('definitions', {
    filter: 'dl',
    replacement: (_content, node) => `\n\n${definitions(node as Element, parts)}\n\n`,
  });
}

function holdsParagraph(item: Element): boolean {
  return [...item.children].some(({ nodeName }) => nodeName === 'P');
}

function list(node: Element, parts: WeakMap<Node, string>, isOther: boolean): string {
  const items: string[] = [];
  const start = Number.parseInt(node.getAttribute('start') ?? '1', 10);
  let number = start >= 0 && start < 999_999_999 ? start : 1;
  let pad = '';
  for (const child of node.childNodes) {
    const content = parts.get(child);
    if (content === undefined || content === '') continue;
    if (child.nodeName !== 'LI') {
      const previous = items.pop();
      if (previous === undefined) items.push(content);
      else items.push(`${previous}\n${indented(content, pad)}`);
      continue;
    }
    const own = Number.parseInt((child as Element).getAttribute('value') ?? '', 10);
    if (own >= 0 && own < 999_999_999) number = own;
    const marker =
      node.nodeName === 'OL' ? `${number++}${isOther ? ')' : '.'} ` : isOther ? '* ' : '- ';
    pad = ' '.repeat(marker.length);
    items.push(marker + indented(content, pad).trimStart());
  }
  return items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n');
}

function indented(text: string, pad: string): string {
  return text.replace(/^(?=.)/gm, pad);
}

/** Two lists of one kind that follow each other would be read as one: the second takes the other marker. */
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

/** Terms in strong letters, each with what it means; Markdown has no such list. */
function definitions(node: Element, parts: WeakMap<Node, string>): string {
  const groups: { terms: string[]; meanings: string[] }[] = [];
  const entries = [...node.children].flatMap((child) =>
    child.nodeName === 'DIV' ? [...child.children] : [child],
  );
  for (const entry of entries) {
    const content = parts.get(entry) ?? '';
    if (content === '') continue;
    const last = groups.at(-1);
    if (entry.nodeName === 'DT') {
      if (last && last.meanings.length === 0) last.terms.push(content);
      else groups.push({ terms: [content], meanings: [] });
    } else if (last) last.meanings.push(content);
    else groups.push({ terms: [], meanings: [content] });
  }
  const isList = groups.some(({ terms, meanings }) => terms.length > 0 && meanings.length > 0);
  const isTight = isList && groups.every(({ terms }) => terms.length > 0);
  return groups.map((group) => definition(group, isList)).join(isTight ? '\n' : '\n\n');
}

function definition(
  { terms, meanings }: { terms: string[]; meanings: string[] },
  isList: boolean,
): string {
  const bold = terms.map((term) =>
    /\n/.test(term) ? term : marks.strongOpen + term + marks.strongClose,
  );
  const [meaning] = meanings;
  if (!isList || terms.length === 0) return [...bold, ...meanings].join('\n\n');
  const term = bold.join(', ');
  if (meaning === undefined) return `- ${term}`;
  if (meanings.length === 1 && !meaning.includes('\n')) return `- ${term}: ${meaning}`;
  if (meanings.length === 1) return `- ${term}\n\n${indented(meaning, '  ')}`;
  return `- ${term}\n${meanings.map((one) => `  - ${indented(one, '    ').trimStart()}`).join('\n')}`;
}
