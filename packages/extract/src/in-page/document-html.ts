import { onUndo } from '@tintype/core/in-page';
import {
  attributeOf,
  childNodesOf,
  findAll,
  ownValue,
  rootElement,
  shadowRootOf,
} from './page-nodes.ts';
import type { PageProblem } from './problem.ts';

/** What {@link readDocument} is told. */
export interface DocumentOptions {
  selector?: string;
  hideSelectors: readonly string[];
  maxChars: number;
}

/** Removes elements that the request does not want. Runs in the page. */
export function removeAll(selectors: readonly string[]): void {
  for (const selector of selectors) {
    for (const element of findAll(document, selector)) takeOut(element);
  }
}

/** Removes an element until the capture is undone. Runs in the page. */
export function takeOut(element: Element): void {
  const parent = ownValue(element, Node.prototype, 'parentNode') as Node | null;
  const next = ownValue(element, Node.prototype, 'nextSibling') as Node | null;
  if (!parent) return;
  Element.prototype.remove.call(element);
  onUndo(() => Node.prototype.insertBefore.call(parent, element, next));
}

/** Sets an attribute until the capture is undone. Runs in the page. */
export function setForNow(element: Element, name: string, value: string): void {
  const before = attributeOf(element, name);
  Element.prototype.setAttribute.call(element, name, value);
  onUndo(() => {
    // What CSS has changed is written into an attribute when somebody asks; only what is there can
    // be removed.
    if (attributeOf(element, name) !== null && before === null) {
      Element.prototype.removeAttribute.call(element, name);
    } else if (before !== null) Element.prototype.setAttribute.call(element, name, before);
  });
}

/**
 * The document as HTML text: doctype, declarations of other encodings made true (the text is sent
 * as UTF-8), open shadow trees as declarative ones. Runs in the page.
 */
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

/**
 * Shadow trees lie in each other as deep as a page likes, so that they are not found by a function
 * that calls itself.
 */
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
