import { escapeAttribute, escapeText } from './page-text.ts';

/** A formula as `<math>`, with its TeX where the page has it; nothing for other elements. */
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
  if (name !== 'math' && !isShell) return statedMath(element, names);
  if (name === 'math' && getComputedStyle(element).display === 'none') return '';
  const math = name === 'math' ? element : element.querySelector('math');
  const image = isShell && !math ? element.querySelector('img[alt]') : null;
  if (!math && !image) {
    if (name === 'mjx-container') return mathJaxSource(element);
    return names.includes('mwe-math') ? '' : statedMath(element, names);
  }
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
  return `<math${display}>${isDeep ? escapeText(math.textContent) : math.innerHTML}</math>`;
}

/** A formula whose TeX is in an attribute: of an image of it, or of a box that a script fills. */
export function statedMath(element: Element, names: string): string | undefined {
  if (!element.hasAttributes()) return undefined;
  let tex = '';
  for (const name of ['data-math', 'data-tex', 'data-latex', 'data-katex', 'data-formula']) {
    tex ||= element.getAttribute(name)?.trim() ?? '';
  }
  if (
    element.localName === 'img' &&
    /\b(latex|tex|math|equation|ql-img-\w+-formula)\b/i.test(names)
  ) {
    tex ||= element.getAttribute('alt')?.trim() ?? '';
  }
  if (tex === '' || tex === 'true' || tex.length > 5000) return undefined;
  const inner = tex.replace(/^(\$\$?|\\[([])([^]*?)(\$\$?|\\[)\]])$/, '$2');
  const isDisplay = tex.startsWith('$$') || tex.startsWith('\\[') || /\bdisplay/i.test(names);
  return texHtml(inner, isDisplay);
}

export function texHtml(tex: string, isDisplay: boolean): string {
  return `<math${isDisplay ? ' display="block"' : ''} alttext="${escapeAttribute(tex)}">x</math>`;
}

/** The source of a formula by MathJax 3 and 4, which store a list, if the page lacks it. */
export function mathJaxSource(container: Element): string {
  const own =
    container.getAttribute('data-latex') ??
    container.querySelector('[data-latex]')?.getAttribute('data-latex');
  const isDisplay = container.getAttribute('display') === 'true';
  if (own) return texHtml(own, isDisplay);
  const { MathJax } = globalThis as {
    MathJax?: {
      startup?: { document?: { math?: Iterable<{ typesetRoot?: unknown; math?: unknown }> } };
    };
  };
  for (const item of MathJax?.startup?.document?.math ?? []) {
    if (item.typesetRoot === container && typeof item.math === 'string') {
      return texHtml(item.math.slice(0, 5000), isDisplay);
    }
  }
  return escapeText(container.getAttribute('aria-label') ?? '');
}

/** The formula in a script of MathJax 2. */
export function mathSource(script: Element): string {
  const type = script.getAttribute('type') ?? '';
  if (!type.startsWith('math/tex')) return '';
  const display = type.includes('mode=display') ? ' display="block"' : '';
  const tex = script.textContent;
  return tex.trim() === ''
    ? ''
    : `<math${display} alttext="${escapeAttribute(tex)}">${escapeText('x')}</math>`;
}
