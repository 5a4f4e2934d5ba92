import { escapeAttribute, escapeText } from './page-text.ts';

/** Takes out what stands beside the lines of a listing and is no part of it. Runs in the page. */
export function removeLineNumbers(root: Element): void {
  if (!root.querySelector('pre')) return;
  const beside =
    'td.gutter, td.linenos, td.hljs-ln-numbers, td.rouge-gutter, pre button, pre .lineno, pre .linenos, pre .line-numbers-rows, pre .line-number, pre .linenumber';
  for (const element of root.querySelectorAll(beside)) element.remove();
}

/** A listing as it is seen, line by line, with the names that tell its language. Runs in the page. */
export function codeHtml(element: HTMLElement): string {
  const inner = element.querySelector('code');
  const text = (element.innerText || element.textContent || '')
    .replace(/[\ufdd0-\ufdef\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ');
  const names: string[] = [];
  let around: Element | null = inner ?? element;
  for (let step = 0; around && step < 5; step += 1) {
    const language = around.getAttribute('data-lang') ?? around.getAttribute('data-language');
    if (language) names.push(`language-${language}`);
    names.push(around.getAttribute('class') ?? '');
    around = around.parentElement;
  }
  return `<pre class="${escapeAttribute(names.join(' '))}">${escapeText(text)}</pre>`;
}
