import { takeOut } from './document-html.ts';
import { attributeOf, findAll, parentOf } from './page-nodes.ts';
import { escapeAttribute, escapeText } from './page-text.ts';

/** Takes out what stands beside the lines of a listing and is no part of it. Runs in the page. */
export function removeLineNumbers(root: Element): void {
  const beside =
    'td.gutter, td.linenos, td.hljs-ln-numbers, td.rouge-gutter, pre button, pre .lineno, pre .linenos, pre .line-numbers-rows, pre .line-number, pre .linenumber';
  if (findAll(root, 'pre').length === 0) return;
  for (const element of findAll(root, beside)) takeOut(element);
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
 * A listing as it is seen, line by line, with the names that tell its language: its own, then after a bar those of what lies
 * around it. Runs in the page.
 */
export function codeHtml(element: HTMLElement): string {
  const inner = element.querySelector('code');
  const text = (element.innerText || element.textContent || '')
    .replace(/[\ufdd0-\ufdef\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ');
  const names = [inner, element].map((own) =>
    own ? `${languageNames(own)} ${attributeOf(own, 'lang') ?? ''}` : '',
  );
  names.push('|');
  let around = parentOf(element);
  for (let step = 0; around && step < 4; step += 1) {
    names.push(languageNames(around));
    around = parentOf(around);
  }
  return `<pre class="${escapeAttribute(names.join(' ').replace(/\s+/g, ' '))}">${escapeText(text)}</pre>`;
}
