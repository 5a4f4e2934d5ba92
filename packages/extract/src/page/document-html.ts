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
    for (const element of document.querySelectorAll(selector)) element.remove();
  }
}

/**
 * The document as HTML text: doctype, declarations of other encodings made true (the text is sent as UTF-8), open shadow trees as
 * declarative ones. Runs in the page.
 */
export function readDocument(options: DocumentOptions): { html: string } | PageProblem {
  removeAll(options.hideSelectors);
  const { selector, maxChars } = options;
  const root = selector === undefined ? undefined : document.querySelector(selector);
  if (root === null) return { problem: 'selector_not_found' };
  declareUtf8();
  const html = root ? elementHtml(root) : doctype() + elementHtml(rootElement());
  return html.length > maxChars
    ? { problem: 'too_large', chars: html.length }
    : { html: html.toWellFormed() };
}

/** A form named `documentElement` would stand in for it on `document` itself. */
export function rootElement(): Element {
  const getter = Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement')?.get;
  return (getter?.call(document) as Element | null) ?? document.createElement('html');
}

export function doctype(): string {
  const node = [...document.childNodes].find((child) => child.nodeType === 10);
  return node ? `${new XMLSerializer().serializeToString(node)}\n` : '';
}

export function declareUtf8(): void {
  if (document.characterSet === 'UTF-8') return;
  for (const meta of document.querySelectorAll('meta')) {
    if (meta.hasAttribute('charset')) meta.setAttribute('charset', 'utf-8');
    else if (/^content-type$/i.test(meta.getAttribute('http-equiv') ?? '')) {
      meta.setAttribute('content', 'text/html; charset=utf-8');
    }
  }
}

export function elementHtml(element: Element): string {
  const shadowRoots: ShadowRoot[] = [];
  const collect = (root: ParentNode) => {
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      if (!shadowRoot) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  if (shadowRoots.length === 0) return element.outerHTML;
  const shell = (element.cloneNode(false) as Element).outerHTML;
  const end = shell.lastIndexOf('</');
  return shell.slice(0, end) + element.getHTML({ shadowRoots }) + shell.slice(end);
}

/** The functions that {@link readDocument} needs beside it. */
export const documentParts = [removeAll, rootElement, doctype, declareUtf8, elementHtml];
