/**
 * Source of a function that keeps printing from hanging. Chromium (156) never ends breaking a list item into pages that holds nothing
 * of any height beside its marker, with an inline element around a block: `<li><a><div></div></a></li>`. As a block such an element is
 * laid out the same, as each block in it ends the line.
 */
export const unwrapEmptyItems = `((roots) => {
  const inItems = new Set();
  const unwrapped = new Set();
  const isEmptyBlock = (node) => {
    if (node instanceof Text) return node.data.trim() === '';
    if (!(node instanceof Element) || unwrapped.has(node)) return true;
    return !/^(?:inline|contents)/.test(getComputedStyle(node).display) && node.getBoundingClientRect().height === 0;
  };
  for (const root of roots) {
    const elements = [...root.querySelectorAll('*')];
    for (const element of elements) {
      const around = element.parentElement;
      if (around && (inItems.has(around) || getComputedStyle(around).display.includes('list-item'))) inItems.add(element);
    }
    // From the inside to the outside: one such element may lie in another.
    for (const element of elements.reverse()) {
      if (!inItems.has(element) || element.childElementCount === 0 || getComputedStyle(element).display !== 'inline') continue;
      if ([...element.childNodes].every(isEmptyBlock)) unwrapped.add(element);
    }
  }
  for (const { style } of unwrapped) style?.setProperty('display', 'block', 'important');
})`;
