import { takeOut } from './document-html.ts';
import { attributeOf, findAll, parentOf } from './page-nodes.ts';
import { escapeAttribute, escapeText } from './page-text.ts';

/** Takes out what stands beside the lines of a listing and is no part of it. Runs in the page. */
export function removeLineNumbers(root: Element): void {
  const beside =
    'td.gutter, td.linenos, td.lineno, td.hljs-ln-numbers, td.rouge-gutter, td.blob-num, pre button, pre .lineno, pre .linenos, pre .linenodiv, pre .line-numbers-rows, pre .line-number, pre .linenumber, pre .react-syntax-highlighter-line-number';
  if (findAll(root, 'pre').length === 0) return;
  for (const element of findAll(root, beside)) takeOut(element);
  // Chroma's; others call a line so.
  for (const element of findAll(root, 'pre .ln, pre .lnt, pre .lnl')) {
    if (/^\s*\d+\s*$/.test(element.textContent ?? '')) takeOut(element);
  }
}

/**
 * What a listing's code is in, where what else is in the listing is only its label. Runs in the
 * page.
 */
export function codeElement(element: HTMLElement): { code: HTMLElement; label: string } {
  const inner = findAll(element, 'code');
  const [only] = inner;
  if (!only || inner.length > 1) return { code: element, label: '' };
  let label = '';
  const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!only.contains(node)) label += `${node.nodeValue ?? ''} `;
  }
  label = label.replace(/\s+/g, ' ').trim();
  return label.length <= 40 ? { code: only as HTMLElement, label } : { code: element, label: '' };
}

/** What generators tell the language of a listing by, besides class names. Runs in the page. */
export function languageNames(element: Element): string {
  const names = [attributeOf(element, 'class') ?? ''];
  for (const attribute of ['data-lang', 'data-language', 'data-enlighter-language']) {
    const language = attributeOf(element, attribute);
    if (language) names.push(`language-${language}`);
  }
  names.push(attributeOf(element, 'data-syntaxhighlighter-params') ?? '');
  return names.join(' ');
}

/**
 * Whether more than one listing lies in an element. Of a collection the browser looks for no more
 * than is asked, and it knows again what it found: each of many listings in one element asks. Runs
 * in the page.
 */
export function holdsListings(element: Element): boolean {
  return Element.prototype.getElementsByTagName.call(element, 'pre')[1] !== undefined;
}

/**
 * A listing as it is seen, line by line, with the names that tell its language: its own, then after
 * a bar those of what lies around it. Runs in the page.
 */
export function codeHtml(element: HTMLElement): string {
  const inner = element.querySelector('code');
  const { code, label } = codeElement(element);
  const text = (code.innerText || code.textContent || '')
    .replace(/[\ufdd0-\ufdef\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ');
  const names = [inner, element].map((own) =>
    own ? `${languageNames(own)} ${attributeOf(own, 'lang') ?? ''}` : '',
  );
  if (/^[\w+#.-]+$/.test(label)) names.push(label);
  names.push('|');
  let around = parentOf(element);
  for (let step = 0; around && step < 10 && !holdsListings(around); step += 1) {
    names.push(languageNames(around));
    around = parentOf(around);
  }
  return `<pre class="${escapeAttribute(names.join(' ').replace(/\s+/g, ' '))}">${escapeText(text)}</pre>`;
}
