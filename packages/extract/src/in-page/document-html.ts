import {
  deepRoots,
  onUndo,
  ownAttribute,
  ownElements,
  ownOf,
  ownShadow,
} from '@tintype/core/in-page';
import { childNodesOf, rootElement } from './page-nodes.ts';
import type { PageProblem } from './visible-types.ts';

export interface DocumentOptions {
  selector?: string;
  hideSelectors: readonly string[];
  maxChars: number;
}

/** Removes the elements that the request excludes, also from open shadow trees. */
export function removeAll(selectors: readonly string[]): void {
  for (const root of selectors.length === 0 ? [] : deepRoots()) {
    for (const selector of selectors) {
      for (const element of ownElements(root, selector)) takeOut(element);
    }
  }
}

/** Removes an element until the capture is undone. */
export function takeOut(element: Element): void {
  const parent = ownOf(element, 'parentNode');
  const next = ownOf(element, 'nextSibling');
  if (!parent) return;
  Element.prototype.remove.call(element);
  onUndo(() => Node.prototype.insertBefore.call(parent, element, next));
}

/** Sets an attribute until the capture is undone. */
export function setForNow(element: Element, name: string, value: string): void {
  const before = ownAttribute(element, name);
  Element.prototype.setAttribute.call(element, name, value);
  onUndo(() => {
    // CSSOM changes are serialised when read; only existing attributes can be removed.
    if (ownAttribute(element, name) !== null && before === null) {
      Element.prototype.removeAttribute.call(element, name);
    } else if (before !== null) Element.prototype.setAttribute.call(element, name, before);
  });
}

/** The document as HTML in UTF-8, with open shadow trees as declarative ones. */
export function readDocument(options: DocumentOptions): { html: string } | PageProblem {
  removeAll(options.hideSelectors);
  const { selector, maxChars } = options;
  const root = selector === undefined ? undefined : ownElements(document, selector)[0];
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
  if (ownOf(document, 'characterSet') === 'UTF-8') return;
  for (const meta of ownElements(document, 'meta')) {
    if (meta.hasAttribute('charset')) setForNow(meta, 'charset', 'utf-8');
    else if (/^content-type$/i.test(ownAttribute(meta, 'http-equiv') ?? '')) {
      setForNow(meta, 'content', 'text/html; charset=utf-8');
    }
  }
}

/** Pages may nest shadow trees without limit, so the search is not recursive. */
export function openShadowRoots(): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  const roots: ParentNode[] = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    for (const element of ownElements(root, '*')) {
      const shadowRoot = ownShadow(element);
      if (!shadowRoot) continue;
      found.push(shadowRoot);
      roots.push(shadowRoot);
    }
  }
  return found;
}

export function elementHtml(element: Element): string {
  const outer = (one: Element) => ownOf(one, 'outerHTML');
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
  return {
    type: ownOf(document, 'contentType'),
    encoding: ownOf(document, 'characterSet'),
    url: location.href,
  };
}
