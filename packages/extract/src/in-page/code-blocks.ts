import { takeOut } from './document-html.ts';
import { ownAttribute, ownElements, ownParent } from '@tintype/core/in-page';
import { escapeAttribute, escapeText } from './page-text.ts';

/** Removes line numbers and similar elements beside a listing. */
export function removeLineNumbers(root: Element): void {
  const beside =
    'td.gutter, td.linenos, td.lineno, td.hljs-ln-numbers, td.rouge-gutter, td.blob-num, pre button, pre .lineno, pre .linenos, pre .linenodiv, pre .line-numbers-rows, pre .line-number, pre .linenumber, pre .react-syntax-highlighter-line-number';
  if (ownElements(root, 'pre').length === 0) return;
  for (const element of ownElements(root, beside)) takeOut(element);
  // Chroma's; others call a line so.
  for (const element of ownElements(root, 'pre .ln, pre .lnt, pre .lnl')) {
    if (/^\s*\d+\s*$/.test(element.textContent)) takeOut(element);
  }
}

/** Returns the element that contains the code of a listing if the rest is only its label. */
export function codeElement(element: HTMLElement): { code: HTMLElement; label: string } {
  const inner = ownElements(element, 'code');
  const [only] = inner;
  if (!only || inner.length > 1) return { code: element, label: '' };
  let label = '';
  const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!only.contains(node)) label += `${node.nodeValue ?? ''} `;
  }
  label = label.replace(/\s+/g, ' ').trim();
  return label.length <= 40 ? { code: only, label } : { code: element, label: '' };
}

/** Names, besides class names, that generators give the language of a listing. */
export function languageNames(element: Element): string {
  const names = [ownAttribute(element, 'class') ?? ''];
  for (const attribute of ['data-lang', 'data-language', 'data-enlighter-language']) {
    const language = ownAttribute(element, attribute);
    if (language) names.push(`language-${language}`);
  }
  names.push(ownAttribute(element, 'data-syntaxhighlighter-params') ?? '');
  return names.join(' ');
}

/** Returns whether an element holds several listings; the browser caches the live collection. */
export function holdsListings(element: Element): boolean {
  return Element.prototype.getElementsByTagName.call(element, 'pre')[1] !== undefined;
}

/** A listing line by line, with the names of its language, and those of elements around it. */
export function codeHtml(element: HTMLElement): string {
  const inner = element.querySelector('code');
  const { code, label } = codeElement(element);
  const text = (code.innerText || code.textContent || '')
    .replace(/[\ufdd0-\ufdef\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ');
  const names = [inner, element].map((own) =>
    own ? `${languageNames(own)} ${ownAttribute(own, 'lang') ?? ''}` : '',
  );
  if (/^[\w+#.-]+$/.test(label)) names.push(label);
  names.push('|');
  let around = ownParent(element);
  for (let step = 0; around && step < 10 && !holdsListings(around); step += 1) {
    names.push(languageNames(around));
    around = ownParent(around);
  }
  return `<pre class="${escapeAttribute(names.join(' ').replace(/\s+/g, ' '))}">${escapeText(text)}</pre>`;
}
