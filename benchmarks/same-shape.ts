/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { parseHTML } from 'linkedom';

const blocks =
  /^(?:ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BODY|BR|DD|DETAILS|DIV|DL|DT|FIGURE|H[1-6]|HR|LI|OL|P|PRE|SECTION|TABLE|TBODY|TD|TH|THEAD|TR|UL)$/;

/**
 * Elements with their attributes and the texts between them, without what cannot carry meaning:
 * space at the edges of blocks, comments.
 */
export function shapeOf(html: string): string {
  const parts: string[] = [];
  let text = '';
  const close = (isBlock: boolean) => {
    const isAfterBlock = parts.at(-1)?.startsWith('\n') ?? true;
    const trimmed = isBlock ? text.trimEnd() : text;
    const shown = isAfterBlock ? trimmed.trimStart() : trimmed;
    if (shown !== '') parts.push(shown);
    text = '';
  };
  walk(bodyOf(html), {
    text(value, isCode) {
      text = isCode ? text + value : (text + value).replace(/\s+/g, ' ');
    },
    open(element) {
      const isBlock = blocks.test(element.nodeName);
      close(isBlock);
      const attributes = [...element.attributes]
        .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
        .toSorted();
      parts.push(`${isBlock ? '\n' : ''}<${[element.localName, ...attributes].join(' ')}>`);
    },
    close(element) {
      const isBlock = blocks.test(element.nodeName);
      close(isBlock && element.nodeName !== 'PRE');
      parts.push(`${isBlock ? '\n' : ''}</${element.localName}>`);
    },
  });
  close(true);
  return parts.join('');
}

/** The visible text: its lines, one for each block. */
export function linesOf(html: string): string {
  const lines: string[] = [];
  let text = '';
  const close = (element: Element) => {
    if (!blocks.test(element.nodeName)) return;
    if (/\S/.test(text)) lines.push(text.replace(/\s+/g, ' ').trim());
    text = '';
  };
  walk(bodyOf(html), {
    text: (value) => (text += value),
    open(element) {
      close(element);
      if (element.nodeName === 'IMG') text += element.getAttribute('alt') ?? '';
    },
    close,
  });
  if (/\S/.test(text)) lines.push(text.replace(/\s+/g, ' ').trim());
  return lines.join('\n');
}

interface Visitor {
  text(value: string, isCode: boolean): void;
  open(element: Element): void;
  close(element: Element): void;
}

function walk(element: Element, visitor: Visitor, isCode = false): void {
  for (const node of element.childNodes) {
    if (node.nodeType === 3) visitor.text(node.nodeValue ?? '', isCode);
    if (node.nodeType !== 1) continue;
    visitor.open(node as Element);
    walk(node as Element, visitor, isCode || node.nodeName === 'PRE');
    visitor.close(node as Element);
  }
}

function bodyOf(html: string): Element {
  return parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body;
}
