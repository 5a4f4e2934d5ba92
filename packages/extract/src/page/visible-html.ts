import { describeMath, mathSource } from './page-math.ts';
import { imageHtml, isHiddenFromEyes, mediaHtml } from './page-media.ts';
import { cleanText, escapeAttribute, escapeText, webAddress } from './page-text.ts';
import { codeHtml, removeLineNumbers } from './page-code.ts';
import { removeAll, rootElement } from './document-html.ts';
import { attributesFor, hasGap, inlineTags, leafHtml, namesOf, tagsFor } from './page-tags.ts';
import type { PageProblem } from './problem.ts';
import type { Frame, VisibleOptions, VisiblePage } from './visible-types.ts';

/**
 * The part of the page that a person sees, as HTML with absolute addresses and without styles: what is hidden is told by the styles
 * that the browser computed, not by guesses from the markup. Runs in the page.
 */
export function readVisible(options: VisibleOptions): VisiblePage | PageProblem {
  removeAll(options.hideSelectors);
  const chosen =
    options.selector === undefined ? document.body : document.querySelector(options.selector);
  if (options.selector !== undefined && !chosen) return { problem: 'selector_not_found' };
  if (chosen) removeLineNumbers(chosen);
  const out: string[] = [];
  let chars = 0;
  const emit = (text: string) => {
    chars += text.length;
    out.push(text);
  };
  const stack: Frame[] = [];
  const base = { keepsLines: false, isFlex: false, inHeading: false, depth: 0 };
  if (chosen) stack.push({ ...base, nodes: [chosen], index: 0, close: '', shown: true });
  for (let frame = stack.at(-1); frame && chars <= options.maxChars; frame = stack.at(-1)) {
    const node = frame.nodes[frame.index++];
    if (!node) {
      emit(frame.close);
      stack.pop();
    } else if (node.nodeType === 3) {
      if (frame.shown) emit(textHtml((node as Text).data, frame.keepsLines));
    } else if (node.nodeType === 1 || isForm(node)) {
      const inner = openElement(node as Element, frame, options, emit);
      if (inner) stack.push(inner);
    }
  }
  if (chars > options.maxChars) return { problem: 'too_large', chars };
  return {
    html: out.join('').toWellFormed(),
    title: cleanText(String(document.title)).trim(),
    language: rootElement().getAttribute('lang') ?? '',
    url: document.URL,
  };
}

export function textHtml(text: string, keepsLines: boolean): string {
  const clean = escapeText(cleanText(text));
  return keepsLines && /\S/.test(clean) ? clean.replace(/\r?\n/g, '<br>') : clean;
}

/** Writes what stands before the children and says how to read them; nothing when they are not to be read. */
export function openElement(
  element: Element,
  parent: Frame,
  options: VisibleOptions,
  emit: (html: string) => void,
): Frame | undefined {
  if (isForm(element)) return openForm(element, parent, emit);
  const name = element.localName;
  if (/^(script|style|template|head|title|meta|link|base|source|track|area|datalist)$/.test(name)) {
    if (name === 'script') emit(mathSource(element));
    return undefined;
  }
  const math = describeMath(element);
  if (math !== undefined) {
    emit(math);
    return undefined;
  }
  if (name === 'noscript' && options.scriptsRan) return undefined;
  const style = getComputedStyle(element);
  if (isHiddenFromEyes(element, style)) return undefined;
  const shown = style.visibility === 'visible' && style.fontSize !== '0px';
  const leaf = leafHtml(element, name, style, parent, shown, options);
  if (leaf !== undefined) {
    emit(leaf);
    return undefined;
  }
  const [open, close] = tagsFor(element, name, style, parent, options);
  emit(open);
  return {
    nodes: childrenOf(element, name),
    index: 0,
    close,
    shown,
    keepsLines: /^(preserve|break)/.test(style.whiteSpaceCollapse),
    isFlex: /flex|grid/.test(style.display),
    inHeading: parent.inHeading || /^(h[1-6]|summary|dt|legend)$/.test(name),
    depth: parent.depth + (open === '' ? 0 : 1),
  };
}

export function openForm(
  element: Element,
  parent: Frame,
  emit: (html: string) => void,
): Frame | undefined {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.contentVisibility === 'hidden') return undefined;
  emit('<div>');
  return {
    ...parent,
    nodes: childrenOf(element, 'form'),
    index: 0,
    close: '</div>',
    shown: style.visibility === 'visible',
    isFlex: /flex|grid/.test(style.display),
    depth: parent.depth + 1,
  };
}

/** The children as they are laid out: of the shadow tree, with what is slotted into it. */
export function childrenOf(element: Element, name: string): readonly Node[] {
  if (!isForm(element) && element.shadowRoot) return [...element.shadowRoot.childNodes];
  if (name === 'slot' && element.getRootNode() instanceof ShadowRoot) {
    return (element as HTMLSlotElement).assignedNodes({ flatten: true });
  }
  if (!isForm(element)) return [...element.childNodes];
  const getter = Object.getOwnPropertyDescriptor(Node.prototype, 'childNodes')?.get;
  return Array.from((getter?.call(element) as NodeList | undefined) ?? []);
}

/** Fields can take the place of a form's own properties: nothing of a form is asked by its name. Runs in the page. */
export function isForm(node: Node): boolean {
  return Object.prototype.toString.call(node) === '[object HTMLFormElement]';
}

/** The functions that {@link readVisible} needs beside it. */
export const visibleParts = [
  removeAll,
  rootElement,
  textHtml,
  openElement,
  openForm,
  childrenOf,
  isForm,
  leafHtml,
  tagsFor,
  hasGap,
  inlineTags,
  namesOf,
  attributesFor,
  cleanText,
  escapeText,
  escapeAttribute,
  webAddress,
  describeMath,
  mathSource,
  imageHtml,
  mediaHtml,
  isHiddenFromEyes,
  codeHtml,
  removeLineNumbers,
];
