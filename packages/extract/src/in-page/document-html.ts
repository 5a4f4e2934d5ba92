import { onUndo } from '@tintype/core/in-page';
import {
  attributeOf,
  childNodesOf,
  findAll,
  ownValue,
  rootElement,
  shadowRootOf,
} from './page-nodes.ts';
import type { PageProblem } from './visible-types.ts';

export interface DocumentOptions {
  selector?: string;
  hideSelectors: readonly string[];
  maxChars: number;
}

/** Removes the elements that the request excludes. */
export function removeAll(selectors: readonly string[]): void {
  for (const selector of selectors) {
    for (const element of findAll(document, selector)) takeOut(element);
  }
}

/** Removes an element until the capture is undone. */
export function takeOut(element: Element): void {
  const parent = ownValue(element, Node.prototype, 'parentNode') as Node | null;
  const next = ownValue(element, Node.prototype, 'nextSibling') as Node | null;
  if (!parent) return;
  Element.prototype.remove.call(element);
  onUndo(() => Node.prototype.insertBefore.call(parent, element, next));
}

/** Sets an attribute until the capture is undone. */
export function setForNow(element: Element, name: string, value: string): void {
  const before = attributeOf(element, name);
  Element.prototype.setAttribute.call(element, name, value);
  onUndo(() => {
    // CSSOM changes are serialised into the attribute when it is read; only existing attributes can be
    // removed.
    if (attributeOf(element, name) !== null && before === null) {
      Element.prototype.removeAttribute.call(element, name);
    } else if (before !== null) Element.prototype.setAttribute.call(element, name, before);
  });
}

/** The document as HTML in UTF-8, with open shadow trees as declarative ones. */
export function readDocument(options: DocumentOptions): { html: string } | PageProblem {
  removeAll(options.hideSelectors);
  const { selector, maxChars } = options;
  const root = selector === undefined ? undefined : findAll(document, selector)[0];
  if (selector !== undefined && !root) return { problem: 'selector_not_found' };
  declareUtf8();
  const html = root ? elementHtml(root) : doctype() + elementHtml(rootElement());
  return html.length > maxChars
    ? { problem: 'too_large', chars: html.length }
    : { html: html.toWellFormed() };
}

export function doctype(): string {
  const node = childNodesOf(document).find((child) => child.nodeType === 10);
  return node ? `${new XMLSerializer().serializeToString(node)}\n` : '';
}

export function declareUtf8(): void {
  if (ownValue(document, Document.prototype, 'characterSet') === 'UTF-8') return;
  for (const meta of findAll(document, 'meta')) {
    if (meta.hasAttribute('charset')) setForNow(meta, 'charset', 'utf-8');
    else if (/^content-type$/i.test(attributeOf(meta, 'http-equiv') ?? '')) {
      setForNow(meta, 'content', 'text/html; charset=utf-8');
    }
  }
}

/** Pages may nest shadow trees without limit, so the search is not recursive. */
export function openShadowRoots(): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  const roots: ParentNode[] = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    for (const element of findAll(root, '*')) {
      const shadowRoot = shadowRootOf(element);
      if (!shadowRoot) continue;
      found.push(shadowRoot);
      roots.push(shadowRoot);
    }
  }
  return found;
}

export function elementHtml(element: Element): string {
  const outer = (one: Element) => ownValue(one, Element.prototype, 'outerHTML') as string;
  const shadowRoots = openShadowRoots();
  if (shadowRoots.length === 0) return outer(element);
  const shell = outer(Node.prototype.cloneNode.call(element, false) as Element);
  const end = shell.lastIndexOf('</');
  const inner = Element.prototype.getHTML.call(element, { shadowRoots });
  return end < 0 ? shell : shell.slice(0, end) + inner + shell.slice(end);
}

/** The encoding and origin of a document. */
export interface DocumentSource {
  type: string;
  encoding: string;
  url: string;
}

export function documentSource(): DocumentSource {
  const own = (name: string) => String(ownValue(document, Document.prototype, name));
  return { type: own('contentType'), encoding: own('characterSet'), url: location.href };
}
