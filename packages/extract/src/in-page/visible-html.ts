import { cleanText, escapeText } from './page-text.ts';
import { controlledIds } from './closed-parts.ts';
import { removeLineNumbers } from './code-blocks.ts';
import { isForm, openSafely } from './open-element.ts';
import { removeAll } from './document-html.ts';
import { readHead } from './page-head.ts';
import { ownAttribute, ownElements, ownOf } from '@tintype/core/in-page';
import { rootElement, shownRoot } from './page-nodes.ts';
import { placeStreamedParts } from './streamed-parts.ts';
import { uncoverPage } from './uncover.ts';
import type { Frame, PageProblem, VisibleOptions, VisiblePage } from './visible-types.ts';

/** The visible part of the page, by computed styles, as HTML with absolute URLs. */
export function readVisible(options: VisibleOptions): VisiblePage | PageProblem {
  removeAll(options.hideSelectors);
  const { selector } = options;
  const chosen = selector === undefined ? shownRoot() : ownElements(document, selector)[0];
  if (!chosen) return { problem: 'selector_not_found' };
  removeLineNumbers(chosen);
  placeStreamedParts(chosen);
  const told = options.closedParts ? { ...options, controlled: controlledIds(chosen) } : options;
  let read = readElement(chosen, told);
  if (uncoverPage(chosen, read.letters)) read = readElement(chosen, told);
  const { html, chars } = read;
  if (chars > options.maxChars) return { problem: 'too_large', chars };
  return {
    html: html.toWellFormed(),
    title: cleanText(String(ownOf(document, 'title'))).trim(),
    language: ownAttribute(rootElement(), 'lang') ?? '',
    url: ownOf(document, 'URL'),
    type: ownOf(document, 'contentType'),
    ...(options.head ? { head: readHead() } : {}),
  };
}

export function readElement(
  root: Element,
  options: VisibleOptions,
): { html: string; chars: number; letters: number } {
  const out: string[] = [];
  let chars = 0;
  let letters = 0;
  const emit = (text: string) => {
    chars += text.length;
    out.push(text);
  };
  const stack: Frame[] = [];
  const base = { keepsLines: false, isFlex: false, inHeading: false, depth: 0, closed: 0 };
  stack.push({ ...base, nodes: [root], index: 0, close: '', shown: true });
  for (let frame = stack.at(-1); frame && chars <= options.maxChars; frame = stack.at(-1)) {
    const node = frame.nodes[frame.index++];
    if (!node) {
      emit(frame.close);
      stack.pop();
    } else if (node.nodeType === 3) {
      const { data } = node as Text;
      if (!frame.shown) continue;
      if (frame.closed === 0) letters += data.trim().length;
      if (data.length > options.maxChars) chars += data.length;
      else emit(textHtml(data, frame.keepsLines));
    } else if (node.nodeType === 1 || isForm(node)) {
      const inner = openSafely(node as Element, frame, options, emit);
      if (inner) stack.push(inner);
    }
  }
  return { html: out.join(''), chars, letters };
}

export function textHtml(text: string, keepsLines: boolean): string {
  const clean = escapeText(cleanText(text));
  return keepsLines && /\S/.test(clean) ? clean.replace(/\r?\n/g, '<br>') : clean;
}
