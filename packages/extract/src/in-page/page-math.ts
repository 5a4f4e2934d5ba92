import { escapeAttribute, escapeText } from './page-text.ts';

/** A formula as `<math>`, with its TeX where the page has it; nothing for other elements. Runs in the page. */
export function describeMath(element: Element): string | undefined {
  const names = element.getAttribute('class') ?? '';
  const name = element.localName;
  const isShell = name === 'mjx-container' || /\b(katex|mwe-math-element)\b/.test(names);
  if (
    /\bMathJax(_Preview|_SVG|_CHTML|_Display|_SVG_Display)?\b/.test(names) &&
    name !== 'mjx-container'
  ) {
    // MathJax 2 keeps its source in a script beside what it shows.
    if (name === 'span' || name === 'div') return '';
  }
  if (name !== 'math' && !isShell) return undefined;
  if (name === 'math' && getComputedStyle(element).display === 'none') return '';
  const math = name === 'math' ? element : element.querySelector('math');
  const image = isShell && !math ? element.querySelector('img[alt]') : null;
  if (!math && !image)
    return name === 'mjx-container' || names.includes('mwe-math') ? '' : undefined;
  const annotation = math?.querySelector('annotation[encoding="application/x-tex"]')?.textContent;
  const tex = annotation ?? math?.getAttribute('alttext') ?? image?.getAttribute('alt') ?? '';
  const isDisplay =
    math?.getAttribute('display') === 'block' ||
    element.getAttribute('display') === 'true' ||
    element.closest('.katex-display') !== null;
  const display = isDisplay ? ' display="block"' : '';
  if (tex) return `<math${display} alttext="${escapeAttribute(tex)}">x</math>`;
  if (!math) return '';
  // Deeper than any formula, and shallow enough for code that descends by calling itself.
  const isDeep = math.querySelector(`${'* > '.repeat(64)}*`) !== null;
  return `<math${display}>${isDeep ? escapeText(math.textContent ?? '') : math.innerHTML}</math>`;
}

/** The formula in a script of MathJax 2. Runs in the page. */
export function mathSource(script: Element): string {
  const type = script.getAttribute('type') ?? '';
  if (!type.startsWith('math/tex')) return '';
  const display = type.includes('mode=display') ? ' display="block"' : '';
  const tex = script.textContent ?? '';
  return tex.trim() === ''
    ? ''
    : `<math${display} alttext="${escapeAttribute(tex)}">${escapeText('x')}</math>`;
}
