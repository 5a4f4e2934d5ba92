import { describeMath, mathSource } from './page-math.ts';
import { imageHtml, isHiddenFromEyes, mediaHtml } from './page-media.ts';
import { cleanText, escapeAttribute, escapeText, webAddress } from './page-text.ts';
import { codeHtml, removeLineNumbers } from './page-code.ts';
import { removeAll, rootElement } from './document-html.ts';
import type { PageProblem } from './problem.ts';

/** What {@link readVisible} is told. */
export interface VisibleOptions {
  selector?: string;
  hideSelectors: readonly string[];
  maxChars: number;
  /** Deeper elements lose their tags, not their text. */
  maxDepth: number;
  /** Whether scripts ran, so that what is meant for browsers without them is not shown. */
  scriptsRan: boolean;
  /** Links on this host stay as they were written: it exists only inside the render. */
  ownHost: string;
}

/** What a person sees of the page, as plain HTML. */
export interface VisiblePage {
  html: string;
  title: string;
  language: string;
  url: string;
}

/** An element that is open while its children are read. */
export interface Frame {
  nodes: readonly Node[];
  index: number;
  close: string;
  /** Whether its own text is seen; children can be visible in a hidden parent. */
  shown: boolean;
  keepsLines: boolean;
  /** Lays its children out itself, so that words beside each other do not run together. */
  isFlex: boolean;
  inHeading: boolean;
  depth: number;
}

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

/** Elements that are read in one piece, or not at all. */
export function leafHtml(
  element: Element,
  name: string,
  style: CSSStyleDeclaration,
  parent: Frame,
  shown: boolean,
  options: VisibleOptions,
): string | undefined {
  switch (name) {
    case 'br':
    case 'hr':
      return `<${name}>`;
    case 'wbr':
      return '';
    case 'img':
      return shown ? imageHtml(element as HTMLImageElement, options.ownHost) : '';
    case 'input': {
      const { type, checked } = element as HTMLInputElement;
      if (!shown || type !== 'checkbox' || !element.closest('li')) return '';
      return `<input type="checkbox"${checked ? ' checked' : ''}>`;
    }
    case 'svg':
    case 'canvas':
    case 'select':
    case 'textarea':
    case 'progress':
    case 'meter':
      return '';
    case 'a': {
      // A sign beside a heading that leads to the heading itself.
      const isSign = parent.inHeading && !/[\p{L}\p{N}]/u.test(element.textContent ?? '');
      return isSign && !element.querySelector('img') ? '' : undefined;
    }
    case 'button': {
      // Controls are no text, but what opens an answer or a menu names it.
      const opensList = element.parentElement?.matches('li:has(ul, ol)');
      return parent.inHeading || opensList ? undefined : '';
    }
    case 'video':
    case 'audio':
    case 'iframe':
    case 'frame':
    case 'embed':
    case 'object':
      return shown ? mediaHtml(element, name, options.ownHost) : '';
    case 'pre':
      return codeHtml(element as HTMLElement);
    case 'code':
      return style.display === 'block' && /\n/.test(element.textContent ?? '')
        ? codeHtml(element as HTMLElement)
        : undefined;
    default:
      return undefined;
  }
}

/** The tags that stand for an element: its own where they mean something, else what its box looks like. */
export function tagsFor(
  element: Element,
  name: string,
  style: CSSStyleDeclaration,
  parent: Frame,
  options: VisibleOptions,
): [open: string, close: string] {
  const { display } = style;
  const isBox = !/^(inline|contents|ruby)/.test(display);
  const floats = style.float !== 'none';
  const besides = isBox && !floats && (parent.isFlex || /absolute|fixed/.test(style.position));
  if (parent.depth >= options.maxDepth) return isBox ? ['<br>', ''] : ['', ''];
  if (/^(b|strong|i|em|code|kbd|samp|tt|del|s|strike|sub|sup|q|ruby|rt|rp|a)$/.test(name)) {
    const [open, close] = inlineTags(element, name, options);
    const gap = hasGap(style, display);
    if (besides || gap) return [` ${open}`, `${close} `];
    return isBox && !floats ? [`<div>${open}`, `${close}</div>`] : [open, close];
  }
  const level = element.getAttribute('role') === 'heading' && element.getAttribute('aria-level');
  if (level) {
    const heading = `h${Math.min(6, Math.max(1, Number.parseInt(level, 10) || 2))}`;
    return [`<${heading}>`, `</${heading}>`];
  }
  if (/^(h[1-6]|ul|ol|li|dl|dt|dd|blockquote|t[drh]|tbody|thead|tfoot|table)$/.test(name)) {
    return [`<${name}${attributesFor(element, name)}>`, `</${name}>`];
  }
  if (/^(caption|figure|figcaption|details|summary)$/.test(name))
    return [`<${name}>`, `</${name}>`];
  const isDivision =
    /^(p|div|article|section|main|nav|header|footer|aside|address|fieldset|legend)$/.test(name);
  if (isDivision && isBox) return [`<${name}${namesOf(element)}>`, `</${name}>`];
  if (besides || (display.startsWith('inline-') && (isDivision || hasGap(style, display)))) {
    return [' ', ' '];
  }
  return isBox && !floats ? [`<div${namesOf(element)}>`, '</div>'] : ['', ''];
}

/** Whether an inline box keeps its neighbours at a distance, as a space would. */
export function hasGap(style: CSSStyleDeclaration, display: string): boolean {
  if (!display.startsWith('inline')) return false;
  const { marginLeft, marginRight, paddingLeft, paddingRight } = style;
  return [marginLeft, marginRight, paddingLeft, paddingRight].some(
    (length) => Number.parseFloat(length) >= 2,
  );
}

export function inlineTags(
  element: Element,
  name: string,
  { ownHost }: VisibleOptions,
): [open: string, close: string] {
  if (name !== 'a') return [`<${name}${name === 'code' ? namesOf(element) : ''}>`, `</${name}>`];
  const address = webAddress(element, 'href', ownHost);
  return address === '' ? ['', ''] : [`<a href="${escapeAttribute(address)}">`, '</a>'];
}

/** What an article's own parts are told by. */
export function namesOf(element: Element): string {
  const { id } = element;
  const names = element.getAttribute('class');
  return `${typeof id === 'string' && id ? ` id="${escapeAttribute(id)}"` : ''}${names ? ` class="${escapeAttribute(names)}"` : ''}`;
}

export function attributesFor(element: Element, name: string): string {
  const known: Record<string, readonly string[]> = {
    ol: ['start'],
    table: ['role', 'class'],
    td: ['colspan', 'rowspan', 'align', 'class'],
    th: ['colspan', 'rowspan', 'align', 'class'],
  };
  let text = '';
  for (const attribute of known[name] ?? []) {
    const aligned = attribute === 'align' && (element as HTMLElement).style.textAlign;
    const value = aligned || element.getAttribute(attribute);
    if (value) text += ` ${attribute}="${escapeAttribute(value)}"`;
  }
  return text;
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
