import {
  deepRoots,
  isVisible,
  ownAttribute,
  ownBox,
  ownElements,
  ownOf,
  ownParent,
} from '@tintype/core/in-page';
import { removeAll } from './document-html.ts';

/** A visible element with text of its own, or an image. */
export interface FoundElement {
  selector: string;
  text: string;
  /** x, y, width and height in px of the document. */
  box: [x: number, y: number, width: number, height: number];
  image?: string;
}

export interface ElementLimits {
  /** Maximum number of elements in the result, of elements that are inspected, and time in ms. */
  found: number;
  inspected: number;
  ms: number;
  /** Maximum characters of a text, and of the address of an image. */
  text: number;
  url: number;
}

export interface FoundElements {
  width: number;
  height: number;
  elements: FoundElement[];
  /** True if a limit was reached. */
  isCut: boolean;
}

/** Reads the visible elements of the document and its open shadow trees, in document order. */
export function readElements(hidden: readonly string[], limits: ElementLimits): FoundElements {
  removeAll(hidden);
  const endsAt = performance.now() + limits.ms;
  const elements: FoundElement[] = [];
  const places = new WeakMap<Element, number>();
  const root = ownOf(document, 'documentElement') as Element | null;
  const width = root?.scrollWidth ?? 0;
  const height = root?.scrollHeight ?? 0;
  let inspected = 0;
  for (const tree of deepRoots()) {
    for (const element of ownElements(tree, '*')) {
      inspected += 1;
      const isCut =
        inspected > limits.inspected ||
        elements.length >= limits.found ||
        (inspected % 100 === 0 && performance.now() > endsAt);
      if (isCut) return { width, height, elements, isCut };
      const found = elementIn(tree, element, places, limits);
      if (found) elements.push(found);
    }
  }
  return { width, height, elements, isCut: false };
}

export function elementIn(
  tree: Node,
  element: Element,
  places: WeakMap<Element, number>,
  limits: ElementLimits,
): FoundElement | undefined {
  const isImage = element instanceof HTMLImageElement;
  const text = ownText(element, limits.text);
  if (!isImage && text === '') return undefined;
  if (!isVisible(element, { opacityProperty: true, visibilityProperty: true })) return undefined;
  const { left, top, width, height } = ownBox(element);
  if (width < 1 || height < 1) return undefined;
  const selector = pathTo(tree, element, places);
  if (selector === undefined) return undefined;
  const box: FoundElement['box'] = [
    Math.round(left + scrollX),
    Math.round(top + scrollY),
    Math.round(width),
    Math.round(height),
  ];
  const image = isImage ? element.currentSrc.slice(0, limits.url) : undefined;
  return { selector, text, box, ...(image !== undefined && { image }) };
}

/** Returns the text directly in an element, or the alternative text of an image. */
export function ownText(element: Element, maxChars: number): string {
  if (/^(?:script|style|noscript|template|title)$/i.test(ownOf(element, 'localName'))) return '';
  let text = element instanceof HTMLImageElement ? (ownAttribute(element, 'alt') ?? '') : '';
  let left = 200;
  for (
    let node = ownOf(element, 'firstChild');
    node && left-- > 0 && text.length < maxChars * 4;
    node = ownOf(node, 'nextSibling')
  ) {
    if (node instanceof Text) text += `${node.data.slice(0, maxChars * 4)} `;
  }
  return text.trim().replace(/\s+/g, ' ').slice(0, maxChars).toWellFormed();
}

/** Returns a selector from the nearest ancestor with an id, unique in its tree. */
export function pathTo(
  tree: Node,
  element: Element,
  places: WeakMap<Element, number>,
): string | undefined {
  let path = '';
  for (let at: Element | null = element; at && path.length <= 200; at = ownParent(at)) {
    const id = ownAttribute(at, 'id') ?? '';
    const isNamed = /^[a-z][\w-]{0,60}$/i.test(id) && !/\d{3,}/.test(id);
    if (isNamed && ownElements(tree, `#${id}`).length === 1) {
      return path === '' ? `#${id}` : `#${id} > ${path}`;
    }
    const tag = CSS.escape(ownOf(at, 'localName'));
    if (tag === 'body' || tag === 'html') return path === '' ? tag : `${tag} > ${path}`;
    const step = `${tag}:nth-child(${childNumber(at, places)})`;
    path = path === '' ? step : `${step} > ${path}`;
    if (!ownParent(at)) return ownElements(tree, path).length === 1 ? path : undefined;
  }
  return undefined;
}

/** Returns the number of an element among its siblings; known ones are not counted again. */
export function childNumber(element: Element, places: WeakMap<Element, number>): number {
  const known = places.get(element);
  if (known !== undefined) return known;
  let place = 1;
  const parent = ownOf(element, 'parentNode');
  for (const sibling of parent ? ownOf(parent as Element, 'children') : []) {
    places.set(sibling, place);
    place += 1;
  }
  return places.get(element) ?? 1;
}
