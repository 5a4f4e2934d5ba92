import { isClosedPart, maxClosed } from './closed-parts.ts';
import { describeMath, mathSource } from './page-math.ts';
import { isHiddenFromEyes } from './page-media.ts';
import { ownShadow } from '@tintype/core/in-page';
import { childNodesOf } from './page-nodes.ts';
import { leafHtml, tagsFor } from './page-tags.ts';
import { structuredTags } from './structure.ts';
import type { Frame, VisibleOptions } from './visible-types.ts';

/** An element that cannot be read loses its tags, never its text. */
export function openSafely(
  element: Element,
  parent: Frame,
  options: VisibleOptions,
  emit: (html: string) => void,
): Frame | undefined {
  const held: string[] = [];
  let inner: Frame | undefined;
  try {
    inner = openElement(element, parent, options, (html) => held.push(html));
  } catch {
    return { ...parent, nodes: childNodesOf(element), index: 0, close: '' };
  }
  for (const html of held) emit(html);
  return inner;
}

/** Writes the part before the children, and returns how to read them, if they are read. */
export function openElement(
  element: Element,
  parent: Frame,
  options: VisibleOptions,
  emit: (html: string) => void,
): Frame | undefined {
  if (isForm(element)) return openForm(element, parent, options, emit);
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
  const isUnseen = style.display === 'none' || style.contentVisibility === 'hidden';
  const isClosed =
    options.controlled !== undefined &&
    parent.closed < maxClosed &&
    (isUnseen || style.visibility !== 'visible') &&
    isClosedPart(element, options.controlled);
  if (!isClosed && isHiddenFromEyes(element, style)) return undefined;
  const isSeen = style.visibility === 'visible' || isClosed || parent.closed > 0;
  const shown = isSeen && style.fontSize !== '0px';
  const leaf = leafHtml(element, name, style, parent, shown, options);
  if (leaf !== undefined) {
    emit(leaf);
    return undefined;
  }
  const tags = tagsFor(element, name, style, parent, options);
  const [open, close] = options.structure ? structuredTags(element, style, tags, isClosed) : tags;
  emit(open);
  return {
    nodes: childrenOf(element, name),
    index: 0,
    close,
    shown,
    keepsLines: /^(preserve|break)/.test(style.whiteSpaceCollapse),
    isFlex: /flex|grid/.test(style.display),
    inHeading: parent.inHeading || /^(h[1-6]|summary|button|dt|legend)$/.test(name),
    depth: parent.depth + (open === '' ? 0 : 1),
    closed: parent.closed + (isClosed ? 1 : 0),
  };
}

export function openForm(
  element: Element,
  parent: Frame,
  options: VisibleOptions,
  emit: (html: string) => void,
): Frame | undefined {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.contentVisibility === 'hidden') return undefined;
  const [open] = options.structure ? structuredTags(element, style, ['<form', '']) : ['<form'];
  emit(`${open}>`);
  return {
    ...parent,
    nodes: childrenOf(element, 'form'),
    index: 0,
    close: '</form>',
    shown: style.visibility === 'visible',
    isFlex: /flex|grid/.test(style.display),
    depth: parent.depth + 1,
  };
}

/** The children as they are laid out: of the shadow tree, with what is slotted into it. */
export function childrenOf(element: Element, name: string): readonly Node[] {
  const shadowRoot = ownShadow(element);
  if (shadowRoot) return childNodesOf(shadowRoot);
  if (name === 'slot' && element.getRootNode() instanceof ShadowRoot) {
    return (element as HTMLSlotElement).assignedNodes({ flatten: true });
  }
  return childNodesOf(element);
}

/** Fields can replace a form's own properties, so no property of a form is read by its name. */
export function isForm(node: Node): boolean {
  return Object.prototype.toString.call(node) === '[object HTMLFormElement]';
}
