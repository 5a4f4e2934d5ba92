/** Runs in the page, in a world of its own. No MutationObserver: it would make each element cost as much as there are elements above it. */
export function tellNesting(name: string, depth: number, frames: number): void {
  // The end of parsing lays the page out, and so does each frame after its callbacks.
  document.addEventListener('readystatechange', () => tellIfDeeper(name, depth));
  tellBeforeFrames(name, depth, frames);
}

/** Runs in the page. */
export function tellBeforeFrames(name: string, depth: number, left: number): void {
  requestAnimationFrame(() => {
    tellIfDeeper(name, depth);
    if (left > 1) tellBeforeFrames(name, depth, left - 1);
  });
}

/** Runs in the page. */
export function tellIfDeeper(name: string, depth: number): void {
  // Any other message of a page waits for the end of the task, in which the page is laid out.
  if (isNestedDeeper(depth)) alert(name);
}

/** Whether some element of the document has more than so many above it. Runs in the page. */
export function isNestedDeeper(than: number): boolean {
  // An image of that name would take the place of the method.
  const walker = Document.prototype.createTreeWalker.call(document, document, 1);
  let depth = 0;
  for (;;) {
    if (walker.firstChild()) {
      depth += 1;
      if (depth > than) return true;
      continue;
    }
    while (!walker.nextSibling()) {
      if (!walker.parentNode()) return false;
      depth -= 1;
    }
  }
}
